package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

class WarmupTrendTest {
    @TempDir
    Path folder;

    private boolean falling(String params, double[] warmup, double... measured) throws IOException {
        StringBuilder rows = new StringBuilder(RankRow.HEADER + "\n");
        append(rows, params, "warmup", warmup);
        append(rows, params, "measurement", measured);
        Path file = Files.writeString(folder.resolve("ranks.csv"), rows);
        return WarmupTrend.stillFalling(file, Mode.SingleShotTime);
    }

    /** Two ranks, one a tenth faster and one a tenth slower than the mean. */
    private static void append(StringBuilder rows, String params, String phase, double[] scores) {
        for (int i = 0; i < scores.length; i++) {
            for (int rank = 0; rank < 2; rank++) {
                double score = scores[i] * (rank == 0 ? 0.9 : 1.1);
                rows.append("a.B.c,")
                        .append(params)
                        .append(",local,2,1,20,1,")
                        .append(phase + "," + (i + 1) + "," + rank + ",0,h,1," + score + ",us/op,,,,,,\n");
            }
        }
    }

    @Test
    void warmUpThatStillGotFasterIsNoticed() throws IOException {
        assertThat(falling("p=1", new double[] {100, 50, 20}, 10, 11)).isTrue();
    }

    @Test
    void warmUpThatHadSettledIsFine() throws IOException {
        assertThat(falling("p=1", new double[] {100, 12, 10.5}, 10, 11)).isFalse();
        assertThat(falling("p=1", new double[] {10, 20}, 10, 11))
                .as("slower, not faster")
                .isFalse();
    }

    @Test
    void tooLittleSaysNothing() throws IOException {
        assertThat(falling("p=1", new double[] {100}, 10)).isFalse();
        assertThat(falling("p=1", new double[] {100, 50})).isFalse();
        assertThat(WarmupTrend.stillFalling(folder.resolve("missing"), Mode.SingleShotTime))
                .isFalse();
    }

    @Test
    void parametersMayHoldAnything() throws IOException {
        assertThat(falling("\"p=1,2,\"\"x\"\";q=,\"", new double[] {100, 50, 20}, 10, 11))
                .isTrue();
        assertThat(falling("\"p=one\ntwo,three\"", new double[] {100, 50, 20}, 10, 11))
                .isTrue();
    }
}
