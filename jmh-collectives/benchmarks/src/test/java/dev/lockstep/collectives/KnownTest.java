package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class KnownTest {
    private static final int ELEMENTS = 1024;

    private final ByteBuffer sum = sumOf(3);

    private static ByteBuffer floats() {
        return ByteBuffer.allocateDirect(ELEMENTS * Float.BYTES).order(ByteOrder.nativeOrder());
    }

    /** Added up here, independently of how the check computes it. */
    private static ByteBuffer sumOf(int ranks) {
        ByteBuffer sum = floats();
        for (int rank = 0; rank < ranks; rank++) {
            ByteBuffer contribution = floats();
            Known.putContribution(contribution, rank);
            for (int i = 0; i < sum.limit(); i += Float.BYTES) {
                sum.putFloat(i, sum.getFloat(i) + contribution.getFloat(i));
            }
        }
        return sum;
    }

    @Test
    void rightSumsPass() {
        assertThatCode(() -> Known.requireSum(sum, 3)).doesNotThrowAnyException();
        assertThatCode(() -> Known.requireSum(sumOf(1), 1)).doesNotThrowAnyException();
        assertThatCode(() -> Known.requireSum(sumOf(1000), 1000)).doesNotThrowAnyException();
    }

    @Test
    void oneWrongElementFails() {
        int last = sum.limit() - Float.BYTES;
        sum.putFloat(last, Math.nextUp(sum.getFloat(last)));
        assertThatIllegalStateException()
                .isThrownBy(() -> Known.requireSum(sum, 3))
                .withMessageContaining("sum 1023 should be");
    }

    @Test
    void sumThatLacksARankFails() {
        assertThatIllegalStateException().isThrownBy(() -> Known.requireSum(sumOf(2), 3));
    }

    @Test
    void untouchedResultFails() {
        Known.putNoResult(sum);
        assertThatIllegalStateException().isThrownBy(() -> Known.requireSum(sum, 3));
    }

    @Test
    void shiftedResultFails() {
        ByteBuffer shifted = floats();
        shifted.put(0, sum, 16, sum.limit() - 16);
        shifted.limit(sum.limit() - 16);
        assertThatIllegalStateException().isThrownBy(() -> Known.requireSum(shifted, 3));
    }

    @Test
    void overwrittenContributionFails() {
        assertThatIllegalStateException().isThrownBy(() -> Known.requireContribution(sum, 0));
    }

    @Test
    void positionAndOrderOfABufferDoNotMatter() {
        ByteBuffer other = floats().order(ByteOrder.BIG_ENDIAN).position(8);
        Known.putContribution(other, 0);
        assertThatCode(() -> Known.requireSum(other.slice().order(ByteOrder.nativeOrder()), 1))
                .doesNotThrowAnyException();
        assertThatCode(() -> Known.requireSum(other, 1)).doesNotThrowAnyException();
    }

    @Test
    void broadcastIsCheckedToItsLastByte() {
        ByteBuffer bytes = ByteBuffer.allocate(1000);
        Known.putBroadcast(bytes);
        assertThatCode(() -> Known.requireBroadcast(bytes)).doesNotThrowAnyException();
        bytes.put(999, (byte) ~bytes.get(999));
        assertThatIllegalStateException()
                .isThrownBy(() -> Known.requireBroadcast(bytes))
                .withMessageContaining("byte 999 should be");
    }

    @Test
    void broadcastThatNeverCameFails() {
        ByteBuffer bytes = ByteBuffer.allocate(1);
        Known.putNoBroadcast(bytes);
        assertThatIllegalStateException().isThrownBy(() -> Known.requireBroadcast(bytes));
    }

    @Test
    void noMessagePassesForAnother() {
        ByteBuffer bytes = ByteBuffer.allocate(10);
        Known.putMessage(bytes, 3);
        assertThatCode(() -> Known.requireMessage(bytes, 3)).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> Known.requireMessage(bytes, 4));
        Known.putNoMessage(bytes, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> Known.requireMessage(bytes, 3))
                .withMessage("byte 0 should be 111.0 and is -112.0");
    }
}
