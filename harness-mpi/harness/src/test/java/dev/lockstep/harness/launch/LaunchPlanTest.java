package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchPlanTest {
    private static final Path MISSING = Path.of("/sys/class/no-such-network");

    @TempDir
    Path adapters;

    @Test
    void openMpiTriesNoNetworksWhereThereAreNone() {
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT, List.of(MISSING), Map.of()))
                .isEqualTo(Map.of("OMPI_MCA_mtl", "^ofi,psm,psm2"));
    }

    @Test
    void openMpiChoosesWhereThereIsANetworkOrAnotherHostOrTheUserSays() {
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT, List.of(MISSING, adapters), Map.of()))
                .isEmpty();
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT.on(Hosts.parse("h1:1,h2:1")), List.of(MISSING), Map.of()))
                .isEmpty();
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT.by("srun"), List.of(MISSING), Map.of()))
                .isEmpty();
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT, List.of(MISSING), Map.of("PBS_NODEFILE", "/nodes")))
                .isEmpty();
        assertThat(LaunchPlan.networks(LaunchOptions.DEFAULT, List.of(MISSING), Map.of("OMPI_MCA_mtl", "ofi")))
                .isEmpty();
    }
}
