package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.EarlierRun;
import dev.lockstep.harness.record.EnvironmentRecord;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.record.Recorder;
import dev.lockstep.harness.record.ResultsFolder;
import dev.lockstep.harness.record.Resumption;
import dev.lockstep.harness.record.RunMerge;
import dev.lockstep.harness.record.StoredFork;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.Environment;
import dev.lockstep.run.PlacementChoice;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** Parts of a run, without launches, made one. */
@Timeout(60)
class RunMergeTest {
    private static final List<Cell> CELLS = List.of(cell("8"), cell("64"), cell("512"));
    private static final Progress QUIET = new Progress(new PrintStream(OutputStream.nullOutputStream()), false);

    @TempDir
    Path scratch;

    private Baseline versus = Baseline.NONE;

    private static Cell cell(String bytes) {
        return Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", bytes));
    }

    private RunOptions options(Path out, int forks, Shard shard) {
        LockstepOptionsBuilder builder = new LockstepOptionsBuilder()
                .output(out)
                .effort(new RunOptions.Effort(forks, 1, 1, 10, 0))
                .plan(new RunOptions.Plan(1, 0, shard));
        builder.versus(versus);
        return builder.build();
    }

    private Path part(int index, int count, int forks, boolean end) throws IOException {
        Path out = scratch.resolve("part" + index + "of" + count + "-" + forks);
        Shard shard = new Shard(index, count);
        RunOptions options = options(out, forks, shard);
        List<Cell> cells = shard.of(CELLS, options.versus());
        RunFolder folder = ResultsFolder.prepare(out, false);
        Resumption resumption = Resumption.of(options, "test", Invocation.NEW);
        EnvironmentRecord environment = new EnvironmentRecord(out, "test", options);
        try (Recorder recorder = Recorder.open(folder, resumption, cells, environment)) {
            resumption.record(recorder, cells, List.of(), QUIET);
            for (Cell cell : cells) {
                RunEvent.Calibration found = new RunEvent.Calibration(5, "given", 1.0, 1.0, 1.0, null, 2, "passed");
                recorder.pilot(RunEvent.Pilot.ok(cell.key(), found));
            }
            ForkPlan plan = resumption.plan(cells, new Budget(0, 0), recorder, QUIET);
            for (Schedule.Launch next : Schedule.of(cells, plan, options)) {
                launch(recorder, folder, next);
            }
            if (end) {
                recorder.end(0);
            }
        }
        return out;
    }

    private static void launch(Recorder recorder, RunFolder folder, Schedule.Launch next) throws IOException {
        BenchmarkParams params = Iterations.benchmark(2, next.cell().jmhParams());
        IterationResult iteration = Iterations.result(params, Iterations.MEASURED, next.fork());
        for (String name : List.of(PlacementChoice.BEFORE, PlacementChoice.AFTER)) {
            iteration.addResult(new ScalarResult(name, probe(next.cell().params()), "ns", AggregationPolicy.AVG));
        }
        BenchmarkResult result = new BenchmarkResult(params, List.of(iteration));
        Path launch = Files.createDirectories(folder.launch(next.cell().id(), next.fork()));
        Files.writeString(
                launch.resolve("ranks.csv"),
                RankRow.HEADER + "\n" + row(next.cell().params(), next.fork()).line());
        recorder.launch(
                next.cell(), next.fork(), new ForkOutcome(Optional.of(result), Optional.empty(), 1, false), launch);
    }

    /** Cells of 64 bytes were measured far, which only the whole run can tell from near. */
    private static double probe(Map<String, String> params) {
        return params.get("bytes").equals("64") ? 330 : 62;
    }

    private static RankRow row(Map<String, String> params, int fork) {
        double probe = probe(params);
        return new RankRow(
                "a.B.c",
                RankRow.params(params),
                "c",
                "2",
                1,
                1,
                fork,
                "measurement",
                1,
                "0",
                "0",
                "h",
                "1",
                1.5,
                "us/op",
                null,
                null,
                null,
                probe,
                probe,
                "",
                "");
    }

    @Test
    void partsBecomeTheWhole() throws IOException {
        Path whole = scratch.resolve("whole");
        RunSummary summary = RunMerge.merge(List.of(part(1, 2, 2, true), part(2, 2, 2, true)), whole, QUIET);
        assertThat(summary.good()).isEqualTo(3);
        assertThat(summary.exitCode()).isZero();
        JsonNode all = new ObjectMapper().readTree(whole.resolve("all.json").toFile());
        assertThat(all)
                .hasSize(3)
                .allSatisfy(
                        entry -> assertThat(entry.at("/primaryMetric/rawData")).hasToString("[[1.0],[2.0]]"));
        JsonNode results =
                new ObjectMapper().readTree(whole.resolve("results.json").toFile());
        assertThat(results)
                .as("near")
                .extracting(entry -> entry.at("/params/bytes").asText())
                .containsExactlyInAnyOrder("8", "512");
        assertThat(scratch.resolve("part2of2-2/all.json"))
                .as("of one placement")
                .doesNotExist();
        assertThat(Files.readAllLines(whole.resolve("ranks.csv")))
                .hasSize(1 + 3 * 2)
                .doesNotHaveDuplicates();
        assertThat(RankRow.read(whole.resolve("ranks.csv")))
                .allSatisfy(row ->
                        assertThat(row.placement()).isEqualTo(row.params().equals("bytes=64") ? "far" : "near"));
        RunState state = EarlierRun.read(whole).state();
        assertThat(state.isComplete()).isTrue();
        for (Cell cell : CELLS) {
            assertThat(StoredFork.of(whole, state.cell(cell.id())))
                    .hasSize(2)
                    .allSatisfy(stored -> assertThat(stored.file()).exists());
        }
        assertThat(whole.resolve("environment.json")).exists();
    }

    @Test
    void aComparisonIsStillOneAndItsBaseIsCutByTwoForksPerRound() throws IOException {
        versus = new Baseline("bytes", "8");
        Path whole = scratch.resolve("whole");
        Path all = part(1, 2, 2, true);
        Path none = part(2, 2, 2, true);
        assertThat(RunMerge.merge(List.of(all, none), whole, QUIET).good()).isEqualTo(3);
        RunState state = EarlierRun.read(whole).state();
        assertThat(state.baseline()).isEqualTo(versus);
        assertThat(state.cell(CELLS.get(0).id()).launches()).hasSize(4);
        assertThat(state.baseline().launchesPerRound(CELLS.get(0).key())).isEqualTo(2);
        assertThat(state.baseline().launchesPerRound(CELLS.get(1).key())).isEqualTo(1);
    }

    @Test
    void aPartThatIsMissingIsSaid() throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), false);
        RunSummary summary =
                RunMerge.merge(List.of(part(1, 3, 1, true), part(3, 3, 1, true)), scratch.resolve("whole"), progress);
        assertThat(summary.exitCode()).isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("shard 2/3 is not among the merged runs");
        assertThat(Files.readString(scratch.resolve("whole/journal.jsonl"))).contains("--shard 2/3");
    }

    @Test
    void aPartWithoutCellsIsNotMissing() throws IOException, InterruptedException {
        Path none = scratch.resolve("none");
        RunOptions options = options(none, 1, new Shard(4, 4));
        RunSummary nothing = new Conductor(options, "test", QUIET, Invocation.NEW, () -> {}).run(List.of(), List.of());
        assertThat(nothing.exitCode()).isEqualTo(3);
        RunSummary summary = RunMerge.merge(
                List.of(none, part(1, 4, 1, true), part(2, 4, 1, true), part(3, 4, 1, true)),
                scratch.resolve("whole"),
                QUIET);
        assertThat(summary.good()).isEqualTo(3);
        assertThat(summary.exitCode()).isZero();
        assertThat(EarlierRun.read(scratch.resolve("whole"))
                        .state()
                        .plan()
                        .orElseThrow()
                        .asked())
                .isEqualTo(1);
    }

    @Test
    void aPartBringsNothingThatLiesOutsideOfIt() throws IOException {
        Path part = part(1, 2, 1, true);
        Path rank = Files.createDirectory(part.resolve("launches/cell-001-fork-1/rank-0"));
        Path secret = Files.writeString(scratch.resolve("secret"), "mine");
        Files.createSymbolicLink(rank.resolve("link"), secret);
        Path whole = scratch.resolve("whole");
        assertThat(RunMerge.merge(List.of(part), whole, QUIET).good()).isPositive();
        Path copy = whole.resolve("launches/part-1/cell-001-fork-1/rank-0/link");
        assertThat(Files.isSymbolicLink(copy)).isTrue();

        Path journal = part.resolve("journal.jsonl");
        String before = Files.readString(journal);
        Files.writeString(journal, before.replace("launches/cell-001-fork-1", "launches/../../part/cell-001-fork-1"));
        assertThatThrownBy(() -> RunMerge.merge(List.of(part), scratch.resolve("other"), QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("a path below launches");
        Files.writeString(journal, before);
        Files.createSymbolicLink(part.resolve("launches/link"), secret);
        assertThatThrownBy(() -> RunMerge.merge(List.of(part), scratch.resolve("other"), QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("launches/link is a link");
        assertThat(scratch.resolve("other")).doesNotExist();
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() throws IOException {
        Path first = part(1, 2, 1, true);
        Path out = scratch.resolve("whole");
        assertThatThrownBy(() -> RunMerge.merge(List.of(first, part(2, 2, 3, true)), out, QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("effort.forks was 1, now 3");
        assertThatThrownBy(() -> RunMerge.merge(List.of(first, first), out, QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("a cell may be in one of them only");
        assertThatThrownBy(() -> RunMerge.merge(List.of(first, part(2, 2, 1, false)), out, QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is incomplete; finish it first: lockstep run --resume --out");
        assertThatThrownBy(() -> RunMerge.merge(List.of(scratch.resolve("none")), out, QUIET))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds no run");
        assertThat(out).doesNotExist();
    }

    @Test
    void foldersOfAnEarlierVersionAreMergedAndResumed() throws IOException {
        Path runs = Path.of("src/test/resources/runs");
        Path whole = scratch.resolve("whole");
        RunSummary summary = RunMerge.merge(List.of(runs.resolve("shard-1"), runs.resolve("shard-2")), whole, QUIET);
        assertThat(summary.good()).isEqualTo(3);
        assertThat(summary.exitCode()).isZero();
        assertThat(RankRow.read(whole.resolve("ranks.csv"))).hasSize(6);
        assertThat(Environment.read(whole.resolve("environment.json")).parts()).hasSize(2);
        Resumption again = Resumption.of(
                options(whole, 2, Shard.WHOLE), "test", new Invocation(List.of(), true, false, true, false));
        assertThat(again.isComplete(CELLS)).isTrue();
        assertThat(again.summary(CELLS).good()).isEqualTo(3);
    }
}
