package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

class WarmupTrendTest {
    @TempDir
    Path folder;

    private final StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");

    /** Of two ranks, one a tenth faster and one a tenth slower than the mean. */
    private void append(String params, String phase, double[] scores, String... probes) {
        for (int i = 0; i < scores.length; i++) {
            for (int rank = 0; rank < 2; rank++) {
                double score = scores[i] * (rank == 0 ? 0.9 : 1.1);
                rows.append("a.B.c,")
                        .append(params)
                        .append(",local,2,1,20,1,")
                        .append(phase + "," + (i + 1) + "," + rank + ",0,h,1," + score + ",us/op,,,,"
                                + (i < probes.length ? probes[i] : ",") + ",\n");
            }
        }
    }

    private boolean falling(Mode mode) throws IOException {
        Path file = Files.writeString(folder.resolve("ranks.csv"), rows);
        rows.setLength(RankRow.HEADER.length() + 1);
        return WarmupTrend.stillFalling(file, mode);
    }

    private boolean falling(double[] warmup, double... measured) throws IOException {
        append("p=1", "warmup", warmup);
        append("p=1", "measurement", measured);
        return falling(Mode.SingleShotTime);
    }

    /**
     * A plateau drops while it is measured; cost goes on falling. But a longer warm-up would change nothing if it was slow
     * until its end; and one iteration was disturbed, or several, one had luck, it got slower, or it fell by less than a
     * tenth; or there are too few to say anything.
     */
    @ParameterizedTest
    @CsvSource({
        "50 20 20 21, 20 21 20 10 10 11, true",
        "20 20, 20 10 10, true",
        "200 150 120, 100 80 60 50 45, true",
        "100 50 20, 10 11, false",
        "100 12 10.5, 10 11 10, false",
        "10 10, 10 20 10 10 10, false",
        "10 10, 20 20 10 10, false",
        "10 10, 10 10 10 10 5, false",
        "10 10, 10 10 20 20, false",
        "10.6 10.5, 10.4 10.3 10.2 10.1 10, false",
        "100, 10, false",
        "100 50, '', false",
        "20 20, 20 10, false"
    })
    void aWarmUpWasTooShortIfCostFellWhileItWasMeasured(String warmup, String measured, boolean falling)
            throws IOException {
        assertThat(falling(numbers(warmup), numbers(measured))).isEqualTo(falling);
    }

    /** Of throughput a rise. */
    @Test
    void throughputFallsWhenItHasCooledDown() throws IOException {
        for (Mode mode : List.of(Mode.Throughput, Mode.AverageTime)) {
            append("p=1", "warmup", new double[] {10, 10});
            append("p=1", "measurement", new double[] {10, 20, 20});
            assertThat(falling(mode)).isEqualTo(mode == Mode.Throughput);
        }
    }

    @Test
    void whatIsMissingSaysNothing() throws IOException {
        assertThat(WarmupTrend.stillFalling(folder.resolve("missing"), Mode.SingleShotTime))
                .isFalse();
    }

    private static double[] numbers(String text) {
        return Stream.of(text.split(" "))
                .filter(number -> !number.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void aRankThatServesIsNotLookedAt() throws IOException {
        append("p=1", "warmup", new double[] {10, 10});
        append("p=1", "measurement", new double[] {10, 10, 10});
        double[] server = {400, 400, 400, 100, 100};
        for (int i = 0; i < server.length; i++) {
            rows.append("a.B.c,p=1,local,2,1,20,1," + (i < 2 ? "warmup," + (i + 1) : "measurement," + (i - 1))
                    + ",2,0,h,1," + server[i] + ",us/op,,,,,,no\n");
        }
        assertThat(falling(Mode.SingleShotTime)).isFalse();
    }

    /** Two warm-ups and four iterations. */
    private boolean fallingOn(double[] costs, String... probes) throws IOException {
        append("p=1", "warmup", Arrays.copyOf(costs, 2), Arrays.copyOf(probes, 2));
        append("p=1", "measurement", Arrays.copyOfRange(costs, 2, 6), Arrays.copyOfRange(probes, 2, 6));
        return falling(Mode.SingleShotTime);
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

    @ParameterizedTest
    @ValueSource(strings = {"\"p=1,2,\"\"x\"\";q=,\"", "\"p=one\ntwo,three\""})
    void parametersMayHoldAnything(String params) throws IOException {
        append(params, "warmup", new double[] {20, 20});
        append(params, "measurement", new double[] {20, 10, 11});
        assertThat(falling(Mode.SingleShotTime)).isTrue();
    }
}
