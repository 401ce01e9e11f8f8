package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Each collective's own check: passes what is right, in all its forms, and nothing else. */
class SelfChecksTest {
    private static final int BYTES = 400;

    private static final List<Class<? extends Operation>> ALL = List.of(
            BarrierBenchmark.class,
            BroadcastBenchmark.class,
            GatherBenchmark.class,
            GathervBenchmark.class,
            ScatterBenchmark.class,
            ScattervBenchmark.class,
            AllGatherBenchmark.class,
            AllGathervBenchmark.class,
            AllToAllBenchmark.class,
            AllToAllvBenchmark.class,
            ReduceBenchmark.class,
            AllReduceBenchmark.class,
            ReduceScatterBenchmark.class,
            ReduceScatterBlockBenchmark.class,
            ScanBenchmark.class,
            ExscanBenchmark.class);

    /** What differs from the first value of each parameter. */
    private static final List<Map<String, Object>> FORMS = List.of(
            Map.of(),
            Map.of("buffer", "heap"),
            Map.of("algorithm", "tuned"),
            Map.of("algorithm", "linear"),
            Map.of("root", "1"),
            Map.of("root", "rotate"),
            Map.of("inPlace", true),
            Map.of("inPlace", true, "root", "rotate"),
            Map.of("inPlace", true, "reuse", "rotated"),
            Map.of("reuse", "rotated", "root", "rotate"),
            Map.of("reuse", "rewritten"),
            Map.of("blocks", "uneven"),
            Map.of("blocks", "uneven", "inPlace", true),
            Map.of("sync", "barrier", "late", "rotate:1us:2"),
            Map.of("type", "int", "op", "min"),
            Map.of("type", "long", "op", "max"),
            Map.of("type", "double", "op", "prod"),
            Map.of("type", "float", "op", "prod"));

    static Stream<Class<? extends Operation>> all() {
        return ALL.stream();
    }

    /** A barrier that does nothing fails by time, below. */
    static Stream<Class<? extends Operation>> withContents() {
        return all().filter(type -> type != BarrierBenchmark.class);
    }

    private static <O extends Operation> O prepared(Class<O> type, Map<String, Object> form, Rank rank)
            throws Exception {
        O operation = type.getConstructor().newInstance();
        Map<String, Object> params = new HashMap<>(form);
        params.putIfAbsent("bytes", BYTES);
        operation.with(params);
        if (operation instanceof Collective contents) {
            contents.rotatedBytes = 8 * BYTES;
        }
        operation.arrive(rank);
        operation.allocate(rank);
        return operation;
    }

    /** As JMH does it: so many operations. */
    private static void run(Operation operation, Rank rank, int times) throws Exception {
        Method method = Arrays.stream(operation.getClass().getMethods())
                .filter(m -> m.isAnnotationPresent(Benchmark.class))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < times; i++) {
            operation.next();
            method.invoke(operation, null, rank);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsRightPassesInAllForms(Class<? extends Operation> type) throws Exception {
        for (Map<String, Object> form : FORMS) {
            passes(type, form, 3);
        }
        for (int ranks : new int[] {1, 2, 4}) {
            passes(type, Map.of(), ranks);
            passes(type, Map.of("inPlace", true, "root", "rotate", "blocks", "uneven"), ranks);
        }
    }

    private static void passes(Class<? extends Operation> type, Map<String, Object> form, int ranks) throws Exception {
        for (int times : new int[] {1, ranks + 1}) {
            assertThat(ThreadRanks.failures(ranks, rank -> {
                        Operation operation = prepared(type, form, rank);
                        operation.fill(rank);
                        run(operation, rank, times);
                        operation.check(rank);
                    }))
                    .as("%s on %d ranks, %d times", form, ranks, times)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsStartedAndAwaitedPasses(Class<? extends Operation> type) throws Exception {
        for (Map<String, Object> form : FORMS) {
            ThreadRanks.run(3, rank -> {
                Operation operation = prepared(type, form, rank);
                operation.fill(rank);
                operation.next();
                operation.start(rank.comm()).await();
                operation.check(rank);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("withContents")
    void whatDoesNothingFails(Class<? extends Operation> type) throws Exception {
        for (Map<String, Object> form : FORMS) {
            Collection<Exception> failures = ThreadRanks.failures(3, rank -> {
                Operation operation = prepared(type, form, rank);
                operation.fill(rank);
                operation.next();
                operation.check(rank);
            });
            // The root has what it sends, or alone has what all send; the first rank has what it gives itself.
            assertThat(failures)
                    .as("%s %s", type.getSimpleName(), form)
                    .hasSizeGreaterThanOrEqualTo(1)
                    .hasOnlyElementsOfType(IllegalStateException.class);
        }
    }

    @Test
    void whoMixesUpWhoseBlockItIsFails() throws Exception {
        assertThat(ThreadRanks.failures(3, rank -> {
                    AllToAllBenchmark benchmark = prepared(AllToAllBenchmark.class, Map.of(), rank);
                    run(benchmark, rank, 1);
                    ByteBuffer blocks = benchmark.result;
                    ByteBuffer first = blocks.duplicate().limit(BYTES).slice();
                    blocks.put(0, blocks, BYTES, BYTES);
                    assertThat(first.capacity()).isEqualTo(BYTES);
                    benchmark.check(rank);
                }))
                .hasSize(3)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    @Test
    void aRootThatIsNoneIsRefused() throws Exception {
        assertThat(ThreadRanks.failures(2, rank -> prepared(GatherBenchmark.class, Map.of("root", "2"), rank)))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e).hasMessageContainingAll("root=2", "2 of them"));
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
}
