package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.spi.Availability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How the processes of a layout are started: what the launch script, a dry run and the environment record all speak of.
 *
 * @param command launcher and its arguments, to which a process's own command is appended
 * @param environment for the launcher and every process, without the key
 * @param classPath appended to the rank's own
 * @param jvmOptions put before the rank's own
 */
public record LaunchPlan(
        List<String> command, Map<String, String> environment, List<Path> classPath, List<String> jvmOptions) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** By which Open MPI is told where files in shared memory go: those of messages in 4 and in 5, and of windows. */
    private static final List<String> OPEN_MPI_FILES = List.of(
            "OMPI_MCA_btl_vader_backing_directory",
            "OMPI_MCA_btl_sm_backing_directory",
            "OMPI_MCA_osc_sm_backing_directory");

    /**
     * The user's part of it.
     *
     * @param launcher a launcher's name, or {@code auto}
     * @param bind as in {@link LaunchRequest}
     * @param args for the launcher
     * @param debug the rank that waits for a debugger
     */
    public record Preferences(String launcher, String bind, List<String> args, Optional<DebugRank> debug) {
        /** Copies the list. */
        public Preferences {
            args = List.copyOf(args);
        }
    }

    /**
     * The launcher's command for people, who need not read the text of a script.
     *
     * @return one line; empty if there is no launcher before the processes' own command
     */
    public String commandLine() {
        return command.stream()
                .map(word -> word.contains("\n") ? "<script>" : word)
                .collect(Collectors.joining(" "));
    }

    /**
     * The launch's folder in shared memory, for whoever has to remove it.
     *
     * @return as {@link RankEnvironment#sharedMemory()}
     */
    public Optional<Path> sharedMemory() {
        return RankEnvironment.sharedMemory(environment);
    }

    /**
     * Makes it.
     *
     * @param layout of ranks and processes
     * @param wanted by the user
     * @param key of the job
     * @param relay where it listens, as {@code host:port}
     * @return complete but for the JVM's command
     * @throws IllegalStateException if the communicator cannot be used here
     * @throws IllegalArgumentException if the launcher does not fit
     */
    public static LaunchPlan of(RankLayout layout, Preferences wanted, JobKey key, List<String> relay) {
        Launcher launcher = layout.launcher(wanted.launcher);
        Availability.Available needs = layout.requirements(launcher);
        RankEnvironment ranks = new RankEnvironment(
                key,
                relay,
                layout.comm(),
                layout.ranks(),
                layout.threadsPerRank(),
                launcher.rankVariable(),
                Files.isWritable(SHARED_MEMORY)
                        ? Optional.of(SHARED_MEMORY.resolve("lockstep-" + UUID.randomUUID()))
                        : Optional.empty());
        Map<String, String> environment = new LinkedHashMap<>(ranks.variables());
        environment.put(LaunchedBy.VARIABLE, launcher.traits().format());
        // Sorted, for the order of an immutable map is another in every JVM, and commands are compared.
        environment.putAll(new TreeMap<>(needs.environment()));
        wanted.debug.ifPresent(debug -> environment.putAll(debug.environment(layout)));
        List<String> forward = new ArrayList<>(environment.keySet());
        forward.add(RankEnvironment.KEY);
        environment.putAll(launcher.environment());
        ranks.sharedMemory()
                .ifPresent(folder -> OPEN_MPI_FILES.stream()
                        .filter(name -> System.getenv(name) == null)
                        .forEach(name -> environment.put(name, folder.toString())));
        LaunchRequest request = new LaunchRequest(
                layout.processes(),
                layout.threadsPerProcess(),
                layout.oversubscribed(),
                wanted.bind,
                forward,
                wanted.args,
                layout.hosts());
        return new LaunchPlan(launcher.command(request), environment, needs.classPath(), needs.options());
    }
}
