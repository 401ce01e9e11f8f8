package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The suite where there is less than it wants: cores, time. */
@Tag("runs")
@Timeout(220)
class BenchIT {
    @TempDir
    Path scratch;

    private Path out() {
        return scratch.resolve("out");
    }

    @Test
    void onOneCoreItIsMeasuredAndNothingCompared() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = new LockstepJar(scratch)
                .onOneCore()
                .exits(
                        0,
                        "bench benchmarks.PingPong AllReduce RoundTrip --forks 1 --warmup 1 --iterations 1"
                                + " --iteration-time 10ms --out " + out());
        assertThat(outcome.err()).contains("(oversubscribed)").containsPattern("(\\d+) of \\1 cells measured");
        assertThat(outcome.out()).as("all cells, for nothing can be said").contains("oversubscribed");
        assertThat(ReportText.of(out()))
                .contains("64 B to another thread (oversubscribed)", "Nothing is compared: ")
                .doesNotContainPattern("and \\S+ times as long");
    }

    /** Pilots take no time from cells that need none. */
    @Test
    void aBudgetForLessThanFiveLaunchesIsKeptAndSaid() throws IOException, InterruptedException {
        LockstepJar.Outcome outcome = new LockstepJar(scratch).exits(0, "bench RoundTrip --budget 8s --out " + out());
        assertThat(outcome.err()).containsPattern("budget: [1-4] of 5 forks of each cell");
        assertThat(JournalLines.of(out(), "launch")).hasSizeBetween(1, 8);
        assertThat(ReportText.of(out()))
                .containsPattern("The budget of 8 s had room for [1-4] of 5 forks of each cell")
                .doesNotContainPattern("and \\S+ times as long");
    }

    @Test
    void interruptedItReportsWhatThereIs() throws IOException, InterruptedException {
        try (LockstepJar.Child child = new LockstepJar(scratch).begin("bench RoundTrip --out " + out())) {
            child.await("a launch is over", () -> child.said().contains("[1/10, "));
            child.interrupt();
            LockstepJar.Outcome outcome = child.await().exits(130);
            assertThat(outcome.err()).contains("interrupted; what is finished is kept. To go on: ");
        }
        assertThat(JournalLines.of(out(), "launch")).hasSizeBetween(1, 9);
        assertThat(ReportText.of(out())).contains("The run was interrupted.").containsPattern("[12] +cells? ok");
    }
}
