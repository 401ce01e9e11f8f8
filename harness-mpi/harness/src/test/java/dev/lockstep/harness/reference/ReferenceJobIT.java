package dev.lockstep.harness.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.MpiShim;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.IterationType;

/** The program itself, in real ranks. */
@Tag("runs")
class ReferenceJobIT {
    private static final List<String> COLLECTIVES = List.of(
            "bcast",
            "gather",
            "gatherv",
            "scatter",
            "scatterv",
            "allgather",
            "allgatherv",
            "alltoall",
            "alltoallv",
            "reduce",
            "allreduce",
            "reduce-scatter",
            "reduce-scatter-block",
            "scan",
            "exscan");
    private static final List<String> PAIRED = List.of(
            "ping-pong",
            "tcp-ping-pong",
            "bandwidth",
            "bidirectional-bandwidth",
            "persistent-ping-pong",
            "probed-ping-pong");

    @TempDir
    Path scratch;

    private final List<ReferenceLine> lines = new ArrayList<>();

    private Optional<String> run(int ranks, String... arguments) throws IOException {
        return run(ranks, lines::add, arguments);
    }

    private Optional<String> run(int ranks, Consumer<ReferenceLine> listener, String... arguments) throws IOException {
        return run(layout(ranks), LaunchOptions.DEFAULT, listener, arguments);
    }

    private Optional<String> run(
            RankLayout layout, LaunchOptions options, Consumer<ReferenceLine> listener, String... arguments)
            throws IOException {
        JobSpec spec = new JobSpec(scratch.resolve("launch-" + layout.ranks()), 1, options, false);
        return ReferenceJob.run(spec, layout, List.of(arguments), scratch.resolve("log"), listener);
    }

    /** With batches of 2 ms, for a quarter of a second. */
    private static String[] pilot(String how, String... rest) {
        return Stream.concat(Stream.of("pilot", "2000000", "250000000", how), Stream.of(rest))
                .toArray(String[]::new);
    }

    private static RankLayout layout(int ranks) {
        return RankLayout.of(new ReferenceProvider(), ranks, 1).on(Hosts.NOT_GIVEN.withOwnCores());
    }

    private <T> List<T> said(Class<T> kind) {
        return lines.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyKernelPassesItsCheckOnEveryRank(int ranks) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(pilot(ranks > 2 ? "best" : "search")));
        for (String kernel : ranks % 2 == 0 ? PAIRED : List.<String>of()) {
            arguments.addAll(List.of(kernel, "bytes=0", kernel, "bytes=20000"));
        }
        for (String kernel : COLLECTIVES) {
            arguments.addAll(List.of(kernel, "bytes=1024"));
        }
        arguments.addAll(List.of("barrier", "-"));
        assertThat(run(ranks, arguments.toArray(String[]::new))).isEmpty();
        assertThat(said(ReferenceLine.Cost.class))
                .hasSize((arguments.size() - 4) / 2)
                .allSatisfy(cost -> assertThat(cost.checks()).isEqualTo(ranks))
                .allSatisfy(cost -> assertThat(cost.wallNanosPerCall()).isGreaterThanOrEqualTo(cost.nanosPerCall()))
                .allSatisfy(cost -> assertThat(cost.calls()).isPositive())
                .allSatisfy(cost -> assertThat(cost.nanos()).isPositive());
        assertThat(said(ReferenceLine.Member.class)).hasSize(ranks);
    }

    @Test
    void whatCannotBeSaysSoAndTheOthersGoOn() throws IOException {
        assertThat(run(3, pilot("best", "ping-pong", "bytes=16", "allreduce", "bytes=6", "barrier", "-")))
                .isEmpty();
        assertThat(said(ReferenceLine.Failed.class))
                .containsExactly(
                        new ReferenceLine.Failed(
                                0, "rank 0: messages go to and fro in pairs: the number of ranks must be even, not 3"),
                        new ReferenceLine.Failed(1, "rank 0: bytes=6 is no multiple of an element's 4 bytes"));
        assertThat(said(ReferenceLine.Cost.class))
                .extracting(ReferenceLine.Cost::cell)
                .containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping-pong", "alltoall"})
    void everyRankTimesEveryIterationAndEveryCall(String kernel) throws IOException {
        assertThat(run(2, "run", "stamps", kernel, "bytes=16", "700", "1", "3")).isEmpty();
        assertThat(said(ReferenceLine.Iteration.class))
                .hasSize(4)
                .allSatisfy(i -> assertThat(i.nanos()).hasSize(2).allMatch(nanos -> nanos > 0));
        assertThat(said(ReferenceLine.Iteration.class).get(1))
                .matches(i -> i.phase() == IterationType.MEASUREMENT && i.number() == 1);
        assertThat(said(ReferenceLine.Floor.class))
                .hasSize(kernel.equals("ping-pong") ? 0 : 4)
                .allSatisfy(floor -> assertThat(floor.nanos()).isPositive())
                .allSatisfy(floor -> assertThat(floor.skewNanos()).isPositive());
        // A continuous exchange opens its clock with the first call of each iteration.
        int recorded = kernel.equals("ping-pong") ? 3 * 699 : 3 * 700;
        assertThat(said(ReferenceLine.Stamps.class))
                .allSatisfy(stamps -> {
                    assertThat(stamps.calls()).isEqualTo(3 * 700);
                    assertThat(stamps.recorded()).isEqualTo(recorded);
                    assertThat(stamps.clock())
                            .isEqualTo(said(ReferenceLine.Stamps.class).get(0).clock());
                })
                .extracting(ReferenceLine.Stamps::rank)
                .containsExactly(0, 1);
        List<Long> calls = said(ReferenceLine.Times.class).stream()
                .flatMap(t -> t.calls().stream())
                .toList();
        assertThat(calls).hasSize(2 * 2 * recorded);
        for (int call = 1; call < recorded; call++) {
            assertThat(calls.get(2 * call))
                    .as("call %d begins after the one before it has ended", call)
                    .isGreaterThanOrEqualTo(calls.get(2 * call - 2) + calls.get(2 * call - 1));
        }
        long inIterations = said(ReferenceLine.Iteration.class).stream()
                .filter(i -> i.phase() == IterationType.MEASUREMENT)
                .mapToLong(i -> i.nanos().get(0))
                .sum();
        long inCalls = IntStream.range(0, recorded)
                .mapToLong(call -> calls.get(2 * call + 1))
                .sum();
        // Calls tile a continuous exchange but for the first; around a synchronised operation the stamps lie outside.
        if (kernel.equals("ping-pong")) {
            assertThat(inCalls).isLessThanOrEqualTo(inIterations);
        } else {
            assertThat(inCalls).isGreaterThanOrEqualTo(inIterations);
        }
    }

    @Test
    void whateverTheListenerThrowsEndsTheLaunchAndIsItsReason() throws IOException {
        Consumer<ReferenceLine> overflows = line -> Math.multiplyExact(1 << 30, 64);
        assertThat(run(2, overflows, "run", "plain", "ping-pong", "bytes=16", "700", "1", "3"))
                .hasValue("integer overflow");
    }

    @Test
    void aRankThatCannotGoOnIsNamed() throws IOException {
        assertThat(run(2, "run", "plain", "juggle", "bytes=16", "700", "1", "3"))
                .hasValueSatisfying(
                        reason -> assertThat(reason).containsPattern("rank [01]: there is no kernel 'juggle'"));
    }

    /** It is ended after two signs of life, half a second apart, within iterations that would last much longer. */
    @Test
    void nothingIsToldOfIterationsWhileRanksMeasure() throws IOException {
        Consumer<ReferenceLine> endsIt = line -> {
            lines.add(line);
            if (said(ReferenceLine.Alive.class).size() == 3) {
                throw new IllegalStateException("long enough");
            }
        };
        assertThat(run(2, endsIt, "run", "plain", "ping-pong", "bytes=16", "10000", "1000000", "1"))
                .hasValue("long enough");
        assertThat(said(ReferenceLine.Iteration.class)).isEmpty();
    }

    /** Unless asked for another, Open MPI gets the lowest. */
    @ParameterizedTest
    @EnumSource
    @NullSource
    void theThreadLevelIsTheOneThatWasAskedFor(ThreadLevel level) throws IOException {
        RankLayout layout = level == null ? layout(2) : layout(2).at(level);
        assertThat(run(layout, LaunchOptions.DEFAULT, lines::add, pilot("search", "barrier", "-")))
                .isEmpty();
        assertThat(said(ReferenceLine.Library.class))
                .extracting(ReferenceLine.Library::threadLevel)
                .containsExactly(level == null ? "SINGLE" : level.name());
    }

    @Test
    void aLibraryThatGrantsLessIsAnError() throws IOException, InterruptedException {
        MpiShim shim = MpiShim.in(scratch);
        LaunchOptions options = LaunchOptions.DEFAULT.with(shim.forwarded(ThreadLevel.FUNNELED));
        assertThat(run(layout(2).at(ThreadLevel.SERIALIZED), options, lines::add, pilot("search", "barrier", "-")))
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("Open MPI", "grants the thread level FUNNELED, not SERIALIZED"));
    }
}
