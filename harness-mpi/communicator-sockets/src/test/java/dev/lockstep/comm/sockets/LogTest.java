package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a log keeps, and what makes room. */
class LogTest {
    private static final int BYTES = 600;

    private final Log log = new Log(2 * BYTES + 100);

    private static SendRequest send(int first, int bytes) {
        SendRequest request = new SendRequest(null, null);
        request.start(ByteBuffer.allocate(bytes).put(0, (byte) first), 0, bytes, 1, 1, 3, false);
        return request;
    }

    private Log.Entry sent(int first) {
        return log.add(send(first, BYTES), first);
    }

    @Test
    void deliveredMessagesMakeRoomTheOldestFirst() {
        Log.Entry one = sent(1);
        Log.Entry two = sent(2);
        two.gone();
        one.gone();
        ByteBuffer oldest = two.message();
        Log.Entry three = sent(3);
        assertThat(three.message()).isSameAs(oldest);
        assertThat(three.message().get(0)).isEqualTo((byte) 3);
        assertThat(one.message().get(0)).isEqualTo((byte) 1);
    }

    /** Its send ends when it is copied, and no sooner. */
    @Test
    void whatThereIsNoRoomForWaitsInItsSendersBuffer() {
        Log.Entry one = sent(1);
        sent(2);
        SendRequest third = send(3, BYTES);
        Log.Entry three = log.add(third, 3);
        SendRequest small = send(4, 1);
        Log.Entry four = log.add(small, 4);
        assertThat(third.isDone()).isFalse();
        assertThat(small.isDone()).as("in order").isFalse();
        assertThat(three.message()).isSameAs(third.message());
        one.gone();
        assertThat(third.isDone()).isTrue();
        assertThat(small.isDone()).isTrue();
        assertThat(three.message()).isNotSameAs(third.message());
        assertThat(four.message().get(0)).isEqualTo((byte) 4);
    }

    /** It leaves from where it is, which may be overwritten when it has left. */
    @Test
    void whatThereIsNoRoomForIsAskedFor() {
        Log.Entry one = sent(1);
        sent(2);
        SendRequest third = send(3, BYTES);
        Log.Entry three = log.add(third, 3);
        Frame frame = three.answer(1, 0);
        one.gone();
        assertThat(third.isDone()).isFalse();
        assertThat(three.message()).isSameAs(third.message());
        frame.left();
        assertThat(third.isDone()).isTrue();
    }

    /** However large it is. */
    @Test
    void oneMessageFitsInAnyCase() {
        SendRequest large = send(1, 10 * BYTES);
        log.add(large, 1);
        assertThat(large.isDone()).isTrue();
        SendRequest next = send(2, 1);
        log.add(next, 2);
        assertThat(next.isDone()).isFalse();
    }

    @Test
    void ofSmallMessagesThereAreOnlySoMany() {
        Log large = new Log(64 << 20);
        for (int i = 0; i < 4096; i++) {
            SendRequest small = send(0, 1 + i % 2);
            large.add(small, i);
            assertThat(small.isDone()).isTrue();
        }
        SendRequest next = send(0, 1);
        large.add(next, 4096);
        assertThat(next.isDone()).isFalse();
    }
}
