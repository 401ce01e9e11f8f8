package dev.lockstep.harness.execute;

import static dev.lockstep.harness.Thrown.assertRefused;
import static dev.lockstep.harness.record.ScriptedRun.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.EarlierRun;
import dev.lockstep.harness.record.Resumption;
import dev.lockstep.harness.record.RunMerge;
import dev.lockstep.harness.record.ScriptedRun;
import dev.lockstep.harness.record.StoredFork;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.Said;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.Environment;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a run, without launches, made one. */
@ExtendWith(ScriptedRun.ShortClassPath.class)
class RunMergeTest {
    private static final List<Cell> CELLS = List.of(cell("8"), cell("64"), cell("512"));

    @TempDir
    Path scratch;

    private Baseline versus = Baseline.NONE;

    private static Cell cell(String bytes) {
        return Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", bytes));
    }

    private RunOptions options(Path out, int forks, Shard shard) {
        return new LockstepOptionsBuilder()
                .output(out)
                .effort(new RunOptions.Effort(forks, 1, 1, 10, 0))
                .plan(new RunOptions.Plan(1, 0, 0, shard))
                .versus(versus)
                .build();
    }

    private Path part(int index, int count, int forks, boolean end) throws IOException {
        Path out = scratch.resolve("part" + index + "of" + count + "-" + forks);
        RunOptions options = options(out, forks, new Shard(index, count));
        List<Cell> cells = options.plan().shard().of(CELLS, options.versus());
        ScriptedRun.part(options, Invocation.NEW, cells, List.of(), QUIET, run -> {
            run.measure(
                    next -> ScriptedRun.good(ScriptedRun.result(next.cell(), probe(next), next.fork())),
                    RunMergeTest::probe);
            if (end) {
                run.recorder().end(0);
            }
        });
        return out;
    }

    /** Cells of 64 bytes were measured far, which only the whole run can tell from near. */
    private static double probe(Schedule.Launch launch) {
        return launch.cell().params().get("bytes").equals("64") ? 330 : 62;
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
                .as("each in its own placement")
                .hasSize(3)
                .allSatisfy(entry -> assertThat(entry.at("/secondaryMetrics")
                                .has(
                                        entry.at("/params/bytes").asText().equals("64")
                                                ? "placement.far"
                                                : "placement.near"))
                        .isTrue());
        assertThat(scratch.resolve("part2of2-2/all.json"))
                .as("of one placement")
                .doesNotExist();
        assertThat(Files.readAllLines(whole.resolve("ranks.csv")))
                .hasSize(1 + 3 * 2)
                .doesNotHaveDuplicates();
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
        Said said = new Said();
        List<Path> parts = List.of(part(1, 3, 1, true), part(3, 3, 1, true));
        RunSummary summary = RunMerge.merge(parts, scratch.resolve("whole"), said.progress(false));
        assertThat(summary.exitCode()).isEqualTo(1);
        assertThat(said.toString()).contains("shard 2/3 is not among the merged runs");
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
        assertRefused(() -> RunMerge.merge(List.of(part), scratch.resolve("other"), QUIET), "a path below launches");
        Files.writeString(journal, before);
        Files.createSymbolicLink(part.resolve("launches/link"), secret);
        assertRefused(() -> RunMerge.merge(List.of(part), scratch.resolve("other"), QUIET), "launches/link is a link");
        assertThat(scratch.resolve("other")).doesNotExist();
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() throws IOException {
        Path first = part(1, 2, 1, true);
        Path out = scratch.resolve("whole");
        assertRefused(
                () -> RunMerge.merge(List.of(first, part(2, 2, 3, true)), out, QUIET), "effort.forks was 1, now 3");
        assertRefused(() -> RunMerge.merge(List.of(first, first), out, QUIET), "a cell may be in one of them only");
        assertRefused(
                () -> RunMerge.merge(List.of(first, part(2, 2, 1, false)), out, QUIET),
                "is incomplete; finish it first: lockstep run --resume --out");
        assertRefused(() -> RunMerge.merge(List.of(scratch.resolve("none")), out, QUIET), "holds no run");
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
        Resumption again = Resumption.of(options(whole, 2, Shard.WHOLE), "test", ScriptedRun.FORCED);
        assertThat(again.isComplete(CELLS)).isTrue();
        assertThat(again.summary(CELLS).good()).isEqualTo(3);
    }
}
