package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.Child;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ranks that are threads, and ranks that are processes, see of the machine around their iterations. */
@Tag("measure")
class PlacementProbesIT {
    private static final String ALONE = "OwnTransportBenchmark.alone";
    private static final String MANY = String.valueOf(Cores.usable() + 1);
    private static final List<String> BOUND = List.of("-D" + ConductorMain.BIND + "=auto");

    @TempDir
    static Path scratch;

    private static Conducted run;
    private static List<RankRow> rows;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        run = run("out", "local,none", "2," + MANY, "1", "1", ALONE).ended(0);
        rows = run.rows();
    }

    private static Conducted run(String name, String... what) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve(name));
        return Conducted.by(new Child(folder), folder.resolve("run"), BOUND, what);
    }

    private static Map<String, List<RankRow>> iterations() {
        return rows.stream()
                .filter(row -> !row.ranks().equals(MANY))
                .collect(Collectors.groupingBy(row -> row.comm() + " " + row.phase() + " " + row.iteration()));
    }

    /** Where cores are shared with others, a reading may fail, and does until they settle; then it is nobody's. */
    @Test
    void theRanksOfAHostHaveReadingsOrNoneHas() {
        assertThat(Cores.usable()).as("cores").isGreaterThan(1);
        assertThat(iterations()).isNotEmpty().allSatisfy((iteration, ofRanks) -> {
            assertThat(ofRanks).hasSize(2);
            assertThat(ofRanks.get(0).probeBefore().isNaN())
                    .isEqualTo(ofRanks.get(1).probeBefore().isNaN());
            assertThat(ofRanks.get(0).probeAfter().isNaN())
                    .isEqualTo(ofRanks.get(1).probeAfter().isNaN());
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
        Conducted deserted = run("deserted", "local,none", "2", "1", "1", "OddBenchmark.deserted")
                .ended(1);
        assertThat(deserted.journal())
                .filteredOn(event -> event.path("reason").asText().contains("rank 1 has left"))
                .hasSizeGreaterThanOrEqualTo(2);
    }
}
