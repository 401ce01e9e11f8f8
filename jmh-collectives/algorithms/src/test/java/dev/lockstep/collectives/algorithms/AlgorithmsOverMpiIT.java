package dev.lockstep.collectives.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All algorithms over the messages of an MPI. Fails where Open MPI is missing. */
@Tag("contracts")
class AlgorithmsOverMpiIT {
    private static final String OPEN_MPI = "openmpi";
    private static final int CALLS = 2_000;
    private static final long TIMEOUT_SECONDS = 300;

    @TempDir
    Path scratch;

    /** A rank. */
    static final class Rank {
        private Rank() {}

        /** The number of ranks is the argument. */
        public static void main(String[] args) {
            WorldOptions options = new WorldOptions(Integer.parseInt(args[0]), 1);
            try (World world = Communicators.discover().require(OPEN_MPI).open(options)) {
                Communicator comm = world.communicator(world.localRanks().get(0), 0);
                AlgorithmClauses.sweep(comm);
                AlgorithmClauses.mixed(comm, CALLS, 1);
                System.out.println("rank " + comm.rank() + " is right.");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void everyAlgorithm(int ranks) throws Exception {
        CommunicatorProvider provider = Communicators.discover().require(OPEN_MPI);
        Availability.Available found = (Availability.Available) provider.availability();
        String mpirun = System.getenv().getOrDefault("LOCKSTEP_MPIRUN", "mpirun");
        List<String> command = new ArrayList<>(List.of(mpirun, "--oversubscribe", "-np", Integer.toString(ranks)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(found.options());
        List<String> classPath = new ArrayList<>();
        found.classPath().forEach(path -> classPath.add(path.toString()));
        classPath.add(System.getProperty("java.class.path"));
        command.addAll(List.of(
                "-cp", String.join(File.pathSeparator, classPath), Rank.class.getName(), Integer.toString(ranks)));
        Path output = scratch.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(found.environment());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as(Files.readString(output))
                    .isTrue();
        } finally {
            process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        assertThat(Files.readAllLines(output).stream().filter(line -> line.endsWith(" is right.")))
                .hasSize(ranks);
    }
}
