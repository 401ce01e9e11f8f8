package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.openmpi.OpenMpiProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.harness.rank.NoneProvider;
import dev.lockstep.harness.reference.ReferenceProvider;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaunchersTest {
    private static final CommunicatorProvider OPEN_MPI = new OpenMpiProvider();
    private static final String PATH = System.getenv("PATH");

    private static LaunchRequest request(int threads, boolean oversubscribed, String bind, String... extra) {
        return new LaunchRequest(
                4,
                threads,
                oversubscribed,
                bind,
                List.of("LOCKSTEP_KEY", "LOCKSTEP_RELAY"),
                List.of(extra),
                Hosts.NOT_GIVEN);
    }

    private static List<String> mpirun(LaunchRequest request) {
        List<String> words = new MpirunLauncher().command(request);
        assertThat(words.get(0)).endsWith("mpirun");
        return words.subList(1, words.size());
    }

    @Test
    void enoughCoresMeansOneForEachRank() {
        assertThat(mpirun(request(1, false, "auto")))
                .containsExactly("-np", "4", "--bind-to", "core", "-x", "LOCKSTEP_KEY", "-x", "LOCKSTEP_RELAY");
    }

    @Test
    void severalThreadsNeedSeveralCores() {
        assertThat(mpirun(request(2, false, "auto")))
                .startsWith("-np", "4", "--map-by", "slot:PE=2", "--bind-to", "core");
    }

    @Test
    void tooFewCoresMeansNoBindingAndSaysSo() {
        assertThat(mpirun(request(1, true, "auto")))
                .startsWith("-np", "4", "--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "none");
        assertThat(mpirun(request(2, true, "auto")))
                .startsWith("-np", "4", "--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "none");
    }

    @Test
    void whatTheUserSaysIsPassedOn() {
        assertThat(mpirun(request(2, false, "socket", "--mca", "btl self,tcp")))
                .startsWith("-np", "4", "--bind-to", "socket")
                .endsWith("--mca", "btl self,tcp");
        assertThat(mpirun(request(1, true, "core")))
                .containsSubsequence("--map-by", "slot:OVERSUBSCRIBE", "--bind-to", "core");
    }

    @Test
    void onlyNamesOfVariablesStandOnTheCommandLine() {
        assertThat(mpirun(request(1, false, "auto"))).noneMatch(w -> w.contains("="));
    }

    @Test
    void oneProcessNeedsNoScript() {
        LaunchRequest one =
                new LaunchRequest(1, 4, true, "core", List.of("X"), List.of("numactl", "-N0"), Hosts.NOT_GIVEN);
        assertThat(new ProcessLauncher().command(one)).containsExactly("numactl", "-N0");
        assertThat(new ProcessLauncher().environment()).containsEntry(new ProcessLauncher().rankVariable(), "0");
    }

    private static List<String> processes(int cores, String path, LaunchRequest request) {
        List<String> all = IntStream.range(0, cores)
                .mapToObj(core -> core + "," + (core + cores))
                .toList();
        List<String> words = new ProcessLauncher(all, path).command(request);
        assertThat(words).startsWith("sh", "-c", LaunchScript.resource("processes.sh"), "processes", "4");
        return words.subList(5, words.size());
    }

    @Test
    void plainProcessesGetCoresOfTheirOwnWhereThereAreEnough() {
        assertThat(processes(4, PATH, request(1, false, "auto"))).containsExactly("0,4/1,5/2,6/3,7");
        assertThat(processes(8, PATH, request(2, false, "core")))
                .containsExactly("0,8,1,9/2,10,3,11/4,12,5,13/6,14,7,15");
        assertThat(processes(4, PATH, request(1, false, "none", "nice", "-n1"))).containsExactly("-", "nice", "-n1");
        assertThat(processes(2, PATH, request(1, true, "auto"))).containsExactly("-");
        assertThat(processes(0, PATH, request(1, false, "auto"))).containsExactly("-");
        assertThat(processes(4, "/nowhere::", request(1, false, "auto"))).containsExactly("-");
    }

    @Test
    void aBindingThatCannotBeIsRefusedWithWhatCan() {
        assertThatThrownBy(() -> processes(4, "/nowhere", request(1, false, "core")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("taskset", "util-linux", "--bind none");
        assertThatThrownBy(() -> processes(3, PATH, request(1, true, "core")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("4 ranks", "may use 3", "--bind none");
        assertThatThrownBy(() -> processes(4, PATH, request(1, false, "socket")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'core' or 'none', not to 'socket'");
    }

    @Test
    void ranksWithoutMpiAreStartedByTheShellOrByMpirun() {
        CommunicatorProvider none = new NoneProvider();
        assertThat(Launchers.discover().choose("auto", none).name()).isEqualTo("process");
        assertThat(Launchers.discover().choose("mpirun", none).name()).isEqualTo("mpirun");
        assertThat(RankLayout.of(none, 3, 2).processes()).isEqualTo(3);
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
            assertThatThrownBy(() -> new DebugRank(rank, 1).environment(RankLayout.of(OPEN_MPI, 2, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("0 to 1 with 2 ranks, not " + rank);
        }
    }

    @Test
    void theProviderChoosesItsLauncher() {
        Launchers all = Launchers.discover();
        assertThat(all.names()).containsExactly("mpiexec", "mpirun", "mpj", "process", "srun");
        assertThat(all.choose("auto", OPEN_MPI).name()).isEqualTo("mpirun");
        assertThat(all.choose("mpirun", OPEN_MPI).name()).isEqualTo("mpirun");
        assertThat(all.choose("auto", new LocalProvider()).name()).isEqualTo("process");
        assertThat(all.choose("mpirun", new LocalProvider()).name()).isEqualTo("process");
    }

    @Test
    void whoGoesWithWhomIsComputedFromWhatBothSay() {
        assertThat(fitting(new NoneProvider())).containsExactly("process", "mpirun", "mpiexec", "srun");
        assertThat(fitting(OPEN_MPI)).containsExactly("mpirun", "srun");
        assertThat(fitting(new ReferenceProvider())).containsExactly("mpirun", "mpiexec", "srun");
    }

    private static List<String> fitting(CommunicatorProvider provider) {
        return Launchers.discover().fitting(provider).stream()
                .map(Launcher::name)
                .toList();
    }

    @Test
    void aLauncherThatDoesNotFitOrExistIsRefusedWithThoseThatDo() {
        assertThatThrownBy(() -> Launchers.discover().choose("process", OPEN_MPI))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'process' cannot start ranks of comm=openmpi; mpirun, srun can");
        assertThatThrownBy(() -> Launchers.discover().choose("nosuch", OPEN_MPI))
                .hasMessageContaining("'nosuch'")
                .hasMessageContaining("mpirun");
        assertThatThrownBy(() -> new Launchers(List.of(new ProcessLauncher()), List.of()).choose("auto", OPEN_MPI))
                .hasMessageContaining("no launcher starts ranks of comm=openmpi; there are process");
    }

    @Test
    void layoutsCountProcessesAndThreads() {
        RankLayout mpi = RankLayout.of(OPEN_MPI, 4, 2);
        assertThat(mpi.processes()).isEqualTo(4);
        assertThat(mpi.threadsPerProcess()).isEqualTo(2);
        RankLayout local = RankLayout.of(new LocalProvider(), 4, 2);
        assertThat(local.processes()).isEqualTo(1);
        assertThat(local.threadsPerProcess()).isEqualTo(8);
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(RankLayout.of(OPEN_MPI, cores, 1).oversubscribed()).isFalse();
        assertThat(RankLayout.of(OPEN_MPI, cores + 1, 1).oversubscribed()).isTrue();
        assertThat(RankLayout.of(OPEN_MPI, cores, 2).oversubscribed()).isTrue();
        assertThat(RankLayout.plain(3).threadsPerProcess()).isEqualTo(3);
        assertThat(RankLayout.plain(3).launcher("auto").name()).isEqualTo("process");
    }
}
