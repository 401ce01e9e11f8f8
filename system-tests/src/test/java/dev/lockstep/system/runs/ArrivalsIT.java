package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
