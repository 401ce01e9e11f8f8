package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;

/** The bytes of a run's journal, event by event, but for what depends on the day and on the machine. */
@Timeout(60)
class GoldenRunTest {
    private static final Path GOLDEN = Path.of("src/test/resources/runs/golden.jsonl");
    private static final Cell GOOD = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell FAILS = Cells.cell(Cells.CONTINUOUS, Map.of("text", "a;b=ü \"c\""));
    private static final Cell NO_PILOT = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));
    private static final Cell PLAIN = Cells.cell(Cells.PLAIN, Map.of("size", "1"));
    private static final List<Cell> CELLS = List.of(GOOD, FAILS, NO_PILOT, PLAIN);
    private static final Progress QUIET = new Progress(new PrintStream(OutputStream.nullOutputStream()), false);

    @TempDir
    Path scratch;

    private Path out;
    private RunOptions options;

    private static ForkOutcome failure(String reason) {
        return new ForkOutcome(Optional.empty(), Optional.of(Blame.of(reason)), 0.5, false);
    }

    private static ForkOutcome score(Cell cell, double micros, boolean warming) {
        BenchmarkParams params = Iterations.benchmark(2, cell.jmhParams());
        BenchmarkResult result =
                new BenchmarkResult(params, List.of(Iterations.result(params, Iterations.MEASURED, micros)));
        return new ForkOutcome(Optional.of(result), Optional.empty(), 1.5, warming);
    }

    private static void launch(Recorder recorder, RunFolder folder, Cell cell, int fork, ForkOutcome outcome)
            throws IOException {
        Path launch = Files.createDirectories(folder.launch(cell.id(), fork));
        Files.writeString(launch.resolve("ranks.csv"), RankRow.HEADER + "\n");
        recorder.launch(cell, fork, outcome, launch);
    }

    private interface Part {
        void play(Recorder recorder, RunState states, RunFolder folder, Resumption resumption) throws IOException;
    }

    private void part(Invocation invocation, Part part) throws IOException {
        RunFolder folder = ResultsFolder.prepare(out, invocation.resume());
        Resumption resumption = Resumption.of(options, "golden", invocation);
        RunState states = resumption.state();
        EnvironmentRecord environment = new EnvironmentRecord(out, "golden", options);
        try (Recorder recorder = Recorder.open(folder, resumption, CELLS, environment)) {
            resumption.record(recorder, CELLS, List.of(new LeftOut("comm x", "no \"x\"", "buy it")), QUIET);
            part.play(recorder, states, folder, resumption);
        }
    }

    private void begin(Recorder recorder, RunState states, RunFolder folder, Resumption resumption) throws IOException {
        for (Cell cell : CELLS) {
            recorder.pilot(
                    cell.equals(NO_PILOT)
                            ? RunEvent.Pilot.failed(cell.key(), Blame.of("rank 12 (pid 3 on h): boom\nü; rank 1 too"))
                            : RunEvent.Pilot.ok(
                                    cell.key(),
                                    cell.equals(PLAIN)
                                            ? RunEvent.Calibration.BY_TIME
                                            : new RunEvent.Calibration(
                                                    500,
                                                    "calibrated",
                                                    12.5,
                                                    12.5,
                                                    25.0,
                                                    cell.equals(GOOD) ? 27.25 : null,
                                                    2,
                                                    "passed")));
        }
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        List.of(GOOD, FAILS, PLAIN).forEach(cell -> seconds.put(cell, 1.5));
        recorder.plan(new ForkPlan(3, seconds, List.of(PLAIN), Baseline.NONE), options, new Budget(60_000, -1e9));
        launch(recorder, folder, GOOD, 1, score(GOOD, 10, true));
        launch(recorder, folder, FAILS, 1, failure("no rank has shown progress for 5 s (rank 0, rank 1)"));
        launch(recorder, folder, GOOD, 2, score(GOOD, 20, false));
        recorder.cut(GOOD, 2, 3, "the budget is spent");
        recorder.cut(FAILS, 0, 3, "the budget is spent");
        Map<String, String> facts = new LinkedHashMap<>();
        for (String fact :
                List.of("iterations", "calls", "recorded", "operationsPerCall", "p50", "p90", "p99", "p99.9", "max")) {
            facts.put(fact, String.valueOf(100 + facts.size()));
        }
        Files.createDirectories(out.resolve("distributions"));
        Files.writeString(out.resolve("distributions/x.hlog"), "");
        recorder.distribution(GOOD, 1, score(GOOD, 10, false), "distributions/x.hlog", facts);
        recorder.distribution(GOOD, 2, failure("rank 1 (pid 2 on h): the disk is full"), "", Map.of());
        recorder.interrupted();
    }

    @Test
    void theJournalIsWrittenAsBefore() throws IOException {
        out = scratch.resolve("out");
        options = new LockstepOptionsBuilder()
                .output(out)
                .effort(new RunOptions.Effort(3, 5, 5, 200, 2))
                .jvm(new Jvm("/usr/bin/java", List.of("-Xmx64m")))
                .build();
        part(new Invocation(List.of("run", "--forks=3", "X"), false, false, false, false), this::begin);
        part(new Invocation(List.of(), true, false, true, false), (recorder, states, folder, resumption) -> {
            recorder.leaveOut(new LeftOut("distributions", "spent", "more"));
            recorder.end(1);
        });
        String journal = Files.readString(out.resolve("journal.jsonl"));
        String same = journal.replaceAll(
                        "\"(time|hostJvm|forkJvm|sha256|command|jmh)\":\"(?:[^\"\\\\]|\\\\.)*\"", "\"$1\":\"*\"")
                .replaceAll("\"spentSeconds\":[^,]*", "\"spentSeconds\":0")
                .replaceAll("\"classPath\":\\{[^}]*}", "\"classPath\":{}");
        if (Boolean.getBoolean("lockstep.golden")) {
            Files.writeString(GOLDEN, same);
        }
        assertThat(same).isEqualTo(Files.readString(GOLDEN));
    }
}
