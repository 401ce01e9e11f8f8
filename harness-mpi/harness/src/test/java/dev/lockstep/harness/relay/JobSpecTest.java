package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.launch.DebugRank;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobSpecTest {
    private static final Path ELSEWHERE = Path.of("elsewhere");

    @Test
    void hostileFoldersAndArgumentsSurviveAsOneWord() {
        JobSpec spec = new JobSpec(
                Path.of("/tmp/a b;c'd\"e&f=g\nh/%41"),
                3,
                "mpirun",
                "socket",
                List.of("", "--mca", "btl self,tcp", "a&b=c", "line\nline", "'\"$`", "", "trailing"),
                9,
                Optional.of(new DebugRank(1, 5005)),
                77,
                true);
        assertThat(JobSpec.parse(spec.format(), ELSEWHERE)).isEqualTo(spec);
        // JMH splits a profiler's options at none of our characters, but the shell would at these.
        assertThat(spec.format()).doesNotContainAnyWhitespaces().doesNotContain(";", "'", "\"");
    }

    @Test
    void noArgumentsAreNoArguments() {
        JobSpec spec = new JobSpec(Path.of("x"), 1, "auto", "auto", List.of(), 1, Optional.empty(), 16 << 20, false);
        assertThat(JobSpec.parse(spec.format(), ELSEWHERE)).isEqualTo(spec);
        JobSpec empty = new JobSpec(Path.of("x"), 1, "auto", "auto", List.of(""), 1, Optional.empty(), 16 << 20, false);
        assertThat(JobSpec.parse(empty.format(), ELSEWHERE)).isEqualTo(empty);
    }

    @Test
    void everythingMayBeLeftOut() {
        JobSpec spec = JobSpec.parse("", ELSEWHERE);
        assertThat(spec)
                .isEqualTo(
                        new JobSpec(ELSEWHERE, 1, "auto", "auto", List.of(), 300, Optional.empty(), 16 << 20, false));
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> JobSpec.parse("timeout=soon", ELSEWHERE)).isInstanceOf(IllegalArgumentException.class);
    }
}
