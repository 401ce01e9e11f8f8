package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

class WarmupTrendTest {
    @TempDir
    Path folder;

    private boolean falling(double[] warmup, double... measured) throws IOException {
        return falling("p=1", warmup, measured);
    }

    private boolean falling(String params, double[] warmup, double... measured) throws IOException {
        StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");
        append(rows, params, "warmup", warmup);
        append(rows, params, "measurement", measured);
        Path file = Files.writeString(folder.resolve("ranks.csv"), rows);
        return WarmupTrend.stillFalling(file, Mode.SingleShotTime);
    }

    /** Two ranks, one a tenth faster and one a tenth slower than the mean. */
    private static void append(StringBuilder rows, String params, String phase, double[] scores) {
        append(rows, params, phase, scores, new String[0]);
    }

    /** With what their probes read before and after each iteration, {@code "62,330"}. */
    private static void append(StringBuilder rows, String params, String phase, double[] scores, String[] probes) {
        for (int i = 0; i < scores.length; i++) {
            for (int rank = 0; rank < 2; rank++) {
                double score = scores[i] * (rank == 0 ? 0.9 : 1.1);
                rows.append("a.B.c,")
                        .append(params)
                        .append(",local,2,1,20,1,")
                        .append(phase + "," + (i + 1) + "," + rank + ",0,h,1," + score + ",us/op,,,,"
                                + (i < probes.length ? probes[i] : ",") + ",,\n");
            }
        }
    }

    @Test
    void aPlateauThatDropsWhileItIsMeasuredIsNoticed() throws IOException {
        assertThat(falling(new double[] {50, 20, 20, 21}, 20, 21, 20, 10, 10, 11))
                .isTrue();
        assertThat(falling(new double[] {20, 20}, 20, 10, 10)).isTrue();
    }

    @Test
    void costThatGoesOnFallingIsNoticed() throws IOException {
        assertThat(falling(new double[] {200, 150, 120}, 100, 80, 60, 50, 45)).isTrue();
    }

    /** Of throughput a rise. */
    @Test
    void throughputFallsWhenItHasCooledDown() throws IOException {
        StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");
        append(rows, "p=1", "warmup", new double[] {10, 10});
        append(rows, "p=1", "measurement", new double[] {10, 20, 20});
        Path file = Files.writeString(folder.resolve("ranks.csv"), rows);
        assertThat(WarmupTrend.stillFalling(file, Mode.Throughput)).isTrue();
        assertThat(WarmupTrend.stillFalling(file, Mode.AverageTime)).isFalse();
    }

    /** A longer one would change nothing of what is measured. */
    @Test
    void warmUpThatWasSlowUntilItsEndIsFine() throws IOException {
        assertThat(falling(new double[] {100, 50, 20}, 10, 11)).isFalse();
        assertThat(falling(new double[] {100, 12, 10.5}, 10, 11, 10)).isFalse();
    }

    @Test
    void noiseIsNoTrend() throws IOException {
        assertThat(falling(new double[] {10, 10}, 10, 20, 10, 10, 10))
                .as("an iteration that was disturbed")
                .isFalse();
        assertThat(falling(new double[] {10, 10}, 20, 20, 10, 10))
                .as("a disturbance that ended: the warm-up was as fast")
                .isFalse();
        assertThat(falling(new double[] {10, 10}, 10, 10, 10, 10, 5))
                .as("one lucky iteration")
                .isFalse();
        assertThat(falling(new double[] {10, 10}, 10, 10, 20, 20))
                .as("it got slower")
                .isFalse();
        assertThat(falling(new double[] {10.6, 10.5}, 10.4, 10.3, 10.2, 10.1, 10))
                .as("less than a tenth")
                .isFalse();
    }

    @Test
    void aRankThatServesIsNotLookedAt() throws IOException {
        StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");
        append(rows, "p=1", "warmup", new double[] {10, 10});
        append(rows, "p=1", "measurement", new double[] {10, 10, 10});
        double[] server = {400, 400, 400, 100, 100};
        for (int i = 0; i < server.length; i++) {
            rows.append("a.B.c,p=1,local,2,1,20,1," + (i < 2 ? "warmup," + (i + 1) : "measurement," + (i - 1))
                    + ",2,0,h,1," + server[i] + ",us/op,,,,,,,no\n");
        }
        Path file = Files.writeString(folder.resolve("ranks.csv"), rows);
        assertThat(WarmupTrend.stillFalling(file, Mode.SingleShotTime)).isFalse();
    }

    /** Two warm-ups and four iterations. */
    private boolean fallingOn(double[] costs, String... probes) throws IOException {
        StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");
        append(rows, "p=1", "warmup", Arrays.copyOf(costs, 2), Arrays.copyOf(probes, 2));
        append(rows, "p=1", "measurement", Arrays.copyOfRange(costs, 2, 6), Arrays.copyOfRange(probes, 2, 6));
        return WarmupTrend.stillFalling(Files.writeString(folder.resolve("ranks.csv"), rows), Mode.SingleShotTime);
    }

    @Test
    void coresThatMoveTogetherAreNoWarmUp() throws IOException {
        double[] costs = {40, 41, 40, 40, 10, 11};
        String far = "330,332";
        String near = "62,63";
        assertThat(fallingOn(costs, far, far, far, far, near, near)).isFalse();
        assertThat(fallingOn(new double[] {40, 41, 40, 21, 10, 11}, far, far, far, "331,62", near, near))
                .as("in the middle of one")
                .isFalse();
        assertThat(fallingOn(costs, far, far, far, far, far, far)).isTrue();
        assertThat(fallingOn(costs, near, near, near, near, far, far)).isTrue();
        assertThat(fallingOn(costs, far, far, far, near, near, near))
                .as("it was slow where it was fast later")
                .isTrue();
        assertThat(fallingOn(costs, far, far, far, far, near, ","))
                .as("one of them is not known")
                .isTrue();
    }

    @Test
    void tooLittleSaysNothing() throws IOException {
        assertThat(falling(new double[] {100}, 10)).isFalse();
        assertThat(falling(new double[] {100, 50})).isFalse();
        assertThat(falling(new double[] {20, 20}, 20, 10)).isFalse();
        assertThat(WarmupTrend.stillFalling(folder.resolve("missing"), Mode.SingleShotTime))
                .isFalse();
    }

    @Test
    void parametersMayHoldAnything() throws IOException {
        assertThat(falling("\"p=1,2,\"\"x\"\";q=,\"", new double[] {20, 20}, 20, 10, 11))
                .isTrue();
        assertThat(falling("\"p=one\ntwo,three\"", new double[] {20, 20}, 20, 10, 11))
                .isTrue();
    }
}
