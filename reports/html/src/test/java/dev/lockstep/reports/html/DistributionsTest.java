package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionsTest {
    @TempDir
    Path folder;

    private Distributions of(SweepRun made) throws IOException {
        RunData run = made.timed(folder);
        return Distributions.of(run, LineUp.of(run));
    }

    @Test
    void theRankThatTheOthersWaitForIsNamedBesideTheMeansThatHideIt() throws IOException {
        Distributions shown = of(SweepRun.straggler());
        Distributions.Ranks ranks = shown.met().get(0).met().get(0).ranks().orElseThrow();
        assertThat(ranks.means()).containsExactly("7.00", "2.00", "12.0");
        assertThat(ranks.sinceLast()).containsExactly("1.95", "–", "2.00");
        assertThat(shown.groups().get(0).rows().get(0).note())
                .isEqualTo("13.0% missed their window: too many to trust the others");
        assertThat(ranks.slowest()).isEqualTo("rank 0 in 99.0%");
        assertThat(ranks.last()).isEqualTo("rank 0 in 1.00%, by – (p99 –, max 1,000)");
    }

    @Test
    void whoeverMeetsNobodyIsNotCompared() throws IOException {
        assertThat(of(SweepRun.story()).met()).isEmpty();
    }

    @Test
    void samplesAreDrawnRankByRankWithWhatIsNotKnownLeftOut() throws IOException {
        List<Chart.Heat> drawn = of(SweepRun.straggler()).charts().stream()
                .filter(Chart.Heat.class::isInstance)
                .map(Chart.Heat.class::cast)
                .toList();
        assertThat(drawn).hasSize(2);
        Chart.Heat worst = drawn.get(0);
        assertThat(worst.series())
                .extracting(Chart.Series::name)
                .containsExactly("rank 0 begins late by", "rank 1 begins late by", "rank 0 takes", "rank 1 takes");
        assertThat(worst.values().get(0).subList(99, 102)).containsExactly(0.0, 999.9, 0.0);
        assertThat(worst.values().get(3).subList(99, 102)).containsExactly(1.9, 1002.0, 1.9);
        Chart.Heat all = drawn.get(1);
        assertThat(all.each()).isEqualTo(100);
        assertThat(all.series()).hasSize(3);
        assertThat(all.values().get(0)).isEqualTo(Arrays.asList(999.9, 999.9, null));
        assertThat(all.description()).contains("Heat map of the longest of each 100 operations by rank");
    }
}
