package dev.lockstep.harness.record;

import static dev.lockstep.harness.record.ScriptedRun.QUIET;
import static dev.lockstep.harness.record.ScriptedRun.UNKNOWN;
import static dev.lockstep.harness.record.ScriptedRun.failed;
import static dev.lockstep.harness.record.ScriptedRun.good;
import static dev.lockstep.harness.record.ScriptedRun.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of a run's journal, event by event, but for what depends on the day and on the machine. */
class GoldenRunTest {
    private static final Path GOLDEN = Path.of("src/test/resources/runs/golden.jsonl");
    private static final Cell GOOD = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell FAILS = Cells.cell(Cells.CONTINUOUS, Map.of("text", "a;b=ü \"c\""));
    private static final Cell NO_PILOT = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));
    private static final Cell PLAIN = Cells.cell(Cells.PLAIN, Map.of("size", "1"));

    private static final RunEvent.Calibration FOUND =
            new RunEvent.Calibration(500, "calibrated", 12.5, 12.5, 25.0, 2, "passed");

    private static void begin(ScriptedRun run) throws IOException {
        Recorder recorder = run.recorder();
        recorder.pilot(RunEvent.Pilot.ok(GOOD.key(), FOUND));
        recorder.pilot(RunEvent.Pilot.ok(FAILS.key(), FOUND));
        recorder.pilot(RunEvent.Pilot.failed(NO_PILOT.key(), Blame.of("rank 12 (pid 3 on h): boom\nü; rank 1 too")));
        recorder.pilot(RunEvent.Pilot.ok(PLAIN.key(), RunEvent.Calibration.BY_TIME));
        Map<Cell, Double> seconds = new LinkedHashMap<>();
        List.of(GOOD, FAILS, PLAIN).forEach(cell -> seconds.put(cell, 1.5));
        recorder.plan(new ForkPlan(3, seconds, List.of(PLAIN), Baseline.NONE), run.options(), new Budget(60_000, -1e9));
        ForkOutcome warming = new ForkOutcome(Optional.of(result(GOOD, UNKNOWN, 10)), Optional.empty(), 1.5, true);
        run.launch(GOOD, 1, warming, UNKNOWN);
        run.launch(FAILS, 1, failed("no rank has shown progress for 5 s (rank 0, rank 1)"), UNKNOWN);
        run.launch(GOOD, 2, good(result(GOOD, UNKNOWN, 20)), UNKNOWN);
        recorder.cut(GOOD, 2, 3, "the budget is spent");
        recorder.cut(FAILS, 0, 3, "the budget is spent");
        Map<String, String> facts = new LinkedHashMap<>();
        for (String fact :
                List.of("iterations", "calls", "recorded", "operationsPerCall", "p50", "p90", "p99", "p99.9", "max")) {
            facts.put(fact, String.valueOf(100 + facts.size()));
        }
        Path distributions = Files.createDirectories(run.folder().path().resolve("distributions"));
        Files.writeString(distributions.resolve("x.hlog"), "");
        recorder.distribution(GOOD, 1, good(result(GOOD, UNKNOWN, 10)), "distributions/x.hlog", facts);
        recorder.distribution(GOOD, 2, failed("first\nrank 1 (pid 2 on h): the disk is full"), "", Map.of());
        recorder.interrupted();
    }

    @Test
    void theJournalIsWrittenAsBefore(@TempDir Path out) throws IOException {
        RunOptions options = new LockstepOptionsBuilder()
                .output(out)
                .effort(new RunOptions.Effort(3, 5, 5, 200, 2))
                .jvm(new Jvm("/usr/bin/java", List.of("-Xmx64m")))
                .build();
        List<Cell> cells = List.of(GOOD, FAILS, NO_PILOT, PLAIN);
        List<LeftOut> leftOut = List.of(new LeftOut("comm x", "no \"x\"", "buy it"));
        Invocation first = new Invocation(List.of("run", "--forks=3", "X"), false, false, false, false);
        ScriptedRun.part(options, first, cells, leftOut, QUIET, GoldenRunTest::begin);
        ScriptedRun.part(options, ScriptedRun.FORCED, cells, leftOut, QUIET, run -> {
            run.recorder().leaveOut(new LeftOut("distributions", "spent", "more"));
            run.recorder().end(1);
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
