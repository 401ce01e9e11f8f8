package dev.lockstep.comm.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes wrong in ranks, on real launchers. */
@Tag("measure")
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class FfmEdgesIT {
    @Test
    void anotherMpisLibraryIsRefused() throws Exception {
        refusesLibraryOf(TestedMpi.OPEN_MPI_4, TestedMpi.MPICH, "mpirun (OMPI_COMM_WORLD_SIZE=2)", "(MPICH");
        refusesLibraryOf(TestedMpi.MPICH, TestedMpi.OPEN_MPI_4, "mpiexec (PMI_SIZE=2)", "(Open MPI v4");
    }

    private static void refusesLibraryOf(TestedMpi launcher, TestedMpi library, String says, String is)
            throws IOException, InterruptedException {
        String file = library.library().toString();
        Ranks.Outcome outcome =
                Ranks.of(launcher, 2).with(LibrarySearch.VARIABLE, file).run(Joined.class);
        assertThat(outcome.exit()).isNotZero();
        assertThat(outcome.out())
                .contains(file, is, "was started by " + says, "must be of one MPI", "LOCKSTEP_LIBMPI")
                .doesNotContain("SERIALIZED");
    }

    @Test
    void aMissingLibraryIsNamed() throws Exception {
        Ranks.Outcome outcome = Ranks.of(TestedMpi.MPICH, 1)
                .with(LibrarySearch.VARIABLE, "/nowhere/libmpi.so")
                .run(Joined.class);
        assertThat(outcome.exit()).isNotZero();
        assertThat(outcome.out()).contains("no MPI library can be loaded; tried /nowhere/libmpi.so", "LOCKSTEP_LIBMPI");
    }

    @Test
    void aMissingSymbolIsNamed(@TempDir Path folder) throws Exception {
        Path half = built(folder, "half.so", "char ompi_mpi_comm_world[8], ompi_mpi_comm_null[8];");
        assertThat(joinedWith(half))
                .contains(half + ", which has Open MPI's own ABI, has no symbol ompi_mpi_byte", "LOCKSTEP_LIBMPI");
        Path standard = built(folder, "standard.so", "int MPI_Abi_get_version(int*a,int*b) { return *a = 1, *b = 0; }");
        assertThat(joinedWith(standard)).contains(standard + ", which has the MPI 5.0 ABI, has no symbol MPI_");
    }

    /** They are linked when they are first called, but looked for before MPI starts. */
    @Test
    void aMissingCollectiveIsNamed(@TempDir Path folder) throws Exception {
        String source = Stream.of(
                        RawWorld.class, RawMessages.class, RawRequests.class, RawStandard.class, RawCollectives.class)
                .flatMap(raw -> MpiLibrary.functionsOf(raw).stream())
                .map(name -> "int " + name + "(void) { return 0; }")
                .collect(Collectors.joining("\n"));
        Path blocking = built(folder, "blocking.so", source);
        assertThat(joinedWith(blocking)).contains(blocking + ", which has the MPI 5.0 ABI, has no symbol MPI_I");
    }

    @Test
    void aLibraryOfNoKnownMpiIsNamed(@TempDir Path folder) throws Exception {
        Path other = built(folder, "other.so", "int MPI_Init_thread(void) { return 0; }");
        assertThat(joinedWith(other))
                .contains(other + " has neither the MPI 5.0 ABI (no symbol MPI_Abi_get_version) nor that of Open MPI");
    }

    private static String joinedWith(Path library) throws IOException, InterruptedException {
        Ranks.Outcome outcome = Ranks.of(TestedMpi.MPICH, 1)
                .with(LibrarySearch.VARIABLE, library.toString())
                .run(Joined.class);
        assertThat(outcome.exit()).isNotZero();
        return outcome.out();
    }

    private static Path built(Path folder, String name, String source) throws IOException, InterruptedException {
        Path library = folder.resolve(name);
        Cc.run(folder, source, "-shared", "-fPIC", "-o", library.toString());
        return library;
    }

    @ParameterizedTest
    @EnumSource
    void mistakesAreRefusedAndTheRestGoesOn(TestedMpi mpi) throws Exception {
        Ranks.Outcome outcome = Ranks.of(mpi, 2).run(Refused.class);
        assertThat(outcome.out())
                .contains("2 ranks, SERIALIZED")
                .contains(mpi == TestedMpi.MPICH || mpi == TestedMpi.INTEL_MPI ? "by the MPI ABI 1." : "Open MPI v")
                .contains(
                        "rank: java.lang.IllegalArgumentException: destination must be a rank, 0 to 1, not 2",
                        "tag: java.lang.IllegalArgumentException: tag must be 0 to 32767, not 32768",
                        "too long: dev.lockstep.comm.MessageTruncatedException",
                        "closed: java.lang.IllegalStateException: this communicator was closed",
                        // Of 200,000: the JVM has SIGSEGV.
                        "null: 200",
                        "goes on",
                        "after the end, send: java.lang.IllegalStateException: this communicator was closed",
                        "after the end, await: java.lang.IllegalStateException: the world of this communicator was closed",
                        "after the end, close: nothing")
                .doesNotContain("WARNING");
        assertThat(outcome.exit()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aRankThatAbortsEndsTheOthers(TestedMpi mpi) throws Exception {
        Ranks.Outcome outcome = Ranks.of(mpi, 2).run(Aborted.class);
        assertThat(outcome.exit()).isNotZero();
        assertThat(outcome.out()).contains("rank 0 has joined").doesNotContain("goes on");
    }

    @ParameterizedTest
    @EnumSource
    void messagesOutliveGarbageCollection(TestedMpi mpi) throws Exception {
        Ranks.Outcome outcome = Ranks.of(mpi, 2).jvm("-Xmx32m").run(RandomTraffic.class, 3, 20261121);
        assertThat(outcome.out()).containsPattern("rank 0: [1-9][0-9]* messages, all as sent");
        assertThat(outcome.exit()).isZero();
    }

    @Test
    void nothingIsAllocatedForAMessage() throws Exception {
        Ranks.Outcome outcome = Ranks.of(TestedMpi.MPICH, 2).run(Allocated.class);
        List<String> lines =
                outcome.out().lines().filter(line -> line.contains(": ")).toList();
        assertThat(lines).hasSize(16).allSatisfy(line -> assertThat(line).endsWith(": 0"));
        assertThat(outcome.exit()).isZero();
    }

    @Test
    void theProviderSaysThatTheFileIsMissing() {
        Availability availability =
                new LibrarySearch(Map.of(LibrarySearch.VARIABLE, "/nowhere")).availability(LauncherTraits.MPIEXEC);
        assertThat(availability)
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        missing -> assertThat(missing.reason())
                                .isEqualTo("LOCKSTEP_LIBMPI names /nowhere, which is no file"));
    }
}
