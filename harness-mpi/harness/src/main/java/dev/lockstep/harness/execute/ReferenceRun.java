package dev.lockstep.harness.execute;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.harness.record.Blame;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.reference.ReferenceJob;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.reference.ReferenceLine;
import dev.lockstep.harness.reference.ReferenceProgram;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.relay.PlainRanks;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Version;

/**
 * One launch of one cell of the C reference: what {@link ForkRun} is to cells of Java. There is no JMH in it; its
 * result is put together here.
 */
final class ReferenceRun {
    /** What reports show in place of a JDK's version. */
    private static final String UNKNOWN = "unknown";

    private final RunOptions options;
    private final Cell cell;
    private final int warmupIterations;
    private final JobSpec spec;
    private final ReferenceProgram program;
    private String library = UNKNOWN;
    private String threadLevel = UNKNOWN;
    private Optional<PlainRanks> ranks = Optional.empty();
    private ReferenceLine.Stamps stamps;
    private int offset;

    ReferenceRun(RunOptions options, Cell cell, RunEvent.Calibration pilot, JobSpec spec) {
        this.options = options;
        this.cell = cell;
        this.warmupIterations = options.effort().warmupIterations(pilot);
        this.spec = spec;
        this.program = new ReferenceProvider()
                .program(cell.layout().launcher(spec.options().launcher()).traits());
    }

    /** Makes it. */
    static ForkOutcome run(RunOptions options, Cell cell, RunEvent.Calibration pilot, JobSpec spec) throws IOException {
        long start = System.nanoTime();
        Optional<BenchmarkResult> result = Optional.empty();
        Optional<String> reason;
        try {
            ReferenceRun run = new ReferenceRun(options, cell, pilot, spec);
            int counted = options.counted(pilot.n());
            reason = run.launch(options.done(counted), counted);
            if (reason.isEmpty()) {
                result = Optional.of(run.ranks.orElseThrow().complete());
            }
        } catch (IllegalStateException | ArithmeticException e) {
            // This launch failed; the others need not.
            reason = Optional.of(String.valueOf(e.getMessage()));
        }
        boolean falling = WarmupTrend.stillFalling(
                spec.folder().resolve(RunFolder.RANKS), cell.benchmark().mode());
        return new ForkOutcome(result, reason.map(Blame::of), (System.nanoTime() - start) / 1e9, falling);
    }

    /** What each rank will run, as far as it is known before the pilot. */
    static String command(RunOptions options, Cell cell) {
        LauncherTraits launcher =
                cell.layout().launcher(options.launch().launcher()).traits();
        return new ReferenceProvider().program(launcher).file() + " "
                + cell.layout().threadLevel(options.launch().launcher()).orElseThrow() + " "
                + String.join(
                        " ",
                        arguments(
                                options, cell, "plain", "...", options.effort().warmupIterations()));
    }

    private static List<String> arguments(
            RunOptions options, Cell cell, String stamps, String batch, int warmupIterations) {
        return List.of(
                "run",
                stamps,
                cell.benchmark().reference().orElseThrow().name(),
                ReferenceKernel.arguments(cell.params()),
                batch,
                String.valueOf(warmupIterations),
                String.valueOf(options.effort().iterations()));
    }

    private Optional<String> launch(int batch, int counted) throws IOException {
        List<String> arguments =
                arguments(options, cell, spec.opTimes() ? "stamps" : "plain", String.valueOf(batch), warmupIterations);
        Path log = Files.createDirectories(spec.folder()).resolve("reference.log");
        return ReferenceJob.run(spec, cell.layout(), arguments, log, line -> {
            try {
                take(line, batch, counted);
            } catch (IOException e) {
                throw new IllegalStateException("what the ranks measured cannot be kept: " + e.getMessage(), e);
            }
        });
    }

    private void take(ReferenceLine line, int batch, int counted) throws IOException {
        if (line instanceof ReferenceLine.Library said) {
            library = said.name();
            threadLevel = said.threadLevel();
            ranks = Optional.of(new PlainRanks(spec, cell.layout(), params(batch, counted)));
        } else if (line instanceof ReferenceLine.Failed failed) {
            throw new IllegalStateException(failed.reason());
        } else if (!(line instanceof ReferenceLine.End || line instanceof ReferenceLine.Alive)) {
            measured(line, ranks.orElseThrow(() -> new IllegalStateException("the ranks did not say who they are")));
        }
    }

    private void measured(ReferenceLine line, PlainRanks all) {
        if (line instanceof ReferenceLine.Member rank) {
            all.introduce(rank.number(), properties(rank));
        } else if (line instanceof ReferenceLine.Seen seen) {
            all.conditions(seen.ofRanks());
        } else if (line instanceof ReferenceLine.Floor floor) {
            all.floor(floor.nanos(), floor.skewNanos());
        } else if (line instanceof ReferenceLine.Iteration iteration) {
            all.iteration(iteration.phase(), iteration.number(), iteration.nanos());
        } else if (line instanceof ReferenceLine.Stamps of) {
            stamps = of;
            offset = 0;
            if (of.recorded() == 0) {
                times(all, List.of());
            }
        } else if (line instanceof ReferenceLine.Times times && stamps != null) {
            times(all, times.calls());
        } else {
            throw new IllegalStateException("the ranks said out of turn: " + line);
        }
    }

    /** None at all if the rank recorded none, as {@link OpTimesChunk} has it. */
    private void times(PlainRanks all, List<Long> calls) {
        long[] began = new long[calls.size() / 2];
        long[] nanos = new long[began.length];
        for (int i = 0; i < began.length; i++) {
            began[i] = calls.get(2 * i);
            nanos[i] = calls.get(2 * i + 1);
        }
        all.times(new OpTimesChunk(
                stamps.rank(), 0, stamps.clock(), stamps.calls(), stamps.recorded(), offset, began, nanos));
        offset += nanos.length;
    }

    private Map<String, String> properties(ReferenceLine.Member rank) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("host", rank.host());
        all.put("pid", rank.pid());
        all.put("cpus", rank.cpus());
        all.put("library", library);
        all.put("threadLevel", threadLevel);
        all.put("compiler", program.compiler() + ", " + String.join(" ", ReferenceProgram.FLAGS));
        return all;
    }

    /**
     * What JMH would say, had it run this; and that there was no JVM. What decides whether two results can be compared
     * stands where a JVM's does.
     */
    private BenchmarkParams params(int batch, int counted) {
        RunOptions.Effort effort = options.effort();
        WorkloadParams workload = new WorkloadParams();
        int position = 0;
        for (var param : cell.jmhParams().entrySet()) {
            workload.put(param.getKey(), param.getValue(), position++);
        }
        String name = cell.benchmark().name();
        return new BenchmarkParams(
                name,
                name,
                true,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                new IterationParams(IterationType.WARMUP, warmupIterations, TimeValue.NONE, batch),
                new IterationParams(IterationType.MEASUREMENT, effort.iterations(), TimeValue.NONE, batch),
                Mode.SingleShotTime,
                workload,
                cell.benchmark().reference().orElseThrow().unit(),
                Math.multiplyExact(counted, cell.benchmark().operationsPerCall()),
                "none: C, " + program.compiler() + ", " + String.join(" ", ReferenceProgram.FLAGS),
                Stream.concat(
                                ReferenceProgram.FLAGS.stream(),
                                cell.layout().threadLevelArgument(spec.options().launcher()).stream())
                        .toList(),
                UNKNOWN,
                "none: C, " + program.compiler(),
                library,
                Version.getPlainVersion(),
                TimeValue.seconds(options.launch().iterationTimeoutSeconds()));
    }
}
