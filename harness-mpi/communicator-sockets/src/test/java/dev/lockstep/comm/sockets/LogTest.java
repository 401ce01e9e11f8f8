package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a log keeps, and what makes room. */
class LogTest {
    private static final int BYTES = 600;

    private final Log log = new Log(2 * BYTES + 100);

    private Log.Entry sent(int first) {
        SendRequest request = new SendRequest(null, null);
        request.start(ByteBuffer.allocate(BYTES).put(0, (byte) first), 0, BYTES, 1, 1, 3, false);
        return log.add(request, first);
    }

    @Test
    void deliveredMessagesMakeRoomTheOldestFirst() {
        Log.Entry one = sent(1);
        Log.Entry two = sent(2);
        assertThat(log.hasRoom(BYTES)).isFalse();
        two.gone();
        one.gone();
        assertThat(log.hasRoom(BYTES)).isTrue();
        ByteBuffer oldest = two.copy();
        Log.Entry three = sent(3);
        assertThat(three.copy()).isSameAs(oldest);
        assertThat(three.copy().get(0)).isEqualTo((byte) 3);
        assertThat(one.copy().get(0)).isEqualTo((byte) 1);
    }

    /** However large it is. */
    @Test
    void oneMessageFitsInAnyCase() {
        assertThat(log.hasRoom(Integer.MAX_VALUE)).isTrue();
        sent(1);
        assertThat(log.hasRoom(Integer.MAX_VALUE)).isFalse();
    }
}
