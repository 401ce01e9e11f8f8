package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.MpjLauncher;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What MpjRun is told. It is here, for here its module is on the class path. */
class MpjLauncherTest {
    private static List<String> options(String bind, List<String> forward, String hosts) {
        LaunchRequest request =
                new LaunchRequest(1, 1, false, bind, forward, List.of("--own", "x"), Hosts.parse(hosts));
        List<String> words = new MpjLauncher().command(request);
        assertThat(words).endsWith("--own", "x", "--");
        return words.subList(words.indexOf("dev.lockstep.comm.mpijava.MpjRun") + 1, words.size() - 3);
    }

    @Test
    void itIsFoundWithItsModule() {
        assertThat(new MpjLauncher().availability()).isInstanceOf(Availability.Available.class);
    }

    @Test
    void ranksAreBoundIfThatIsAskedFor() {
        assertThat(options("auto", List.of("A"), "")).containsExactly("-np", "1", "-x", "A");
        assertThat(options("core", List.of(), ""))
                .containsExactly("-np", "1", "--cpus", Cores.cpus().get(0));
        assertThat(options("none", List.of(), "h1:2")).containsExactly("-np", "1", "--host", "h1:2");
        assertThatThrownBy(() -> options("core", List.of(), "h1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not with --hosts; say --bind none");
    }

    @Test
    void aRankThatIsDebuggedMayTakeItsTime() {
        assertThat(options("auto", List.of(DebugRank.VARIABLE), "")).containsSequence("--start-timeout", "0");
    }
}
