package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private final ByteBuffer message = ByteBuffer.allocate(1000);

    @BeforeEach
    void putRankOnes() {
        Contents.put(message, 1);
    }

    @Test
    void rightMessagePasses() {
        assertThatCode(() -> Contents.require(message, 1)).doesNotThrowAnyException();
    }

    @Test
    void messageOfAnotherRankFails() {
        assertThatIllegalStateException().isThrownBy(() -> Contents.require(message, 0));
        assertThatIllegalStateException().isThrownBy(() -> Contents.require(message, 2));
    }

    @Test
    void lastByteCounts() {
        message.put(999, (byte) (message.get(999) + 1));
        assertThatIllegalStateException()
                .isThrownBy(() -> Contents.require(message, 1))
                .withMessageContaining("byte 999 of 1000 from rank 1");
    }

    @Test
    void messageThatNeverCameFails() {
        for (int rank = 0; rank < 300; rank++) {
            ByteBuffer one = ByteBuffer.allocate(1);
            int sender = rank;
            Contents.putNone(one, rank);
            assertThatIllegalStateException().isThrownBy(() -> Contents.require(one, sender));
        }
    }
}
