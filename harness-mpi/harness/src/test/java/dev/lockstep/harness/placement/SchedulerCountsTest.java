package dev.lockstep.harness.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerCountsTest {
    @TempDir
    private Path folder;

    private SchedulerCounts read(String status, String sched, String stat) throws IOException {
        Files.writeString(folder.resolve("status"), status);
        Files.writeString(folder.resolve("sched"), sched);
        return new SchedulerCounts.Source(folder, Files.writeString(folder.resolve("stat"), stat)).now();
    }

    @Test
    void theSchedulersCountsAreReadAsLinuxWritesThemAndUnknownWhereItDoesNot() throws IOException {
        SchedulerCounts earlier = read(
                "Name:\tjava\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t12\n",
                "java (42, #threads: 9)\n-----\nse.nr_migrations                 :                    3\n",
                "cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 100 9 10\n");
        SchedulerCounts later = new SchedulerCounts(15, 3, 2510);
        assertThat(earlier).isEqualTo(new SchedulerCounts(12, 3, 2500));
        assertThat(later.since(earlier)).isEqualTo(new SchedulerCounts(3, 0, 10));
        SchedulerCounts none = new SchedulerCounts.Source(folder.resolve("none"), folder.resolve("nowhere")).now();
        assertThat(none).isEqualTo(new SchedulerCounts(-1, -1, -1));
        assertThat(read("", "", "cpu  1 2 3 4 5 6 7\n")).isEqualTo(none);
        assertThat(later.since(none)).isEqualTo(none);
        assertThat(none.since(later)).isEqualTo(none);
        SchedulerCounts.Source mine = new SchedulerCounts.Source();
        assertThat(mine.now().switches()).as("of this system").isNotNegative();
        assertThat(mine.now().migrations()).as("read once more").isNotNegative();
    }
}
