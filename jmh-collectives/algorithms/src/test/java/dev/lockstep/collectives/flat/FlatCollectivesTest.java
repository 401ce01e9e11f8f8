package dev.lockstep.collectives.flat;

import static dev.lockstep.comm.Collectives.IN_PLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatCollectivesTest {
    /** Lengths in bytes where the way of an operation changes, or a slot's part or a chunk ends. */
    private static int[] ends(int ranks) {
        return new int[] {
            Slots.INLINE,
            Slots.INLINE + 8,
            FlatCollectives.BY_WORDS,
            FlatCollectives.ONE_HOP / ranks & -8,
            Slots.CHUNK,
            2 * Slots.CHUNK
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8})
    void everyTypeAndOperation(int ranks) {
        FlatRanks.run(ranks, (flat, rank) -> {
            Sample sample = new Sample(flat, rank, ranks);
            int kind = rank;
            for (Datatype type : Datatype.values()) {
                for (ReduceOp op : ReduceOp.values()) {
                    for (int count : new int[] {0, 1, 2, 3, ranks + 1, 13, 14, 15, 33, 600}) {
                        kind++;
                        sample.allReduce(
                                count, type, op, kind % 2 == rank % 2, count * 7L + ranks, kind % Sample.KINDS);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8})
    void sumsOfEveryLength(int ranks) {
        FlatRanks.run(ranks, (flat, rank) -> {
            Sample sample = new Sample(flat, rank, ranks);
            int kind = rank;
            for (Datatype type : List.of(Datatype.FLOAT, Datatype.LONG)) {
                Set<Integer> counts = new TreeSet<>(Set.of(1000, 1009));
                counts.addAll(Set.of(Math.max(0, ranks - 1), 100 + ranks, 4099));
                for (int end : ends(ranks)) {
                    int count = type.elements(end);
                    counts.addAll(Set.of(count - 1, count, count + 1));
                }
                for (int count : counts) {
                    kind++;
                    sample.allReduce(count, type, ReduceOp.SUM, count % 2 == 0, count, kind % Sample.KINDS);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void broadcastsFromEveryRoot(int ranks) {
        FlatRanks.run(ranks, (flat, rank) -> {
            Sample sample = new Sample(flat, rank, ranks);
            int kind = rank;
            for (int root = 0; root < ranks; root++) {
                for (int bytes : new int[] {0, 1, 7, 8, 9, 55, 1009}) {
                    sample.bcast(bytes, root, bytes + root, kind++ % Sample.KINDS);
                }
                for (int end : ends(ranks)) {
                    sample.bcast(end, root, end + root, kind++ % Sample.KINDS);
                    sample.bcast(end + 1, root, end - root, kind++ % Sample.KINDS);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void aBarrierHoldsEveryRank(int ranks) {
        AtomicInteger entered = new AtomicInteger();
        FlatRanks.run(ranks, (flat, rank) -> {
            for (int round = 1; round <= 200; round++) {
                if ((round + rank) % 50 == 0) {
                    Thread.sleep(1);
                }
                entered.incrementAndGet();
                flat.barrier();
                assertThat(entered.get()).isGreaterThanOrEqualTo(round * ranks);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void operationsBackToBack(int ranks) {
        FlatRanks.run(ranks, (flat, rank) -> new Sample(flat, rank, ranks).mixed(700, 70_000, ranks, true));
    }

    /** The step is counted in 32 bits, which a run of an hour may pass. */
    @Test
    void theCountOfStepsWraps() {
        FlatRanks.run(
                2, Integer.MAX_VALUE - 100, (flat, rank) -> new Sample(flat, rank, 2).mixed(300, 20_000, 5, false));
    }

    /** A root that runs ahead meets receivers of which some have not read what it sent before. */
    @Test
    void aFastRootOvertakesNobody() {
        FlatRanks.run(3, (flat, rank) -> {
            Sample sample = new Sample(flat, rank, 3);
            for (int i = 0; i < 300; i++) {
                if (rank > 0 && i % (20 + rank) == 0) {
                    Thread.sleep(1);
                }
                if (i % 10 == 9) {
                    sample.allReduce(5, Datatype.INT, ReduceOp.SUM, false, i, 0);
                } else {
                    sample.bcast(40 + i % 30, i / 50 % 3, i, 0);
                }
            }
        });
    }

    @Test
    void steadyStateMakesNoGarbage() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int operations = 500;
        FlatRanks.run(2, (flat, rank) -> {
            ByteBuffer[] sums = {Buffers.direct(8), Buffers.direct(52), Buffers.direct(1000), Buffers.direct(50_000)};
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 5; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < operations; i++) {
                    for (ByteBuffer sum : sums) {
                        flat.allReduce(IN_PLACE, sum, Datatype.FLOAT, ReduceOp.MAX);
                        flat.bcast(sum, i & 1);
                    }
                    flat.barrier();
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least / operations).as("bytes for each round").isZero();
        });
    }

    @Test
    void otherLengthsAreAnError() {
        FlatRanks.run(
                2,
                (flat, rank) -> assertThatThrownBy(() -> flat.allReduce(
                                Buffers.direct(8 + 8 * rank), Buffers.direct(8 + 8 * rank), Datatype.INT, ReduceOp.SUM))
                        .isInstanceOf(CommunicationException.class)
                        .hasMessageContaining("of 8 ")
                        .hasMessageContaining("of 16 "));
    }

    @Test
    void anAbortEndsEveryWait() throws InterruptedException {
        ends("a barrier", FlatCollectives::barrier, true);
        ends("an allreduce", FlatCollectivesTest::small, true);
        ends("an allreduce", FlatCollectivesTest::large, true);
        ends("a broadcast", flat -> flat.bcast(ByteBuffer.allocate(3), 1), true);
        ends("a wait for rank 1", flat -> flat.bcast(ByteBuffer.allocate(9 * Slots.CHUNK), 0), true);
    }

    @Test
    void anInterruptEndsEveryWait() throws InterruptedException {
        ends("a barrier", FlatCollectives::barrier, false);
        ends("an allreduce", FlatCollectivesTest::small, false);
        ends("an allreduce", FlatCollectivesTest::large, false);
        ends("a broadcast", flat -> flat.bcast(ByteBuffer.allocate(3), 1), false);
        ends("a wait for rank 1", flat -> flat.bcast(ByteBuffer.allocate(9 * Slots.CHUNK), 0), false);
    }

    private static void small(FlatCollectives flat) {
        flat.allReduce(IN_PLACE, ByteBuffer.allocate(8), Datatype.LONG, ReduceOp.SUM);
    }

    private static void large(FlatCollectives flat) {
        flat.allReduce(IN_PLACE, ByteBuffer.allocate(80_000), Datatype.LONG, ReduceOp.SUM);
    }

    /** Rank 1 never comes. */
    private static void ends(String what, Consumer<FlatCollectives> wait, boolean byAbort) throws InterruptedException {
        Abort abort = new Abort();
        FlatCollectives flat =
                new FlatCollectives(Buffers.direct(FlatCollectives.bytes(2)), 0, 2, new Idle(abort, true));
        AtomicReference<Throwable> raised = new AtomicReference<>();
        Thread thread = new Thread(() -> wait.accept(flat));
        thread.setUncaughtExceptionHandler((t, e) -> raised.set(e));
        thread.start();
        FlatRanks.awaitIdle(thread);
        if (byAbort) {
            abort.raise("the test says so");
        } else {
            thread.interrupt();
        }
        thread.join();
        assertThat(raised.get())
                .isInstanceOf(CommunicationException.class)
                .hasMessageStartingWith(what)
                .hasMessageContaining(byAbort ? "the test says so" : "interrupted");
    }

    @Test
    void memoryThatCannotBeRightIsRefused() {
        Abort abort = new Abort();
        int bytes = FlatCollectives.bytes(2);
        assertThatThrownBy(() -> FlatCollectives.bytes(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FlatCollectives.bytes(1 << 20)).isInstanceOf(IllegalArgumentException.class);
        for (ByteBuffer wrong : new ByteBuffer[] {
            ByteBuffer.allocate(bytes),
            Buffers.direct(bytes - 1),
            Buffers.direct(bytes).asReadOnlyBuffer(),
            Buffers.direct(bytes + 64).position(64)
        }) {
            assertThatThrownBy(() -> new FlatCollectives(wrong, 0, 2, new Idle(abort, false)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (int rank : new int[] {-1, 2}) {
            assertThatThrownBy(() -> new FlatCollectives(Buffers.direct(bytes), rank, 2, new Idle(abort, false)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theMemoryIsFromPositionToLimit() throws InterruptedException {
        int before = 256;
        ByteBuffer memory = Buffers.direct(before + FlatCollectives.bytes(2)).position(before);
        Thread other =
                new Thread(() -> small(new FlatCollectives(memory.duplicate(), 1, 2, new Idle(new Abort(), true))));
        other.start();
        small(new FlatCollectives(memory, 0, 2, new Idle(new Abort(), true)));
        other.join();
        assertThat(memory.position()).isEqualTo(before);
        for (int i = 0; i < before; i++) {
            assertThat(memory.get(i)).isZero();
        }
    }

    @Test
    void whatIsLackingIsDeclared() {
        FlatCollectives flat =
                new FlatCollectives(Buffers.direct(FlatCollectives.bytes(1)), 0, 1, new Idle(new Abort(), false));
        assertThat(flat.supports(Capability.BROADCAST)).isTrue();
        assertThat(flat.supports(Capability.ALL_REDUCE)).isTrue();
        assertThatThrownBy(() -> flat.gather(null, null, 0)).isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> flat.scan(null, null, Datatype.INT, ReduceOp.SUM))
                .isInstanceOf(UnsupportedCapabilityException.class);
    }

    @Test
    void wrongArgumentsAreRefused() {
        FlatCollectives flat =
                new FlatCollectives(Buffers.direct(FlatCollectives.bytes(2)), 0, 2, new Idle(new Abort(), false));
        ByteBuffer one = ByteBuffer.allocate(8);
        assertThatThrownBy(() -> flat.bcast(one, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> flat.bcast(one.asReadOnlyBuffer(), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> flat.allReduce(one, ByteBuffer.allocate(4), Datatype.INT, ReduceOp.SUM))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> flat.allReduce(one, one, Datatype.INT, ReduceOp.SUM))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
