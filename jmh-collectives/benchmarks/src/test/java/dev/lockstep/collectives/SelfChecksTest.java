package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fill, operate, check, as the pilot does; and the same with an operation that does not do its work. */
class SelfChecksTest {
    private static final int BYTES = 4096;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void allReducePasses(int ranks) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            AllReduceBenchmark benchmark = allReduce(rank);
            benchmark.allReduce(null, rank);
            benchmark.check(rank);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void allReduceThatDoesNothingFailsOnEveryRank(int ranks) throws Exception {
        assertThat(ThreadRanks.failures(ranks, rank -> allReduce(rank).check(rank)))
                .hasSize(ranks)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void broadcastPasses(int ranks) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            BroadcastBenchmark benchmark = broadcast(rank);
            benchmark.broadcast(null, rank);
            benchmark.check(rank);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void broadcastThatDoesNothingFailsOnEveryRankButTheRoot(int ranks) throws Exception {
        assertThat(ThreadRanks.failures(ranks, rank -> broadcast(rank).check(rank)))
                .hasSize(ranks - 1)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void allToAllPasses(int ranks) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            AllToAllBenchmark benchmark = allToAll(rank);
            benchmark.allToAll(null, rank);
            benchmark.check(rank);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void allToAllThatDoesNothingFailsOnEveryRank(int ranks) throws Exception {
        assertThat(ThreadRanks.failures(ranks, rank -> allToAll(rank).check(rank)))
                .hasSize(ranks)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @Test
    void allToAllThatMixesUpWhoseMessageItIsFails() throws Exception {
        assertThat(ThreadRanks.failures(3, rank -> {
                    AllToAllBenchmark benchmark = allToAll(rank);
                    benchmark.allToAll(null, rank);
                    benchmark.bytes = BYTES / 2;
                    benchmark.check(rank);
                }))
                .hasSize(3)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void barrierPasses(int ranks) throws Exception {
        ThreadRanks.run(ranks, rank -> {
            BarrierBenchmark benchmark = new BarrierBenchmark();
            benchmark.register(rank);
            benchmark.fill(rank);
            benchmark.barrier(null, rank);
            benchmark.check(rank);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void barrierThatDoesNothingFailsOnEveryRank(int ranks) throws Exception {
        assertThat(caught(ranks, ranks, comm -> {}))
                .allSatisfy(e -> assertThat(e).hasMessageContaining("left the barrier after"));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void barrierThatForgetsTheLastRankFails(int ranks) throws Exception {
        caught(ranks, 1, SelfChecksTest::barrierOfAllButTheLast);
    }

    /** How so many ranks, or more, of a wrong barrier fail. One that is held up for as long as another rests passes, by chance. */
    private static Collection<Exception> caught(int ranks, int atLeast, Consumer<Communicator> barrier)
            throws Exception {
        for (int trial = 0; trial < 100; trial++) {
            Collection<Exception> failures = ThreadRanks.failures(
                    ranks, rank -> StragglerCheck.verify(rank.comm(), () -> barrier.accept(rank.comm())));
            assertThat(failures).allMatch(IllegalStateException.class::isInstance);
            if (failures.size() >= atLeast) {
                return failures;
            }
        }
        throw new AssertionError("not caught");
    }

    private static void barrierOfAllButTheLast(Communicator comm) {
        ByteBuffer nothing = comm.allocate(0);
        int last = comm.size() - 1;
        for (int phase = 0; phase < 2 && comm.rank() != last; phase++) {
            for (int other = 1; other < last; other++) {
                int from = phase == 0 ? other : 0;
                int to = phase == 0 ? 0 : other;
                if (comm.rank() == from) {
                    comm.send(nothing, to, 8);
                } else if (comm.rank() == to) {
                    comm.recv(nothing, from, 8);
                }
            }
        }
    }

    private static AllReduceBenchmark allReduce(Rank rank) {
        AllReduceBenchmark benchmark = new AllReduceBenchmark();
        benchmark.bytes = BYTES;
        benchmark.buffer = rank.size() % 2 == 0 ? "direct" : "heap";
        benchmark.allocate(rank);
        benchmark.fill(rank);
        return benchmark;
    }

    private static AllToAllBenchmark allToAll(Rank rank) {
        AllToAllBenchmark benchmark = new AllToAllBenchmark();
        benchmark.bytes = BYTES;
        benchmark.buffer = rank.size() % 2 == 0 ? "direct" : "heap";
        benchmark.allocate(rank);
        benchmark.fill(rank);
        return benchmark;
    }

    private static BroadcastBenchmark broadcast(Rank rank) {
        BroadcastBenchmark benchmark = new BroadcastBenchmark();
        benchmark.bytes = BYTES;
        benchmark.buffer = rank.size() % 2 == 0 ? "direct" : "heap";
        benchmark.allocate(rank);
        benchmark.fill(rank);
        return benchmark;
    }
}
