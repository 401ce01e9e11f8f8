package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.FolderPeers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A rank that is a process, adds a number to all others', and says so. */
final class RankProcess {
    private static final int RANKS = 2;
    private static final String MARK = "-Dlockstep.test=";
    private static final int LIMIT_SECONDS = 100;

    private RankProcess() {}

    public static void main(String[] args) {
        WorldOptions options = FolderPeers.added(new WorldOptions(RANKS, 1), Path.of(args[1]));
        try (World world = OneJvm.provider(args[0]).open(options)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            ByteBuffer sum = comm.allocate(Integer.BYTES);
            comm.allReduce(comm.allocate(Integer.BYTES).putInt(0, 4 + comm.rank()), sum, Datatype.INT, ReduceOp.SUM);
            System.out.println(
                    "rank " + comm.rank() + " of JDK " + Runtime.version().feature() + " has " + sum.getInt(0));
        }
    }

    /** How both ended. */
    record Outcome(int exit, String said) {}

    /**
     * Runs both, to their end; no process is left.
     *
     * @param launcher what stands before {@code java}
     * @param folder that nothing else uses
     */
    static Outcome run(List<String> launcher, String provider, Path folder) throws IOException, InterruptedException {
        Path output = Files.createDirectories(folder).resolve("output.txt");
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // In front, since long command lines are cut off.
                MARK + folder,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                RankProcess.class.getName(),
                provider,
                folder.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String said = Files.readString(output);
            assertThat(ended).as(said).isTrue();
            assertThat(commandLines().filter(line -> line.contains(MARK + folder + " ")))
                    .isEmpty();
            return new Outcome(process.exitValue(), said);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Stream<String> commandLines() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> process.info().commandLine().orElse(""));
    }
}
