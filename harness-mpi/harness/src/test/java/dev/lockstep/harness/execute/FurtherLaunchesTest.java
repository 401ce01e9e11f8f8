package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.record.ScriptedRun;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.Said;
import dev.lockstep.harness.run.Shard;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.BenchmarkResult;

/** Runs of three planned launches of each cell, without processes: each launch runs near or far, as is said before. */
@ExtendWith(ScriptedRun.ShortClassPath.class)
class FurtherLaunchesTest {
    private static final Cell LOCAL = cell("local");
    private static final Cell C = cell("c");
    private static final Cell MPJ = cell("mpj");

    @TempDir
    Path scratch;

    private final Map<Cell, String> places = new HashMap<>();
    private final List<String> made = new ArrayList<>();
    private final Said said = new Said();
    private LockstepOptionsBuilder builder =
            new LockstepOptionsBuilder().effort(new RunOptions.Effort(3, 5, 3, 200, 0));
    private double seconds = 1.5;
    private ToIntFunction<Schedule.Launch> score = Schedule.Launch::fork;

    private static Cell cell(String comm) {
        return new Cell(Cells.SYNCHRONISED, Map.of("bytes", "8"), new RankLayout(comm, 2, 1, false, Hosts.NOT_GIVEN));
    }

    /** Makes no more launches than that, and is killed then. */
    private String run(Path out, Invocation invocation, int launches) throws IOException {
        List<Cell> cells =
                places.keySet().stream().sorted(Comparator.comparing(Cell::id)).toList();
        int before = made.size();
        ScriptedRun.part(builder.output(out).build(), invocation, cells, List.of(), said.progress(false), run -> {
            RunState state = run.state();
            Budget budget = new Budget(run.options().plan().budgetMillis(), state.spentSeconds());
            ForkPlan plan = run.plan(budget);
            Launching launching = new Launching(
                    run.options(),
                    state,
                    (launch, step) -> {
                        if (made.size() - before == launches) {
                            throw new RunInterruptedException();
                        }
                        return make(run.folder(), launch);
                    },
                    new Recount(run.options(), state, run.recorder()::pilot, cells),
                    run.recorder(),
                    run.progress());
            launching.run(Schedule.of(cells, plan, run.options()), List.of(), budget);
            new FurtherLaunches(run.options(), state, launching, run.recorder(), run.progress()).run(plan, budget);
            run.recorder().end(0);
        });
        return said.toString();
    }

    private String run() throws IOException {
        return run(scratch.resolve("out"), Invocation.NEW, Integer.MAX_VALUE);
    }

    private SingleLaunch.Made make(RunFolder folder, Schedule.Launch launch) {
        made.add(launch.cell().layout().comm() + launch.fork());
        String place = places.get(launch.cell());
        double nanos = launch.fork() > place.length() || place.charAt(launch.fork() - 1) == 'n' ? 62 : 330;
        int read = score.applyAsInt(launch);
        BenchmarkResult result = ScriptedRun.result(launch.cell(), nanos, read, read, read);
        try {
            Path here = Files.createDirectories(folder.launch(launch.cell().id(), launch.fork()));
            Files.writeString(here.resolve(RunFolder.RANKS), RankRow.HEADER + "\n");
            return new SingleLaunch.Made(here, new ForkOutcome(Optional.of(result), Optional.empty(), seconds, false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Raw data by communicator: each launch measured its own number. */
    private static Map<String, String> measured(Path out) throws IOException {
        Map<String, String> raw = new HashMap<>();
        for (JsonNode entry :
                new ObjectMapper().readTree(out.resolve(RunFolder.RESULTS).toFile())) {
            StringBuilder launches = new StringBuilder();
            entry.at("/primaryMetric/rawData")
                    .forEach(launch -> launches.append(launch.get(0).asInt()));
            raw.put(entry.at("/params/comm").asText(), launches.toString());
        }
        return raw;
    }

    @Test
    void whatLacksLaunchesIsLaunchedAgainAfterThePlannedOnes() throws IOException {
        places.putAll(Map.of(LOCAL, "nnn", C, "nffnn", MPJ, "nnn"));
        String text = run();
        assertThat(made).hasSize(11).endsWith("c4", "c5");
        assertThat(measured(scratch.resolve("out"))).isEqualTo(Map.of("local", "123", "c", "145", "mpj", "123"));
        assertThat(text)
                .contains("filling: 1 cells are short of launches in the placement that counts")
                .contains("[10/10,", "[11/11,", "fork 4, to fill: ", "fork 5, to fill: ")
                .doesNotContain("not filled");
    }

    @Test
    void whatCannotBeFilledIsSaid() throws IOException {
        places.putAll(Map.of(LOCAL, "nnn", C, "nfffff", MPJ, "nnn"));
        assertThat(run()).contains("not filled: " + C.label() + ": 1 of 3 launches near, 62 ns");
        assertThat(made).as("at most as many again").hasSize(9 + 3);
    }

    /** Whichever was the last launch before it was killed, also within a round. */
    @Test
    void aRunThatIsResumedGoesOnAsItWouldHave() throws IOException {
        builder = builder.versus(Baseline.parse("comm=local"));
        places.putAll(Map.of(LOCAL, "nfnnffnnnn", C, "nnfnn"));
        run();
        List<String> whole = List.copyOf(made);
        assertThat(whole).hasSize(15);
        for (int launches = 1; launches < whole.size(); launches++) {
            made.clear();
            Path out = scratch.resolve("killed-" + launches);
            int most = launches;
            assertThatThrownBy(() -> run(out, Invocation.NEW, most)).isInstanceOf(RunInterruptedException.class);
            run(out, ScriptedRun.RESUME, Integer.MAX_VALUE);
            assertThat(made).as("killed after %d", launches).isEqualTo(whole);
            assertThat(measured(out)).isEqualTo(measured(scratch.resolve("out")));
        }
    }

    /** One that reads the same each time, one that scatters by a tenth, one that will never be narrow. */
    private void scatter() {
        places.putAll(Map.of(LOCAL, "", C, "", MPJ, ""));
        builder = builder.effort(new RunOptions.Effort(3, 5, 3, 200, 0))
                .plan(new RunOptions.Plan(1, 3_600_000, 0.1, Shard.WHOLE));
        score = launch -> switch (launch.cell().layout().comm()) {
            case "local" -> 100;
            case "c" -> 100 + 10 * (launch.fork() % 3 - 1);
            default -> launch.fork() % 2 == 0 ? 10 : 1000;
        };
    }

    private List<String> made(String comm) {
        return made.stream().filter(launch -> launch.startsWith(comm)).toList();
    }

    @Test
    void whatScattersIsLaunchedUntilItsIntervalIsNarrowAndTheWidestFirst() throws IOException {
        scatter();
        String text = run();
        assertThat(made("local")).hasSize(3);
        assertThat(made("c")).as("10.2%% after five, 9.4%% after six").hasSize(6);
        assertThat(made("mpj")).as("five times as many as planned").hasSize(15);
        assertThat(made.subList(9, 13)).containsExactly("mpj4", "c4", "mpj5", "c5");
        assertThat(text)
                .contains("narrowing: 2 cells are not yet within 10%", "fork 4, to narrow: ", ", widest 1")
                .containsPattern("wide: " + Pattern.quote(MPJ.label()) + ": within \\d+% after 15 launches\n")
                .doesNotContain("wide: " + C.label(), "fill");
    }

    @Test
    void onlyWhatFitsIntoTheBudgetIsLaunchedAgainAndTheWidestFirst() throws IOException {
        scatter();
        seconds = 1000;
        builder = builder.plan(new RunOptions.Plan(1, 1_500_000, 0.1, Shard.WHOLE));
        run();
        assertThat(made.subList(9, 12)).containsExactly("mpj4", "mpj5", "mpj6");

        made.clear();
        builder = builder.plan(new RunOptions.Plan(1, 500_000, 0.1, Shard.WHOLE));
        assertThat(run(scratch.resolve("short"), Invocation.NEW, Integer.MAX_VALUE))
                .containsPattern("wide: " + Pattern.quote(C.label()) + ": within .*; the time is up");
        assertThat(made).hasSize(9);
    }

    @Test
    void aRunThatNarrowsAndIsResumedGoesOnAsItWouldHave() throws IOException {
        scatter();
        run();
        List<String> whole = List.copyOf(made);
        for (int launches = 8; launches < whole.size(); launches++) {
            made.clear();
            Path out = scratch.resolve("killed-" + launches);
            int most = launches;
            assertThatThrownBy(() -> run(out, Invocation.NEW, most)).isInstanceOf(RunInterruptedException.class);
            run(out, ScriptedRun.RESUME, Integer.MAX_VALUE);
            assertThat(made).as("killed after %d", launches).containsExactlyInAnyOrderElementsOf(whole);
        }
    }

    @Test
    void whatIsElsewhereGetsLaunchesToo() throws IOException {
        scatter();
        builder = builder.effort(new RunOptions.Effort(4, 5, 3, 200, 0));
        places.putAll(Map.of(LOCAL, "nnnn", C, "nfnnf", MPJ, "f".repeat(20)));
        score = launch -> 100;
        assertThat(run())
                .contains("wide: " + MPJ.label() + ": 0 of its 20 launches ran in the placement that counts\n")
                .doesNotContain("wide: " + C.label());
        assertThat(made("c"))
                .as("four near, though three that read alike are narrow")
                .hasSize(6);
        assertThat(made("local")).hasSize(4);
    }

    @Test
    void thereAreNoMoreLaunchesForAllPlacementsNorForAFewNorWithoutTime() throws IOException {
        places.putAll(Map.of(LOCAL, "nnn", C, "nfn", MPJ, "nnn"));
        builder = builder.placement(PlacementChoice.Wish.ALL);
        assertThat(run()).doesNotContain("fill");
        assertThat(made).hasSize(9);

        builder = builder.placement(PlacementChoice.Wish.COMMON).forks(2);
        assertThat(run(scratch.resolve("few"), Invocation.NEW, Integer.MAX_VALUE))
                .doesNotContain("fill");
        assertThat(made).hasSize(9 + 6);

        seconds = 4000;
        places.put(C, "nnf");
        builder = builder.forks(3).plan(RunOptions.Plan.within(3_600_000));
        String text = run(scratch.resolve("short"), Invocation.NEW, Integer.MAX_VALUE);
        assertThat(made).hasSize(9 + 6 + 9);
        assertThat(text).contains("not filled: " + C.label() + ": 2 of 3 launches near, 62 ns");
    }

    /** Bound to cores that are far apart, it is far for ever, and has numbers of its own. */
    @Test
    void whatNeverCountsIsNotLaunchedAgain() throws IOException {
        places.putAll(Map.of(LOCAL, "nnn", C, "fff", MPJ, "nnn"));
        assertThat(run()).doesNotContain("fill");
        assertThat(made).hasSize(9);
    }

    /** Two launches have no interval; as many as the budget has room for are enough. */
    @Test
    void aBudgetThatHasRoomForTwoLaunchesGetsNoMore() throws IOException {
        places.putAll(Map.of(LOCAL, "nn", C, "nn", MPJ, "nn"));
        builder = builder.plan(RunOptions.Plan.within(11_000));
        assertThat(run()).doesNotContain("fill");
        assertThat(made).hasSize(6);
    }
}
