package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.OpSample;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank that comes late, in Java and in C: the others wait for it, and its own time does not show it. */
@Tag("runs")
@Timeout(120)
class ArrivalsIT {
    private static final int RANK = 9;
    private static final int SCORE = 13;

    private static final int OPERATIONS = 1000;

    @TempDir
    Path scratch;

    @Test
    void theOthersWaitForARankThatIsLate() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        new LockstepJar(scratch)
                .exits(
                        0,
                        "run AllReduce --comm openmpi,c --ranks 2 -p bytes=64 -p sync=dissemination,barrier -p late=1:2ms"
                                + " --ops 20 --forks 1 --warmup 1 --iterations 2 --distribution-forks 0 --placement all"
                                + " --out " + out);
        List<String[]> rows = Files.readAllLines(out.resolve("ranks.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(rows).hasSize(2 * 2 * 2 * 3);
        assertThat(rows.stream().filter(row -> row[RANK].equals("0")))
                .as("rank 0 waits for rank 1")
                .allSatisfy(row -> assertThat(Double.parseDouble(row[SCORE])).isGreaterThan(1900));
        double late = rows.stream()
                .filter(row -> row[RANK].equals("1"))
                .mapToDouble(row -> Double.parseDouble(row[SCORE]))
                .min()
                .orElseThrow();
        assertThat(late).as("rank 1 does not wait for itself").isLessThan(1900);
    }

    /** Rank 0 is 1 ms late in one of 100 operations: on average 10 us, which no rank's mean tells from a slow network. */
    @Test
    void aRankThatIsLateNowAndThenIsNamed() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        new LockstepJar(scratch)
                .exits(
                        0,
                        "run AllReduce --comm openmpi,c --ranks 2 -p bytes=64 -p late=0:1ms:100 --ops " + OPERATIONS
                                + " --forks 1 --warmup 1 --iterations 2 --keep-samples --placement all --out " + out);
        for (String cell : List.of("cell-001", "cell-002")) {
            Map<String, Histogram> times = times(out.resolve("distributions/" + cell + "-fork-1.hlog"));
            assertThat(times.get("rank-0").getMean()).isLessThan(500_000);
            assertThat(times.get("rank-1").getMean()).isLessThan(500_000);
            assertThat(times.get("slowest").getMaxValue()).isGreaterThan(990_000);
            Histogram late = times.get("last-rank-0");
            long often = late.getCountBetweenValues(900_000, late.getMaxValue());
            assertThat(often).as("how often rank 1 waited for rank 0").isBetween(OPERATIONS / 100L, OPERATIONS / 10L);

            List<OpSample> kept = new ArrayList<>();
            OpSample.read(out.resolve("distributions/" + cell + "-fork-1.csv.gz"), kept::add);
            assertThat(kept).hasSize(2 * 2 * OPERATIONS);
            assertThat(kept.stream().filter(sample -> sample.late() > 900_000 && sample.rank() == 0))
                    .hasSize((int) often);
        }
        assertThat(ReportText.of(out)).contains("Waited for", "rank 0 in ");
        assertThat(Files.readString(out.resolve("report.html"))).contains("\"kind\":\"heat\"");
    }

    /** Nobody waits for a barrier, so none of its messages is under way; how many miss their window depends on the machine. */
    @Test
    void operationsStartByTheClockWhereWindowsAreAskedFor() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        new LockstepJar(scratch)
                .exits(
                        0,
                        "run AllReduce --comm openmpi,c --ranks 2 -p bytes=64 -p sync=window --ops " + OPERATIONS
                                + " --forks 1 --warmup 2 --iterations 2 --keep-samples --placement all --out " + out);
        for (String cell : List.of("cell-001", "cell-002")) {
            Map<String, Histogram> times = times(out.resolve("distributions/" + cell + "-fork-1.hlog"));
            long missed = times.getOrDefault("missed-window", new Histogram(3)).getTotalCount();
            assertThat(times.get("slowest").getTotalCount() + missed).isEqualTo(2L * OPERATIONS);
            List<OpSample> kept = new ArrayList<>();
            OpSample.read(out.resolve("distributions/" + cell + "-fork-1.csv.gz"), kept::add);
            assertThat(kept.stream().filter(sample -> !sample.counts())).hasSize((int) (2 * missed));
            assertBeginByTheClock(kept.stream()
                    .filter(sample -> sample.counts() && sample.rank() == 0 && sample.iteration() == 2)
                    .toList());
        }
    }

    /** Each begins within its window, so any two are as many windows apart as operations, but for one at most. */
    private static void assertBeginByTheClock(List<OpSample> counted) {
        OpSample first = counted.get(0);
        OpSample last = counted.get(counted.size() - 1);
        double windows = last.operation() - first.operation();
        assertThat(windows).isGreaterThan(100);
        double window = (last.began() - first.began()) / windows;
        assertThat(counted).allSatisfy(sample -> {
            double expected = first.began() + window * (sample.operation() - first.operation());
            assertThat(sample.began() - expected).isBetween(-2.1 * window, 2.1 * window);
        });
    }

    private static Map<String, Histogram> times(Path file) throws IOException {
        Map<String, Histogram> times = new HashMap<>();
        try (InputStream in = Files.newInputStream(file);
                HistogramLogReader log = new HistogramLogReader(in)) {
            while (log.hasNext()) {
                Histogram next = (Histogram) log.nextIntervalHistogram();
                times.computeIfAbsent(next.getTag(), tag -> new Histogram(3)).add(next);
            }
        }
        return times;
    }
}
