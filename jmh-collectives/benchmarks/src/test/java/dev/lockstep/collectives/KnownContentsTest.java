package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KnownContentsTest {
    private static final int ELEMENTS = 1024;

    private final ByteBuffer sum = combined(Datatype.FLOAT, ReduceOp.SUM, 0, 3);

    private static ByteBuffer room(Datatype type) {
        return ByteBuffer.allocateDirect(ELEMENTS * type.bytes()).order(ByteOrder.nativeOrder());
    }

    /** Combined here one rank after another in the type itself, as a library does it. */
    private static ByteBuffer combined(Datatype type, ReduceOp op, int from, int to) {
        ByteBuffer all = room(type);
        KnownContents.putContribution(all, type, op, from);
        ByteBuffer next = room(type);
        for (int rank = from + 1; rank < to; rank++) {
            KnownContents.putContribution(next, type, op, rank);
            for (int at = 0; at < all.limit(); at += type.bytes()) {
                combine(all, next, at, type, op);
            }
        }
        return all;
    }

    private static void combine(ByteBuffer a, ByteBuffer b, int at, Datatype type, ReduceOp op) {
        switch (type) {
            case INT -> {
                int x = a.getInt(at);
                int y = b.getInt(at);
                a.putInt(at, op == ReduceOp.SUM ? x + y : op == ReduceOp.PROD ? x * y : (int) least(op, x, y));
            }
            case LONG -> {
                long x = a.getLong(at);
                long y = b.getLong(at);
                a.putLong(at, op == ReduceOp.SUM ? x + y : op == ReduceOp.PROD ? x * y : (long) least(op, x, y));
            }
            case FLOAT -> {
                float x = a.getFloat(at);
                float y = b.getFloat(at);
                a.putFloat(at, op == ReduceOp.SUM ? x + y : op == ReduceOp.PROD ? x * y : (float) least(op, x, y));
            }
            default -> {
                double x = a.getDouble(at);
                double y = b.getDouble(at);
                a.putDouble(at, op == ReduceOp.SUM ? x + y : op == ReduceOp.PROD ? x * y : least(op, x, y));
            }
        }
    }

    private static double least(ReduceOp op, double x, double y) {
        return op == ReduceOp.MIN ? Math.min(x, y) : Math.max(x, y);
    }

    /** 300 ranks: a product overflows each type but a double. */
    @ParameterizedTest
    @CsvSource({"0, 1", "0, 3", "1, 2", "0, 300"})
    void rightResultsPass(int from, int to) {
        for (Datatype type : Datatype.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                assertThatCode(() -> KnownContents.requireResult(combined(type, op, from, to), type, op, 0, from, to))
                        .as("%s %s", type, op)
                        .doesNotThrowAnyException();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void resultThatLacksARankFails(ReduceOp op) {
        for (int lacking = 0; lacking < 2; lacking++) {
            ByteBuffer some = combined(Datatype.INT, op, lacking, lacking + 2);
            assertThatIllegalStateException()
                    .isThrownBy(() -> KnownContents.requireResult(some, Datatype.INT, op, 0, 0, 3));
        }
    }

    @Test
    void oneWrongElementFails() {
        int last = sum.limit() - Float.BYTES;
        sum.putFloat(last, Math.nextUp(sum.getFloat(last)));
        assertThatIllegalStateException()
                .isThrownBy(this::requireSum)
                .withMessageContaining("FLOAT SUM 1023 should be");
    }

    private void requireSum() {
        KnownContents.requireResult(sum, Datatype.FLOAT, ReduceOp.SUM, 0, 0, 3);
    }

    @Test
    void untouchedResultFails() {
        KnownContents.putNoResult(sum, Datatype.FLOAT);
        assertThatIllegalStateException().isThrownBy(this::requireSum);
    }

    @Test
    void aPartIsOfTheElementsThatItBeginsWith() {
        ByteBuffer part = sum.duplicate().position(16).slice().order(ByteOrder.nativeOrder());
        assertThatCode(() -> KnownContents.requireResult(part, Datatype.FLOAT, ReduceOp.SUM, 4, 0, 3))
                .doesNotThrowAnyException();
        assertThatIllegalStateException()
                .isThrownBy(() -> KnownContents.requireResult(part, Datatype.FLOAT, ReduceOp.SUM, 0, 0, 3));
    }

    @Test
    void positionAndOrderOfABufferDoNotMatter() {
        ByteBuffer other = room(Datatype.FLOAT).order(ByteOrder.BIG_ENDIAN).position(8);
        KnownContents.putContribution(other, Datatype.FLOAT, ReduceOp.SUM, 0);
        for (ByteBuffer same : new ByteBuffer[] {other, other.slice().order(ByteOrder.nativeOrder())}) {
            assertThatCode(() -> KnownContents.requireResult(same, Datatype.FLOAT, ReduceOp.SUM, 0, 0, 1))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aMessageIsCheckedToItsLastByte() {
        ByteBuffer bytes = ByteBuffer.allocate(1000);
        KnownContents.putMessage(bytes, 0);
        assertThatCode(() -> KnownContents.requireMessage(bytes, 0)).doesNotThrowAnyException();
        bytes.put(999, (byte) ~bytes.get(999));
        assertThatIllegalStateException()
                .isThrownBy(() -> KnownContents.requireMessage(bytes, 0))
                .withMessageContaining("byte 999 should be");
    }

    @Test
    void noMessagePassesForAnother() {
        ByteBuffer bytes = ByteBuffer.allocate(10);
        KnownContents.putMessage(bytes, 3);
        assertThatCode(() -> KnownContents.requireMessage(bytes, 3)).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireMessage(bytes, 4));
        KnownContents.putNoMessage(bytes, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> KnownContents.requireMessage(bytes, 3))
                .withMessage("byte 0 should be 111.0 and is -112.0");
    }
}
