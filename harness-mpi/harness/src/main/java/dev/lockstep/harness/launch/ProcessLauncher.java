package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.Cores;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Starts plain processes on this host, by the shell alone: one for ranks that are threads, else one for each rank. Several of them are bound to cores by {@code taskset}; a single one
 * is not bound.
 */
public final class ProcessLauncher implements Launcher {
    /** Its name. */
    public static final String NAME = "process";

    private static final String RANK = "LOCKSTEP_RANK";
    private static final String TASKSET = "taskset";
    private static final String NONE = "none";
    private static final String CORE = "core";

    private final List<String> cores;
    private final boolean canBind;

    /** For the service loader. */
    public ProcessLauncher() {
        this(Cores.cpus(), System.getenv().getOrDefault("PATH", ""));
    }

    ProcessLauncher(List<String> cores, String path) {
        this.cores = cores;
        this.canBind = Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, TASKSET)));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "plain processes on this host, or one whose threads are the ranks";
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("-", "this host");
    }

    @Override
    public String rankVariable() {
        return RANK;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(RANK, "0");
    }

    @Override
    public List<String> command(LaunchRequest request) {
        if (request.processes() == 1) {
            return List.copyOf(request.extra());
        }
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                LaunchScript.resource("processes.sh"),
                "processes",
                String.valueOf(request.processes()),
                cpus(request)));
        words.addAll(request.extra());
        return words;
    }

    /** What each process may use, in the words of the script. */
    private String cpus(LaunchRequest request) {
        int each = request.threadsPerProcess();
        boolean enough = canBind && cores.size() >= request.processes() * each;
        if (request.binding().equals(NONE) || (request.bind().equals(LaunchRequest.AUTO) && !enough)) {
            return "-";
        }
        if (!request.binding().equals(CORE)) {
            throw new IllegalArgumentException("launcher '" + NAME + "' binds to '" + CORE + "' or '" + NONE
                    + "', not to '" + request.bind() + "'");
        }
        if (!canBind) {
            throw new IllegalArgumentException("launcher '" + NAME + "' binds to cores by the program " + TASKSET
                    + " (Debian: package util-linux), which is not on the PATH; get it, or say --bind " + NONE);
        }
        if (!enough) {
            throw new IllegalArgumentException(request.processes() + " ranks of " + each
                    + " threads cannot each have cores of their own: this process may use " + cores.size()
                    + "; say --bind " + NONE);
        }
        return IntStream.range(0, request.processes())
                .mapToObj(i -> String.join(",", cores.subList(i * each, (i + 1) * each)))
                .collect(Collectors.joining("/"));
    }
}
