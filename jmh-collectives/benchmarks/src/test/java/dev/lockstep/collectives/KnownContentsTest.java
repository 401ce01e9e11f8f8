package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class KnownContentsTest {
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
            KnownContents.putContribution(contribution, rank);
            for (int i = 0; i < sum.limit(); i += Float.BYTES) {
                sum.putFloat(i, sum.getFloat(i) + contribution.getFloat(i));
            }
        }
        return sum;
    }

    @Test
    void rightSumsPass() {
        assertThatCode(() -> KnownContents.requireSum(sum, 3)).doesNotThrowAnyException();
        assertThatCode(() -> KnownContents.requireSum(sumOf(1), 1)).doesNotThrowAnyException();
        assertThatCode(() -> KnownContents.requireSum(sumOf(1000), 1000)).doesNotThrowAnyException();
    }

    @Test
    void oneWrongElementFails() {
        int last = sum.limit() - Float.BYTES;
        sum.putFloat(last, Math.nextUp(sum.getFloat(last)));
        assertThatIllegalStateException()
                .isThrownBy(() -> KnownContents.requireSum(sum, 3))
                .withMessageContaining("sum 1023 should be");
    }

    @Test
    void sumThatLacksARankFails() {
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireSum(sumOf(2), 3));
    }

    @Test
    void untouchedResultFails() {
        KnownContents.putNoResult(sum);
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireSum(sum, 3));
    }

    @Test
    void shiftedResultFails() {
        ByteBuffer shifted = floats();
        shifted.put(0, sum, 16, sum.limit() - 16);
        shifted.limit(sum.limit() - 16);
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireSum(shifted, 3));
    }

    @Test
    void overwrittenContributionFails() {
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireContribution(sum, 0));
    }

    @Test
    void positionAndOrderOfABufferDoNotMatter() {
        ByteBuffer other = floats().order(ByteOrder.BIG_ENDIAN).position(8);
        KnownContents.putContribution(other, 0);
        assertThatCode(() -> KnownContents.requireSum(other.slice().order(ByteOrder.nativeOrder()), 1))
                .doesNotThrowAnyException();
        assertThatCode(() -> KnownContents.requireSum(other, 1)).doesNotThrowAnyException();
    }

    @Test
    void broadcastIsCheckedToItsLastByte() {
        ByteBuffer bytes = ByteBuffer.allocate(1000);
        KnownContents.putBroadcast(bytes);
        assertThatCode(() -> KnownContents.requireBroadcast(bytes)).doesNotThrowAnyException();
        bytes.put(999, (byte) ~bytes.get(999));
        assertThatIllegalStateException()
                .isThrownBy(() -> KnownContents.requireBroadcast(bytes))
                .withMessageContaining("byte 999 should be");
    }

    @Test
    void broadcastThatNeverCameFails() {
        ByteBuffer bytes = ByteBuffer.allocate(1);
        KnownContents.putNoBroadcast(bytes);
        assertThatIllegalStateException().isThrownBy(() -> KnownContents.requireBroadcast(bytes));
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
