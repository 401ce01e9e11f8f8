package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OwnMpi;
import dev.lockstep.system.fixtures.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of the C reference go wrong, each in a cell of its own, beside a good one: which one does is told by the message size. */
@Tag("faults")
@Timeout(220)
class ReferenceFaultsIT {
    private static final String BRIEF =
            " --warmup 1 --iterations 3 --iteration-time 10ms --ops 1000 --distribution-forks 0 --ranks 2 --comm c";

    /** Rank 1 of size 101 is killed, of 102 stops for good, of 103 ends by itself; rank 0 of 104 talks nonsense, of 105 leaves an iteration out. */
    private static final String PROGRAM = """
            case $2-$5-$OMPI_COMM_WORLD_RANK in
              run-bytes=101-1) kill -s KILL $$ ;;
              run-bytes=102-1) export STOPS=yes ;;
              run-bytes=103-1) exit 3 ;;
              run-bytes=104-0) "$HERE/real" "$@" | sed 's/iteration measurement 2 /iteration measurement two /'; exit ;;
              run-bytes=105-0) "$HERE/real" "$@" | grep -v 'iteration measurement 2 '; exit ;;
            esac
            exec "$HERE/real" "$@"
            """;

    /** Who stops does so after its first iteration: it has then said who it is, and passed its check. */
    private static final String SOURCE = """
            #include <signal.h>
            #include <stdlib.h>
            int MPI_Gather(const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, int root, MPI_Comm c) {
                static int calls;
                if (++calls == 4 && getenv("STOPS")) raise(SIGSTOP);
                return PMPI_Gather(s, n, t, r, m, u, root, c);
            }
            """;

    @TempDir
    static Path scratch;

    private static OwnMpi mpi;
    private static Path out;
    private static LockstepJar.Outcome outcome;
    private static Traces traces;

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        mpi = new OwnMpi(scratch).with(SOURCE, PROGRAM);
        out = scratch.resolve("out");
        LockstepJar jar = mpi.jar().withSharedMemory(scratch.resolve("shm"));
        traces = traces(mpi, jar, scratch);
        outcome = jar.exits(
                1,
                "run transport.benchmarks.PingPong -p bytes=100,101,102,103,104,105 --forks 1 --timeout 25s --out "
                        + out + BRIEF);
    }

    private static Traces traces(OwnMpi mpi, LockstepJar jar, Path folder) throws IOException {
        return new Traces(mpi.mark(), List.of(jar.temp(), folder.resolve("shm")));
    }

    private static void assertFailed(int bytes, String reason, Integer rank) throws IOException {
        assertThat(JournalLines.of(out, "launch"))
                .filteredOn(e -> e.get("cell").asText().contains("bytes=" + bytes + " "))
                .singleElement()
                .satisfies(e -> {
                    assertThat(e.get("status").asText()).isEqualTo("failed");
                    assertThat(e.get("reason").asText()).containsPattern(reason);
                    assertThat(e.get("rank")).hasToString(String.valueOf(rank));
                });
        assertThat(outcome.out().lines())
                .anySatisfy(line -> assertThat(line).containsPattern("(?i)failed.*" + bytes + ".*" + reason));
    }

    @Test
    void theGoodCellIsGoodAndNothingIsLeft() throws IOException, InterruptedException {
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSize(1);
        assertThat(results.at("/0/params/bytes").asText()).isEqualTo("100");
        assertThat(results.at("/0/primaryMetric/rawData/0")).hasSize(3);
        assertThat(traces.processes()).isEmpty();
        assertThat(traces.files()).isEmpty();
    }

    @Test
    void killedBySignal() throws IOException {
        assertFailed(101, "rank 1 \\(pid \\d+ on [^)]*\\) was killed by signal 9", 1);
    }

    @Test
    void stoppedForGood() throws IOException {
        assertFailed(
                102,
                "no rank has shown progress for 25 s; rank 0 \\(pid \\d+ on [^)]*\\) was \\w+; rank 1 .* was stopped",
                null);
    }

    @Test
    void endsByItself() throws IOException {
        assertFailed(103, "rank 1 \\(pid \\d+ on [^)]*\\) ended with status 3", 1);
    }

    @Test
    void saysWhatCannotBeUnderstood() throws IOException {
        assertFailed(104, "said what it never says: 'iteration measurement two ", null);
        assertFailed(105, "MEASUREMENT iteration 3 came in place of 2", null);
    }

    @Test
    void aKernelThatDoesNotDoItsWorkGetsNoNumber() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("broken"));
        LockstepJar jar = new OwnMpi(folder).with("""
                        int MPI_Allreduce(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) { return 0; }
                        int MPI_Alltoall(const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, MPI_Comm c) { return 0; }
                        int MPI_Alltoallv(const void *s, const int *n, const int *d, MPI_Datatype t, void *r, const int *m,
                                          const int *e, MPI_Datatype u, MPI_Comm c) { return 0; }
                        int MPI_Allgather(const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, MPI_Comm c) {
                            return t == MPI_BYTE ? 0 : PMPI_Allgather(s, n, t, r, m, u, c);
                        }
                        int MPI_Allgatherv(const void *s, int n, MPI_Datatype t, void *r, const int *m, const int *d,
                                           MPI_Datatype u, MPI_Comm c) { return 0; }
                        int MPI_Gather(const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, int root,
                                       MPI_Comm c) { return t == MPI_BYTE ? 0 : PMPI_Gather(s, n, t, r, m, u, root, c); }
                        int MPI_Gatherv(const void *s, int n, MPI_Datatype t, void *r, const int *m, const int *d,
                                        MPI_Datatype u, int root, MPI_Comm c) { return 0; }
                        int MPI_Scatter(const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, int root,
                                        MPI_Comm c) { return 0; }
                        int MPI_Scatterv(const void *s, const int *n, const int *d, MPI_Datatype t, void *r, int m,
                                         MPI_Datatype u, int root, MPI_Comm c) { return 0; }
                        int MPI_Reduce(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c) { return 0; }
                        int MPI_Reduce_scatter(const void *s, void *r, const int *n, MPI_Datatype t, MPI_Op o, MPI_Comm c) { return 0; }
                        int MPI_Reduce_scatter_block(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) { return 0; }
                        int MPI_Scan(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) { return 0; }
                        int MPI_Exscan(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) { return 0; }
                        int MPI_Barrier(MPI_Comm c) { return 0; }
                        int MPI_Bcast(void *b, int n, MPI_Datatype t, int root, MPI_Comm c) {
                            return t == MPI_BYTE ? 0 : PMPI_Bcast(b, n, t, root, c);
                        }
                        int MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
                            static char elsewhere[64];
                            return PMPI_Irecv(elsewhere, n, t, from, tag, c, r);
                        }
                        int MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
                            int code = PMPI_Recv(b, n, t, from, tag, c, s);
                            if (n == 16) ((char *)b)[15]++;
                            return code;
                        }
                        """).jar();
        jar.exits(
                1,
                "run transport.benchmarks.PingPong benchmarks.Bandwidth dev.lockstep.collectives.[A-NP-Z]"
                        + " -p bytes=16 --forks 1 --out " + folder.resolve("out") + BRIEF);
        assertThat(LockstepJar.results(folder.resolve("out"))).isEmpty();
        assertThat(JournalLines.of(folder.resolve("out"), "pilot").stream()
                        .map(e -> e.get("cell").asText().replaceAll(".*\\.(\\w+) ss.*", "$1") + ": "
                                + e.path("reason").asText().replaceAll("\\d+ ns", "N ns"))
                        .sorted())
                .containsExactly(
                        "allGather: rank 0: byte 0 should be 1 and is 254",
                        "allGatherv: rank 0: byte 0 should be 1 and is 254",
                        "allReduce: rank 0: element 0 should be 99 and is -1",
                        "allToAll: rank 0: byte 0 should be 1 and is 254",
                        "allToAllv: rank 0: byte 0 should be 1 and is 254",
                        "barrier: rank 0: it left the barrier after N ns, while rank 1 rested for N ns before it entered",
                        "broadcast: rank 1: byte 0 should be 1 and is 254",
                        "exscan: rank 1: element 0 should be 1 and is -1",
                        "gather: rank 0: byte 0 should be 1 and is 254",
                        "gatherv: rank 0: byte 0 should be 1 and is 254",
                        "pingPong: rank 0: byte 15 should be 53 and is 54",
                        "reduce: rank 0: element 0 should be 99 and is -1",
                        "reduceScatter: rank 0: element 0 should be 99 and is -1",
                        "reduceScatterBlock: rank 0: element 0 should be 99 and is -1",
                        "scan: rank 0: element 0 should be 1 and is -1",
                        "scatter: rank 0: byte 0 should be 1 and is 254",
                        "scatterv: rank 0: byte 0 should be 1 and is 254",
                        "window: rank 1: byte 0 should be 1 and is 254");
    }

    @Test
    void aRunThatIsInterruptedLeavesNothing() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve("interrupted"));
        OwnMpi own = new OwnMpi(folder).with("");
        LockstepJar jar = own.jar().withSharedMemory(folder.resolve("shm"));
        Traces left = traces(own, jar, folder);
        String typed = "run transport.benchmarks.PingPong -p bytes=16 --forks 1 --ranks 2 --comm c --warmup 1"
                + " --iterations 5 --iteration-time 20s --out " + folder.resolve("out");
        try (LockstepJar.Child child = jar.begin(typed)) {
            child.await("a launch runs", () -> Files.exists(folder.resolve("out/launches/cell-001-fork-1/rank-1")));
            child.interrupt();
            child.await().exits(130);
        }
        LockstepJar.await("all processes are gone", () -> left.processes().isEmpty());
        LockstepJar.await("all files are gone", () -> left.files().isEmpty());
    }
}
