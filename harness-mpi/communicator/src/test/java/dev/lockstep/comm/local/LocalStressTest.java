package dev.lockstep.comm.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many messages of random sizes, tags and kinds, all of whose contents and orders are checked; and ways out of waits. */
@Timeout(180)
class LocalStressTest {
    private static final int ROUNDS = 30;
    private static final int PER_ROUND = 40;
    private static final int TAGS = 3;
    private static final int LARGEST = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void randomMessages(int ranks) {
        Ranks.run(ranks, comm -> {
            for (int round = 0; round < ROUNDS; round++) {
                exchange(comm, new Random(round * 31L + comm.rank()), round);
            }
        });
    }

    /** Every rank sends as many messages to each; receives are posted in random ways, wildcards among them. */
    private static void exchange(Communicator comm, Random random, int round) {
        int total = PER_ROUND * comm.size();
        int[][] sent = new int[comm.size()][TAGS];
        int[][] seen = new int[comm.size()][TAGS];
        List<Request> requests = new ArrayList<>();
        int started = 0;
        int received = 0;
        Status status = new Status();
        while (started < total || received < total) {
            if (started < total && (received == total || random.nextBoolean())) {
                int to = started++ % comm.size();
                int tag = random.nextInt(TAGS);
                int length = 16 + random.nextInt(random.nextInt(10) == 0 ? LARGEST - 16 : 200);
                requests.add(comm.iSend(message(length, comm.rank(), tag, sent[to][tag]++, round), to, tag));
            } else if (received < total) {
                ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);
                // Always by wildcard: what a rank is sent with which tag is the sender's own random choice.
                if (random.nextBoolean() || started < total) {
                    Request receiving = comm.iRecv(in, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                    if (started < total) {
                        while (!receiving.test(status)) {
                            if (started < total) {
                                int to = started++ % comm.size();
                                int tag = random.nextInt(TAGS);
                                requests.add(
                                        comm.iSend(message(64, comm.rank(), tag, sent[to][tag]++, round), to, tag));
                            }
                        }
                    } else {
                        receiving.await(status);
                    }
                } else {
                    comm.recv(in, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                }
                received++;
                check(in, status, seen, round);
            }
        }
        requests.forEach(Request::await);
        comm.barrier();
    }

    private static ByteBuffer message(int length, int rank, int tag, int number, int round) {
        ByteBuffer out = number % 2 == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        out.putInt(0, rank).putInt(4, tag).putInt(8, number).putInt(12, round);
        for (int i = 16; i < length; i++) {
            out.put(i, (byte) (i * 3 + number + rank));
        }
        return out;
    }

    private static void check(ByteBuffer in, Status status, int[][] seen, int round) {
        int rank = status.source();
        int tag = status.tag();
        int number = seen[rank][tag]++;
        assertThat(new int[] {in.getInt(0), in.getInt(4), in.getInt(8), in.getInt(12)})
                .containsExactly(rank, tag, number, round);
        for (int i = 16; i < status.bytes(); i++) {
            if (in.get(i) != (byte) (i * 3 + number + rank)) {
                throw new AssertionError("byte " + i + " of " + status);
            }
        }
    }

    /** Receives by source and tag in an order that the sender does not know, so that most messages come unexpected. */
    @Test
    void unexpectedMessages() {
        Ranks.run(2, comm -> {
            int other = 1 - comm.rank();
            ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);
            for (int round = 0; round < 60; round++) {
                List<Request> sending = new ArrayList<>();
                for (int tag = 0; tag < 50; tag++) {
                    sending.add(comm.iSend(
                            message(tag % 10 == 0 ? LARGEST : 100, comm.rank(), tag, tag, round), other, tag));
                }
                for (int i = 0; i < 50; i++) {
                    int tag = (i * 7 + round) % 50;
                    comm.recv(in, other, tag);
                    assertThat(in.getInt(4)).isEqualTo(tag);
                    assertThat(in.getInt(12)).isEqualTo(round);
                }
                sending.forEach(Request::await);
            }
        });
    }

    @Test
    void anAbortEndsWaits() throws InterruptedException {
        try (World world = new LocalProvider().open(new WorldOptions(3, 1))) {
            List<Runnable> waits = List.of(
                    () -> world.communicator(0, 0).recv(ByteBuffer.allocate(1), 1, 0),
                    () -> world.communicator(1, 0).barrier(),
                    () -> world.communicator(2, 0).send(ByteBuffer.allocate(1 << 20), 0, 9));
            List<AtomicReference<Throwable>> raised = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (Runnable wait : waits) {
                AtomicReference<Throwable> to = new AtomicReference<>();
                raised.add(to);
                threads.add(start(wait, to));
            }
            for (Thread thread : threads) {
                awaitIdle(thread);
            }
            world.abort("the test says so");
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(raised)
                    .allSatisfy(r -> assertThat(r.get())
                            .isInstanceOf(CommunicationException.class)
                            .hasMessageContaining("the test says so"));
        }
    }

    @Test
    void anInterruptEndsAWait() throws InterruptedException {
        try (World world = new LocalProvider().open(new WorldOptions(2, 1))) {
            AtomicReference<Throwable> raised = new AtomicReference<>();
            Thread thread = start(() -> world.communicator(0, 0).recv(ByteBuffer.allocate(1), 1, 0), raised);
            awaitIdle(thread);
            thread.interrupt();
            thread.join();
            assertThat(raised.get()).isInstanceOf(CommunicationException.class).hasMessageContaining("interrupted");
        }
    }

    @Test
    void threadsOfARankNeverMeet() {
        try (World world = new LocalProvider().open(new WorldOptions(2, 2))) {
            assertThat(world.communicator(1, 1)).isSameAs(world.communicator(1, 1));
            ByteBuffer in = ByteBuffer.allocate(4);
            world.communicator(0, 0).send(ByteBuffer.allocate(4).putInt(0, 10), 1, 0);
            world.communicator(0, 1).send(ByteBuffer.allocate(4).putInt(0, 11), 1, 0);
            world.communicator(1, 1).recv(in, 0, 0);
            assertThat(in.getInt(0)).isEqualTo(11);
            world.communicator(1, 0).recv(in, 0, 0);
            assertThat(in.getInt(0)).isEqualTo(10);
        }
    }

    /** Who waits for long lets go of its core. */
    private static void awaitIdle(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
    }

    private static Thread start(Runnable work, AtomicReference<Throwable> raised) {
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((t, e) -> raised.set(e));
        thread.start();
        return thread;
    }
}
