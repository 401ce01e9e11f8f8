package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankLayoutTest {
    private static boolean probed(int ranks, int threads, Hosts hosts) {
        return new RankLayout("c", ranks, threads, false, hosts).probed();
    }

    @Test
    void coresAreProbedWhereSeveralThreadsHaveOneEach() {
        Hosts two = Hosts.parse("a:2,b:2");
        assertThat(probed(2, 1, two)).isTrue();
        assertThat(probed(4, 1, two.withCores(Map.of("a", 2, "b", 2)))).isTrue();
        assertThat(probed(4, 1, two.withCores(Map.of("a", 2, "b", 1)))).isFalse();
        assertThat(probed(1, 1, two)).isFalse();
        assertThat(probed(2, 1, Hosts.parse("a:1,b:1"))).isFalse();
        assertThat(probed(2, 2, Hosts.parse("a:1,b:1"))).isTrue();
        assertThat(RankLayout.plain(2).probed()).isFalse();
    }

    @Test
    void onThisHostItsOwnCoresCount() {
        assertThat(probed(Cores.usable() + 1, 1, Hosts.NOT_GIVEN)).isFalse();
        assertThat(probed(Cores.usable(), 1, Hosts.NOT_GIVEN)).isEqualTo(Cores.usable() > 1);
    }

    @Test
    void ranksReadWhatTheyAreTold() {
        RankLayout probed = new RankLayout("c", 2, 1, false, Hosts.parse("a:2"));
        assertThat(RankLayout.probed(probed.environment())).isTrue();
        assertThat(RankLayout.probed(RankLayout.plain(2).environment())).isFalse();
        assertThat(RankLayout.probed(Map.of())).isFalse();
    }
}
