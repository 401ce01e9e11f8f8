package dev.lockstep.harness.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Binding processes to cores of this host by {@code taskset}, for launchers that have no binding of their own. */
final class CpuLists {
    private static final String TASKSET = "taskset";
    private static final String NONE = "none";
    private static final String CORE = "core";

    private final String launcher;
    private final List<String> cores;
    private final boolean canBind;

    /** For a launcher, with the CPUs of each core that it may use, and its PATH. */
    CpuLists(String launcher, List<String> cores, String path) {
        this.launcher = launcher;
        this.cores = cores;
        this.canBind = Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, TASKSET)));
    }

    /** What each process may use: lists joined by slashes; empty for everything. An IllegalArgumentException says why it cannot be had. */
    Optional<String> of(LaunchRequest request) {
        int each = request.threadsPerProcess();
        boolean here = !request.hosts().areGiven();
        boolean enough = here && canBind && cores.size() >= request.processes() * each;
        if (request.binding().equals(NONE) || (request.bind().equals(LaunchRequest.AUTO) && !enough)) {
            return Optional.empty();
        }
        if (!request.binding().equals(CORE)) {
            throw new IllegalArgumentException("launcher '" + launcher + "' binds to '" + CORE + "' or '" + NONE
                    + "', not to '" + request.bind() + "'");
        }
        if (!here) {
            throw new IllegalArgumentException("launcher '" + launcher
                    + "' binds to cores of this host only, not with --hosts; say --bind " + NONE);
        }
        if (!canBind) {
            throw new IllegalArgumentException("launcher '" + launcher + "' binds to cores by the program " + TASKSET
                    + " (Debian: package util-linux), which is not on the PATH; get it, or say --bind " + NONE);
        }
        if (!enough) {
            throw new IllegalArgumentException(request.processes() + " ranks of " + each
                    + " threads cannot each have cores of their own: this process may use " + cores.size()
                    + "; say --bind " + NONE);
        }
        return Optional.of(IntStream.range(0, request.processes())
                .mapToObj(i -> String.join(",", cores.subList(i * each, (i + 1) * each)))
                .collect(Collectors.joining("/")));
    }
}
