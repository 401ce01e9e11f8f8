package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What would be measured, and how. */
class DryRunTest {
    @TempDir
    Path scratch;

    private static String dryRun(String line) {
        return Typed.good(line + " --dry-run");
    }

    @Test
    void everyCellIsPrintedWithItsCommandAndNothingIsRun() {
        int many = Cores.usable() + 1;
        List<String> line = new ArrayList<>(List.of(("run AllReduce --comm local,openmpi --ranks 1," + many
                        + " -p bytes=64,65536 --forks 4 --jvm-args -Dmine=1 --dry-run --out " + scratch + "/out")
                .split(" ")));
        line.addAll(List.of("--launcher-args", "--mca btl 'self,vader'"));
        Typed typed = Typed.in(line.toArray(String[]::new)).ended(0);
        assertThat(typed.err()).isEmpty();
        List<String> lines = typed.out().lines().toList();
        assertThat(lines)
                .hasSize(2 * 8 + 2)
                .last()
                .isEqualTo("8 cells, 32 launches besides the pilots, and 8 for distributions");
        int at = 0;
        for (String bytes : List.of("64", "65536")) {
            for (String comm : List.of("local", "openmpi")) {
                for (int ranks : List.of(1, many)) {
                    assertThat(lines.get(at++))
                            .isEqualTo(
                                    "dev.lockstep.collectives.AllReduceBenchmark.allReduce ss algorithm=library buffer=direct bytes="
                                            + bytes + " comm=" + comm + " inPlace=false late=none op=sum ranks=" + ranks
                                            + " reuse=same sync=dissemination type=float threads=1"
                                            + (ranks == many ? " (oversubscribed)" : ""));
                    assertThat(lines.get(at++))
                            .matches(
                                    comm.equals("openmpi")
                                            ? ".*mpirun -np " + ranks
                                                    + " .*--mca btl self,vader .*/bin/java .* -Dmine=1 .*"
                                            : "(?!.*mpirun).*/bin/java .* -Dmine=1 .*");
                }
            }
        }
        assertThat(scratch).isEmptyDirectory();
    }

    /** 8 MiB to and from each of four ranks, and what it gives once more, are 96 MiB; of two, or of an allreduce, 48 and 24. */
    @Test
    void whatTakesTooMuchMemoryIsLeftOutByName() {
        String line = "run AllToAllBenchmark AllReduceBenchmark --ranks 2,4 -p bytes=8388608 --forks 1";
        assertThat(dryRun(line)).endsWith("4 cells, 4 launches besides the pilots, and 4 for distributions\n");
        Typed fewer = Typed.in((line + " --max-memory 63 --dry-run").split(" ")).ended(0);
        assertThat(fewer.err())
                .contains(
                        "left out: AllToAllBenchmark.allToAll: on 4 ranks its messages take",
                        "more of a rank's memory than --max-memory=63");
        assertThat(fewer.out()).endsWith("3 cells, 3 launches besides the pilots, and 3 for distributions\n");
        assertThat(Typed.in((line + " --max-memory 63 --threads 2 --dry-run").split(" "))
                        .ended(0)
                        .out())
                .contains("\n2 cells");
        assertThat(Typed.in((line + " --max-memory 1").split(" ")).ended(2).err())
                .contains("--max-memory=1");
    }

    @Test
    void threadsOfABenchmarksOwnNeedCoresAsWell() {
        String round = "run ConsensusRound --transport communicator:calls=nonblocking:threads=many --comm openmpi"
                + " -p connection=kept --ranks ";
        String line = round + "1 -p threading=perMessage";
        assertThat(dryRun(line)).contains(Cores.usable() > 1 ? "slot:PE=2 --bind-to core" : "--bind-to none");
        assertThat(dryRun(round + Cores.usable() + " -p threading=perMessage"))
                .contains("(oversubscribed)", "--bind-to none");
        assertThat(dryRun(round + Cores.usable() + " -p threading=eventLoop"))
                .contains("--bind-to core")
                .doesNotContain("PE=", "(oversubscribed)");
    }

    @Test
    void plansCountWhatIsLaunched() {
        assertThat(dryRun("run Barrier --vs comm=local --comm openmpi"))
                .contains("plan: 10 of 10 forks of each cell, twice that of those with comm=local, about")
                .endsWith("2 cells, 30 launches besides the pilots, and 2 for distributions\n");
        assertThat(dryRun("run Barrier --vs comm=local --comm openmpi --forks 2 --budget 25s"))
                .contains("plan: 1 of 2 forks", "2 cells, 3 launches besides the pilots");
        assertThat(dryRun("run AllReduce --comm local,local --ranks 2,2 --threads 1,1 -p bytes=4,4 -p bytes=8"))
                .contains("bytes=4", "bytes=8")
                .endsWith("2 cells, 10 launches besides the pilots, and 2 for distributions\n");
        assertThat(dryRun("run Barrier --debug-rank 1")).endsWith("1 cells, 1 launches besides the pilots\n");
        assertThat(dryRun("run Barrier --debug-rank 1 --forks 2")).endsWith("1 cells, 2 launches besides the pilots\n");
        assertThat(dryRun("run EncodeBenchmark -p codec=kryo -p payload=ping -p buffer=fresh --comm local,openmpi"
                        + " --ranks 2,4 --threads 1,2"))
                .as("without ranks, one cell for each number of threads")
                .endsWith("2 cells, 10 launches besides the pilots\n")
                .doesNotContain("comm=", "mpirun");
        String jar = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        assertThat(dryRun("bench AllReduce --cp " + jar))
                .contains(
                        "comm=local inPlace=false late=none op=sum ranks=2",
                        "plan: 5 of 5 forks of each cell",
                        " launches besides the pilots");
    }

    /** Started by java itself, the program cannot put it there any more. */
    @Test
    void jarsThatAreNotOnTheClassPathAreRefused() {
        for (String command : List.of("run Barrier --dry-run", "bench --dry-run", "list comms", "doctor")) {
            Typed.line(command + " --cp no/such.jar").refused("no/such.jar: it is not on the class path");
        }
    }

    /**
     * Pilots 1.2 + 2 x 0.8 s; a launch 1.2 + 10 x 0.205 s, one of each cell for distributions: 20.7 / 6.5 is 3.2. Without
     * --warmup they warm up as long as the search took, half a second as a rule: 1.2 + (3 + 5) x 0.205 s.
     */
    @Test
    void plansKeepToTheBudget() {
        String run = "run AllReduce -p bytes=4,8 --forks 50 --budget ";
        assertThat(dryRun(run + "30s"))
                .contains("plan: 3 of 50 forks of each cell, about 3.3 s each; pilots 3 s, launches 20 s,"
                        + " distributions 7 s, together 29 s")
                .endsWith("2 cells, 6 launches besides the pilots, and 2 for distributions\n");
        assertThat(dryRun(run + "14s"))
                .containsPattern("left out: .*bytes=8 .*: the budget of 14 s has no room for it")
                .contains("plan: 2 of 50 forks", "2 cells, 2 launches besides the pilots, and 1 for distributions");
        assertThat(dryRun("run AllReduce -p bytes=4 --warmup 0")).contains("about 2.8 s each");
    }

    @Test
    void aShardIsAPartOfTheCells() {
        List<List<String>> parts =
                Stream.of("1/3", "2/3", "3/3").map(DryRunTest::cells).toList();
        assertThat(parts.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(cells("1/1"));
        assertThat(parts).allSatisfy(part -> assertThat(part).isNotEmpty());
    }

    private static List<String> cells(String shard) {
        return dryRun("run AllReduce Barrier --comm local,openmpi --shard " + shard)
                .lines()
                .filter(line -> line.contains(" threads="))
                .toList();
    }

    @Test
    void whatIsLeftOutIsSaidAndTheScriptCutShort() {
        Typed typed = Typed.line("run PingPong --comm local,none -p bytes=16 -p transport=socket --dry-run")
                .ended(0);
        assertThat(typed.out())
                .containsPattern("TransportPingPongBenchmark.* comm=none .*\\n    sh -c <script> processes 2 \\S+ /")
                .doesNotContainPattern(" [^ ]*\\.PingPongBenchmark.*comm=none")
                .endsWith("3 cells, 15 launches besides the pilots, and 3 for distributions\n");
        assertThat(typed.err()).contains("left out: PingPongBenchmark.pingPong on comm none:", "no message passing");
    }

    @Test
    void transportsGoWhereTheyCan() {
        Typed typed = Typed.line("run TransportPingPong --transport all --comm local,none,openmpi -p bytes=16"
                        + " -p transport=shm:wait=park --dry-run")
                .ended(0);
        assertThat(typed.out())
                .contains(
                        "comm=local link=plain ranks=2 receive=blocking send=send transport=inproc",
                        "comm=local link=plain ranks=2 receive=blocking send=send transport=communicator",
                        "comm=openmpi link=plain ranks=2 receive=blocking send=send transport=communicator",
                        "comm=none link=plain ranks=2 receive=blocking send=send transport=shm:wait=park",
                        "comm=openmpi link=plain ranks=2 receive=blocking send=send transport=uds")
                .doesNotContain(
                        "comm=none link=plain ranks=2 receive=blocking send=send transport=inproc",
                        "comm=openmpi link=plain ranks=2 receive=blocking send=send transport=inproc",
                        "comm=none link=plain ranks=2 receive=blocking send=send transport=communicator");
        assertThat(typed.err())
                .contains("left out: ", "transport inproc does not go between processes: its memory is that of one JVM")
                .containsPattern("transport communicator has no communicator: .*no message passing");
        assertThat(dryRun("run transport.benchmarks.PingPong --transport nio --comm local -p bytes=64"))
                .as("the plain name finds the benchmark over transports too")
                .contains("benchmarks.TransportPingPongBenchmark.pingPong", " transport=nio ")
                .contains("benchmarks.PingPongBenchmark.pingPong");
    }

    @Test
    void aCommunicatorGoesOverTheTransportsThatAreNamed() {
        Typed typed = Typed.line(
                        "run AllReduceB BarrierB --comm local,transport:flat=off --transport inproc,shm:wait=yield"
                                + " -p bytes=16 -p algorithm=library,ring --dry-run")
                .ended(0);
        assertThat(typed.out())
                .contains(
                        "AllReduceBenchmark.allReduce ss algorithm=library buffer=direct bytes=16 comm=local ",
                        "AllReduceBenchmark.allReduce ss algorithm=ring buffer=direct bytes=16"
                                + " comm=transport:flat=off:via=shm:wait=yield ",
                        "BarrierBenchmark.barrier ss algorithm=library comm=transport:flat=off ")
                .doesNotContain("BarrierBenchmark.barrier ss algorithm=ring");
        assertThat(typed.err())
                .contains(
                        "there is no algorithm=ring for this collective; there are library, tuned, linear, dissemination");
        Typed.line("run AllReduceB --comm transport --transport pigeons --dry-run")
                .refused("pigeons", "shm");
    }
}
