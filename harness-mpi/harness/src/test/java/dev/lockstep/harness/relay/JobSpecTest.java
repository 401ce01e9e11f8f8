package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.machine.Hold;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSpecTest {
    private static final Path ELSEWHERE = Path.of("elsewhere");

    @Test
    void hostileFoldersAndArgumentsSurviveAsOneWord() {
        JobSpec spec = new JobSpec(
                        Path.of("/tmp/a b;c'd\"e&f=g\nh/%41"),
                        3,
                        LaunchOptions.DEFAULT
                                .by("mpirun")
                                .bound("socket")
                                .with(List.of(
                                        "", "--mca", "btl self,tcp", "a&b=c", "line\nline", "'\"$`", "", "trailing"))
                                .within(9)
                                .debugging(new DebugRank(1, 5005))
                                .keeping(77)
                                .on(Hosts.parse("h1:2/16,h2:2,10.0.0.3")),
                        true)
                .with(Map.of("thread-level", "single", "x=", "a&b"))
                .holding(new Hold(2000, 11, 40 / 3.0, 93.5));
        assertThat(JobSpec.parse(spec.format(), ELSEWHERE)).isEqualTo(spec);
        // JMH splits a profiler's options at none of our characters, but the shell would at these.
        assertThat(spec.format()).doesNotContainAnyWhitespaces().doesNotContain(";", "'", "\"");
    }

    @Test
    void everythingMayBeLeftOutButNothingIsMisread() {
        JobSpec spec = JobSpec.parse("", ELSEWHERE);
        assertThat(spec).isEqualTo(new JobSpec(ELSEWHERE, 1, LaunchOptions.DEFAULT, false));
        JobSpec empty = new JobSpec(Path.of("x"), 1, LaunchOptions.DEFAULT.with(List.of("")), false);
        for (JobSpec each : List.of(spec, spec.timingPairs(), empty)) {
            assertThat(JobSpec.parse(each.format(), ELSEWHERE)).isEqualTo(each);
        }
        assertThatThrownBy(() -> JobSpec.parse("timeout=soon", ELSEWHERE)).isInstanceOf(IllegalArgumentException.class);
    }
}
