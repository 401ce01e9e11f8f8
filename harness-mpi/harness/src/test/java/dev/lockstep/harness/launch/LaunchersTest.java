package dev.lockstep.harness.launch;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.openmpi.OpenMpiProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.harness.Stub;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which launcher starts whose ranks, and how many there are. */
class LaunchersTest {
    private static final CommunicatorProvider OPEN_MPI = new OpenMpiProvider();

    private static String chosen(String name, CommunicatorProvider provider) {
        return Launchers.discover().choose(name, provider).name();
    }

    private static List<String> fitting(CommunicatorProvider provider) {
        return Launchers.discover().fitting(provider).stream()
                .map(Launcher::name)
                .toList();
    }

    @Test
    void whoGoesWithWhomIsComputedFromWhatBothSay() {
        assertThat(Launchers.discover().names()).containsExactly("mpiexec", "mpirun", "mpj", "process", "srun");
        assertThat(fitting(new NoneProvider())).containsExactly("process", "mpirun", "mpiexec", "srun");
        assertThat(fitting(OPEN_MPI)).containsExactly("mpirun", "srun");
        assertThat(fitting(new ReferenceProvider())).containsExactly("mpirun", "mpiexec", "srun");
        assertThat(chosen("auto", OPEN_MPI)).isEqualTo("mpirun");
        assertThat(chosen("auto", new NoneProvider())).isEqualTo("process");
        assertThat(chosen("mpirun", new NoneProvider())).isEqualTo("mpirun");
        assertThat(chosen("mpirun", new LocalProvider())).isEqualTo("process");
    }

    /** With launchers and libraries that are there or not, each as said. */
    @ParameterizedTest
    @CsvSource({"a b, a b, a", "b, a b, b", "a b, b, b", "a, b, a", "'', '', a"})
    void autoTakesTheFirstThatWorksTogether(String launchers, String libraries, String chosen) {
        Launchers all = new Launchers(
                List.of(launcher("b", launchers.contains("b")), launcher("a", launchers.contains("a"))), List.of());
        assertThat(all.choose("auto", fake(libraries)).name()).isEqualTo(chosen);
        assertThat(all.choose("b", fake(libraries)).name()).isEqualTo("b");
    }

    @Test
    void aLauncherThatDoesNotFitOrExistIsRefusedWithThoseThatDo() {
        assertThrown(
                IllegalArgumentException.class,
                () -> chosen("process", OPEN_MPI),
                "'process' cannot start ranks of comm=openmpi; mpirun, srun can");
        assertThatThrownBy(() -> chosen("nosuch", OPEN_MPI)).hasMessageContainingAll("'nosuch'", "mpirun");
        assertThatThrownBy(() -> new Launchers(List.of(new ProcessLauncher()), List.of()).choose("auto", OPEN_MPI))
                .hasMessageContaining("no launcher starts ranks of comm=openmpi; there are process");
    }

    @Test
    void whatCannotBeStartedOnAHostIsRefused() {
        Hosts hosts = Hosts.parse("h1:2,h2:2");
        assertThrown(
                IllegalArgumentException.class,
                () -> new RankLayout("local", 2, 1, true, hosts).launcher("auto"),
                "comm=local on this host only, not on h1");
        assertThrown(
                IllegalArgumentException.class,
                () -> RankLayout.plain(1).on(hosts).launcher("auto"),
                "benchmarks without ranks");
        assertThrown(
                IllegalArgumentException.class,
                () -> RankLayout.of(OPEN_MPI, 5, 1).on(hosts).launcher("auto"),
                "5 ranks need as many slots, but h1:2,h2:2 has 4");
    }

    @Test
    void theRankThatIsDebuggedIsOneOfThem() {
        DebugRank second = new DebugRank(1, 5005);
        assertThat(DebugRank.parse(second.format())).isEqualTo(second);
        assertThat(second.environment(RankLayout.of(OPEN_MPI, 2, 1))).containsEntry("LOCKSTEP_DEBUG", "1:5005");
        assertThat(second.environment(RankLayout.of(new LocalProvider(), 2, 1)))
                .as("ranks that are threads share one process")
                .containsEntry("LOCKSTEP_DEBUG", "0:5005");
        for (int rank : new int[] {-1, 2}) {
            assertThrown(
                    IllegalArgumentException.class,
                    () -> new DebugRank(rank, 1).environment(RankLayout.of(OPEN_MPI, 2, 1)),
                    "0 to 1 with 2 ranks, not " + rank);
        }
    }

    // --- Which cores are probed ---

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
        assertThat(probed(Cores.usable() + 1, 1, Hosts.NOT_GIVEN)).isFalse();
        assertThat(probed(Cores.usable(), 1, Hosts.NOT_GIVEN)).isEqualTo(Cores.usable() > 1);
    }

    @Test
    void ranksReadWhetherTheirCoresAreProbed() {
        RankLayout probed = new RankLayout("c", 2, 1, false, Hosts.parse("a:2"));
        assertThat(RankLayout.probed(probed.environment())).isTrue();
        assertThat(RankLayout.probed(RankLayout.plain(2).environment())).isFalse();
        assertThat(RankLayout.probed(Map.of())).isFalse();
    }

    private static Availability there(boolean is) {
        return is ? Availability.Available.plain("1", "here") : new Availability.Unavailable("gone", "get it");
    }

    private static Launcher launcher(String name, boolean works) {
        return Stub.of(
                Launcher.class,
                Map.of("name", all -> name, "rankVariable", all -> "R", "availability", all -> there(works)));
    }

    private static CommunicatorProvider fake(String libraries) {
        return Stub.of(
                CommunicatorProvider.class,
                Map.of(
                        "name",
                        all -> "fake",
                        "ranksAreThreads",
                        all -> false,
                        "launchers",
                        all -> List.of("a", "b"),
                        "availability",
                        all -> there(libraries.contains(((LauncherTraits) all[0]).name()))));
    }
}
