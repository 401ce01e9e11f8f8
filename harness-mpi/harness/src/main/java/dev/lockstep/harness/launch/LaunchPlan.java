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
 * The way in which the processes of a layout are started; the launch script, a dry run and the environment record all
 * follow it.
 *
 * @param command launcher and its arguments, to which a process's own command is appended
 * @param environment for the launcher and every process, without the key
 * @param classPath appended to the rank's own
 * @param jvmOptions put before the rank's own
 */
public record LaunchPlan(
        List<String> command, Map<String, String> environment, List<Path> classPath, List<String> jvmOptions) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /**
     * The variables that tell Open MPI where files in shared memory go: those of messages in 4 and in 5, and of
     * windows.
     */
    private static final List<String> OPEN_MPI_FILES = List.of(
            "OMPI_MCA_btl_vader_backing_directory",
            "OMPI_MCA_btl_sm_backing_directory",
            "OMPI_MCA_osc_sm_backing_directory");

    /**
     * Open MPI's choice of modules for networks that match messages themselves, and what it should be where there is no
     * such network: trying each of them takes three times as long as all else of its start.
     */
    private static final String OPEN_MPI_NETWORKS = "OMPI_MCA_mtl";

    private static final String NO_NETWORKS = "^ofi,psm,psm2";

    /** Where Linux shows adapters of such networks: InfiniBand, RoCE, Omni-Path and EFA; Slingshot; and the oldest kinds. */
    private static final List<Path> ADAPTERS = List.of(
            Path.of("/sys/class/infiniband"), Path.of("/sys/class/cxi"), Path.of("/dev/ipath"), Path.of("/dev/hfi1_0"));

    /**
     * The launcher's command on one line for people; empty if there is no launcher before the processes' own command.
     */
    public String commandLine() {
        return command.stream()
                .map(word -> word.contains("\n") ? "<script>" : word)
                .collect(Collectors.joining(" "));
    }

    /** The launch's folder in shared memory, which has to be removed. */
    public Optional<Path> sharedMemory() {
        return RankEnvironment.sharedMemory(environment);
    }

    /**
     * Plans a launch, complete but for the JVM's command.
     *
     * @param layout of ranks and processes
     * @param options of the user's
     * @param key of the job
     * @param relay where it listens, as {@code host:port}
     * @throws IllegalStateException if the communicator cannot be used here
     * @throws IllegalArgumentException if the launcher does not fit
     */
    public static LaunchPlan of(RankLayout layout, LaunchOptions options, JobKey key, List<String> relay) {
        Launcher launcher = layout.launcher(options.launcher());
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
        environment.putAll(layout.environment());
        environment.put(LaunchedBy.VARIABLE, launcher.traits().format());
        // Sorted, for the order of an immutable map is another in every JVM, and commands are compared.
        environment.putAll(new TreeMap<>(needs.environment()));
        options.debug().ifPresent(debug -> environment.putAll(debug.environment(layout)));
        List<String> forward = new ArrayList<>(environment.keySet());
        forward.add(RankEnvironment.KEY);
        environment.putAll(launcher.environment());
        ranks.sharedMemory()
                .ifPresent(folder -> OPEN_MPI_FILES.stream()
                        .filter(name -> System.getenv(name) == null)
                        .forEach(name -> environment.put(name, folder.toString())));
        environment.putAll(networks(options.on(layout.hosts()), ADAPTERS, System.getenv()));
        LaunchRequest request = new LaunchRequest(
                layout.processes(),
                layout.busyPerProcess(),
                layout.oversubscribed(),
                options.bind(),
                forward,
                options.args(),
                layout.hosts());
        return new LaunchPlan(launcher.command(request), environment, needs.classPath(), needs.options());
    }

    /** What Open MPI is told of networks: nothing if there may be one, or the user has chosen. */
    static Map<String, String> networks(LaunchOptions options, List<Path> adapters, Map<String, String> environment) {
        return options.mayLeaveThisHost(environment)
                        || environment.containsKey(OPEN_MPI_NETWORKS)
                        || adapters.stream().anyMatch(Files::exists)
                ? Map.of()
                : Map.of(OPEN_MPI_NETWORKS, NO_NETWORKS);
    }
}
