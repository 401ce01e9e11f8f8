package dev.lockstep.transport.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads that share an endpoint or an outbox may still do while one of them waits. */
@Timeout(120)
@SuppressWarnings("try") // some are closed while others wait for them
class SharingTest {
    private static final int LARGEST = 1 << 16;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private Endpoint open(String name) throws IOException {
        Transport transport = Transports.discover().require(name);
        return transport.open(Setting.of(transport, folder, LARGEST));
    }

    /** Starts what waits, and gives it time to do so. */
    private <T> Future<T> waiting(Callable<T> call) throws Exception {
        Future<T> future = threads.submit(call);
        assertThatThrownBy(() -> future.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        return future;
    }

    private static ByteBuffer room() {
        return ByteBuffer.allocateDirect(LARGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "socket-open-close", "nio", "uds"})
    void receivingHasItsTimeoutWhileAnotherReceives(String name) throws Exception {
        try (Endpoint endpoint = open(name)) {
            Future<Integer> first = waiting(() -> endpoint.receive(room(), 0));
            long start = System.nanoTime();
            assertThat(endpoint.receive(room(), SHORT_NANOS)).isEqualTo(-1);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT_NANOS);
            Future<Integer> second = waiting(() -> endpoint.receive(room(), 0));
            endpoint.close();
            assertThatThrownBy(first::get).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(second::get).hasCauseInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "uds"})
    void whoWaitsForItsTurnIsInterrupted(String name) throws Exception {
        try (Endpoint endpoint = open(name)) {
            waiting(() -> endpoint.receive(room(), 0));
            assertThat(endpoint.poll((message, sender) -> {}, 1)).isZero();
            AtomicReference<Thread> thread = new AtomicReference<>();
            Future<Integer> second = waiting(() -> {
                thread.set(Thread.currentThread());
                return endpoint.receive(room(), 0);
            });
            thread.get().interrupt();
            assertThatThrownBy(second::get).hasCauseInstanceOf(InterruptedIOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "uds"})
    void othersSendWhileOneWaitsForAnAnswer(String name) throws Exception {
        try (Endpoint server = open(name);
                Endpoint client = open(name);
                Outbox outbox = client.connect(server.address(), 0)) {
            Future<Integer> asking = waiting(() -> outbox.request(ByteBuffer.allocate(10), room(), 0));
            assertThat(server.receive(room(), 0)).isEqualTo(10);
            long asker = server.sender();
            outbox.send(ByteBuffer.allocate(11));
            assertThat(server.receive(room(), 0)).isEqualTo(11);
            if (!name.equals("socket")) {
                assertThat(outbox.offer(ByteBuffer.allocate(12))).isTrue();
                assertThat(server.receive(room(), 0)).isEqualTo(12);
                Outbox.Claim claim = outbox.claim();
                assertThat(claim.reserve(13).remaining()).isEqualTo(13);
                claim.commit();
                assertThat(server.receive(room(), 0)).isEqualTo(13);
            }
            assertThat(outbox.request(ByteBuffer.allocate(14), room(), SHORT_NANOS))
                    .isEqualTo(-1);
            server.reply(asker, ByteBuffer.allocate(15));
            assertThat(asking.get()).isEqualTo(15);
            Future<Integer> next = waiting(() -> outbox.request(ByteBuffer.allocate(16), room(), 0));
            assertThat(server.receive(room(), 0)).isEqualTo(16);
            server.reply(server.sender(), ByteBuffer.allocate(17));
            assertThat(next.get()).isEqualTo(17);
        }
    }

    /** What it gave up waiting for may come after all, and is none of the next request's. */
    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "uds"})
    void noRequestGetsTheAnswerOfAnother(String name) throws Exception {
        try (Endpoint server = open(name);
                Endpoint client = open(name);
                Outbox outbox = client.connect(server.address(), 0)) {
            assertThat(outbox.request(ByteBuffer.allocate(10), room(), SHORT_NANOS))
                    .isEqualTo(-1);
            assertThat(server.receive(room(), 0)).isEqualTo(10);
            server.reply(server.sender(), ByteBuffer.allocate(11));
            assertThatThrownBy(() -> outbox.request(ByteBuffer.allocate(12), room(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("an earlier request has had no answer");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "uds"})
    void answersComeThoughTheServerCloses(String name) throws Exception {
        for (int round = 0; round < 100; round++) {
            int length = round % 2 == 0 ? 10 : LARGEST;
            try (Endpoint server = open(name);
                    Endpoint client = open(name);
                    Outbox outbox = client.connect(server.address(), 0)) {
                Future<Integer> asking = threads.submit(() -> outbox.request(ByteBuffer.allocate(1), room(), 0));
                assertThat(server.receive(room(), 0)).isEqualTo(1);
                server.reply(server.sender(), ByteBuffer.allocate(length));
                server.close();
                assertThat(asking.get()).isEqualTo(length);
            }
        }
    }

    /** Each thread's messages come whole and in order, by whichever way they were sent. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "uds"})
    void claimsOfThreadsAreNotTorn(String name) throws Exception {
        int each = 2_000;
        int senders = 4;
        try (Endpoint server = open(name);
                Endpoint client = open(name);
                Outbox outbox = client.connect(server.address(), 0)) {
            List<Future<?>> sending = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                int me = i;
                sending.add(threads.submit(() -> {
                    sendAll(outbox, me, each);
                    return null;
                }));
            }
            int[] next = new int[senders];
            ByteBuffer in = room();
            for (int i = 0; i < senders * each; i++) {
                int length = server.receive(in, 0);
                int sender = in.get(0);
                assertThat(length).isEqualTo(length(next[sender]++));
                assertThat(in.slice(0, length)).isEqualTo(message(sender, length));
            }
            for (Future<?> one : sending) {
                one.get();
            }
        }
    }

    private static int length(int number) {
        return 1 + number * 7919 % (number % 50 == 0 ? LARGEST : 300);
    }

    private static ByteBuffer message(int sender, int length) {
        ByteBuffer message = ByteBuffer.allocate(length);
        while (message.hasRemaining()) {
            message.put((byte) sender);
        }
        return message.flip();
    }

    private static void sendAll(Outbox outbox, int me, int count) throws IOException {
        Outbox.Claim claim = outbox.claim();
        for (int i = 0; i < count; i++) {
            ByteBuffer message = message(me, length(i));
            if (me == 0) {
                outbox.send(message);
            } else if (me == 1) {
                while (!outbox.offer(message)) {
                    Thread.yield();
                }
            } else {
                ByteBuffer memory;
                while ((memory = claim.reserve(message.remaining())) == null) {
                    Thread.yield();
                }
                memory.put(message);
                claim.commit();
            }
        }
        outbox.flush();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "uds"})
    void claimsAllocateNothing(String name) throws Exception {
        int count = 10_000;
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Endpoint server = open(name);
                Endpoint client = open(name);
                Outbox outbox = client.connect(server.address(), 0)) {
            Future<Integer> receiving = threads.submit(() -> {
                int received = 0;
                for (ByteBuffer in = room(); received < 2 * count; received++) {
                    server.receive(in, 0);
                }
                return received;
            });
            Outbox.Claim claim = outbox.claim();
            long before = 0;
            for (int i = 0; i < 2 * count; i++) {
                if (i == count) {
                    before = bean.getCurrentThreadAllocatedBytes();
                }
                ByteBuffer memory;
                while ((memory = claim.reserve(100)) == null) {
                    Thread.yield();
                }
                memory.putInt(i);
                claim.commit();
            }
            assertThat(bean.getCurrentThreadAllocatedBytes() - before).isLessThan(count);
            outbox.flush();
            assertThat(receiving.get()).isEqualTo(2 * count);
        }
    }
}
