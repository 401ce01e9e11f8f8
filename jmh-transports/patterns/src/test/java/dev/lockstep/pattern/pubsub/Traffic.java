package dev.lockstep.pattern.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.transport.support.Tcp;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Messages of {@code ping} that tests publish and take. */
final class Traffic {
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long STILL_MILLIS = 500;

    /** Of messages of 1,000 bytes: more than all buffers on their way hold. */
    private static final long MANY = 60_000;

    private Traffic() {}

    static void publish(Topics.Publisher<Message> by, int publisher, long from, long to) throws IOException {
        for (long i = from; i < to; i++) {
            by.publish("ping", Worlds.message("ping", publisher, i));
        }
    }

    static void publish(Topics.Publisher<Message> by, long number) throws IOException {
        publish(by, 0, number, number + 1);
    }

    /** The next one, whole. */
    static Message take(Topics.Subscription<Message> from) throws IOException {
        Message message = from.take(PATIENCE_NANOS);
        assertThat(message).as("a message").isNotNull();
        assertThat(message).isEqualTo(Worlds.message(message.topic(), message.publisher(), message.number()));
        return message;
    }

    static long number(Topics.Subscription<Message> from) throws IOException {
        return take(from).number();
    }

    static void assertNothing(Topics.Subscription<Message> from) throws IOException {
        assertThat(from.take(QUIET_NANOS)).isNull();
    }

    /** What nobody takes makes the publisher wait, and nothing of it is lost. */
    static void assertWaits(ExecutorService others, Topics.Publisher<Message> by, Topics.Subscription<Message> slow)
            throws Exception {
        AtomicLong published = new AtomicLong();
        Future<?> publishing = others.submit(() -> {
            while (published.get() < MANY) {
                publish(by, published.get());
                published.incrementAndGet();
            }
            return null;
        });
        while (published.get() <= new Buffer<>(Worlds.BYTES).most() && !publishing.isDone()) {
            Thread.sleep(1);
        }
        for (long before = -1; before < published.get(); ) {
            before = published.get();
            Thread.sleep(STILL_MILLIS);
        }
        assertThat(publishing.isDone()).isFalse();
        for (long i = 0; i < MANY; i++) {
            assertThat(number(slow)).isEqualTo(i);
        }
        publishing.get();
        assertThat(by.lost()).isZero();
    }

    /** One at a port of TCP, who has said that so many bytes come, and has sent so many. */
    static Socket stranger(String place, int bytes, int sent) throws IOException {
        InetSocketAddress at = Tcp.parse(place);
        Socket stranger = new Socket(at.getAddress(), at.getPort());
        DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
        out.writeInt(Tcp.GREETING);
        out.writeInt(bytes);
        out.write(new byte[sent]);
        out.flush();
        return stranger;
    }
}
