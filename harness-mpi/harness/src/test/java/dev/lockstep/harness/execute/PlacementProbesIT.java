package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.Child;
import dev.lockstep.harness.machine.Hold;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ranks that are threads, and ranks that are processes, see of the machine around their iterations. */
@Tag("measure")
class PlacementProbesIT {
    private static final long HOLD_MILLIS = 1000;
    private static final String ALONE = "OwnTransportBenchmark.alone";
    private static final String MANY = String.valueOf(Cores.usable() + 1);
    private static final List<String> BOUND = List.of("-D" + ConductorMain.BIND + "=auto");

    @TempDir
    static Path scratch;

    private static Conducted run;
    private static List<RankRow> rows;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        run = run("out", Hold.NONE, List.of(), "local,none", "2," + MANY, "1", "1", ALONE)
                .ended(0);
        rows = run.rows();
    }

    /** Whose ranks are told to hold from outside, or not. */
    private static Conducted run(String name, Hold hold, List<String> options, String... what)
            throws IOException, InterruptedException {
        Child child = new Child(Files.createDirectory(scratch.resolve(name)));
        hold.environment().forEach(child::with);
        return Conducted.by(
                child,
                scratch.resolve(name).resolve("run"),
                Stream.concat(BOUND.stream(), options.stream()).toList(),
                what);
    }

    private static Map<String, List<RankRow>> iterations() {
        return rows.stream()
                .filter(row -> !row.ranks().equals(MANY))
                .collect(Collectors.groupingBy(row -> row.comm() + " " + row.phase() + " " + row.iteration()));
    }

    /** Where cores are shared with others, a reading may fail, and does until they settle; then it is nobody's. */
    @Test
    void theRanksOfAHostHaveTheSameReadings() {
        assertThat(Cores.usable()).as("cores").isGreaterThan(1);
        assertThat(iterations()).isNotEmpty().allSatisfy((iteration, ofRanks) -> {
            assertThat(ofRanks).hasSize(2);
            assertThat(ofRanks.get(0).probeBefore()).isEqualTo(ofRanks.get(1).probeBefore());
            assertThat(ofRanks.get(0).probeAfter()).isEqualTo(ofRanks.get(1).probeAfter());
        });
        for (String comm : List.of("local", "none")) {
            assertThat(rows)
                    .filteredOn(row -> row.comm().equals(comm) && !row.ranks().equals(MANY))
                    .anyMatch(row -> row.probeBefore() > 0 && row.probeAfter() > 0);
        }
    }

    @Test
    void whereCoresHaveToBeSharedNothingIsProbed() {
        assertThat(rows)
                .filteredOn(row -> row.ranks().equals(MANY))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(List.of(row.probeBefore(), row.probeAfter()))
                        .containsExactly(Double.NaN, Double.NaN));
    }

    @Test
    void whatTheSystemCountsIsRecordedOfAll() {
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.switches()).isNotNegative();
        });
    }

    /** It has thrown before; the others do not wait for ever, though nothing else would end their waiting. */
    @Test
    void aRankThatDoesNotComeToItsProbeIsNamedAndNobodyHangs() throws IOException, InterruptedException {
        Conducted deserted = run("deserted", Hold.NONE, List.of(), "local,none", "2", "1", "1", "OddBenchmark.deserted")
                .ended(1);
        assertThat(deserted.journal())
                .filteredOn(event -> event.path("reason").asText().contains("rank 1 has left"))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    /** What nothing reads is waited for in vain: in each measured iteration whose reading is believed. */
    @Test
    void aHoldIsNoPartOfTheTimeAndEnds() throws IOException, InterruptedException {
        Hold hold = new Hold(HOLD_MILLIS, 2, 0.01, 0.02);
        Conducted held =
                run("held", hold, List.of(), "local,none", "2", "1", "1", ALONE).ended(0);
        long believed = 0;
        for (JsonNode launch : held.events("launch", "")) {
            List<RankRow> measured = held.rows(launch).stream()
                    .filter(row -> !row.warmup() && row.probeBefore() > 0)
                    .toList();
            long iterations =
                    measured.stream().map(RankRow::iteration).distinct().count();
            assertThat(launch.get("seconds").asDouble()).isGreaterThan(iterations * HOLD_MILLIS / 1e3);
            assertThat(measured)
                    .allSatisfy(row -> assertThat(row.score() * row.n()).isLessThan(HOLD_MILLIS * 1e3));
            believed += iterations;
        }
        assertThat(believed).isPositive();
    }

    /** The first launch knows of none. */
    @Test
    void laterLaunchesAreHeldForThePlacementOfEarlierOnes() throws IOException, InterruptedException {
        List<String> options = List.of("-D" + ConductorMain.HOLD + "=300");
        Conducted held = run("known", Hold.NONE, options, "local,none", "2", "1", "2", ALONE)
                .ended(0);
        List<JsonNode> launches = held.events("launch", "");
        assertThat(launches).hasSize(4);
        assertThat(script(held, launches.get(0))).doesNotContain(Hold.VARIABLE);
        boolean known = false;
        for (JsonNode launch : launches.subList(0, 3)) {
            known |= held.rows(launch).stream().anyMatch(row -> !row.warmup() && row.probeBefore() > 0);
        }
        assertThat(script(held, launches.get(3)).contains("export " + Hold.VARIABLE + "='300 "))
                .isEqualTo(known);
    }

    private static String script(Conducted run, JsonNode launch) throws IOException {
        return Files.readString(run.out().resolve(launch.get("folder").asText()).resolve("launch.sh"));
    }

    @Test
    void aRankThatDiesWhileAllAreHeldIsNamedAndNobodyHangs() throws IOException, InterruptedException {
        Hold hold = new Hold(25_000, 1, 0.01, 0.02);
        Conducted dying = run("dying", hold, List.of(), "none", "2", "1", "1", "OddBenchmark.dies")
                .ended(1);
        assertThat(dying.events("launch", "")).singleElement().satisfies(launch -> {
            assertThat(launch.get("reason").asText()).contains("rank 1", "its JVM exited or was killed");
            assertThat(launch.get("seconds").asDouble()).isLessThan(25);
        });
    }
}
