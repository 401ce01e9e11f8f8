package dev.lockstep.comm.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many cores this process may use. Two hardware threads of one core count once: busy ranks on them slow each other down, and MPI
 * launchers count slots the same way.
 */
public final class Cores {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path TOPOLOGY = Path.of("/sys/devices/system/cpu");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {}

    /**
     * Those of this process.
     *
     * @return at least 1; the JVM's processor count where the system does not tell
     */
    public static int usable() {
        return usable(STATUS, TOPOLOGY, Runtime.getRuntime().availableProcessors());
    }

    /** As the files of Linux say: distinct groups of sibling threads among the CPUs allowed. */
    static int usable(Path status, Path topology, int processors) {
        try {
            Set<String> cores = new HashSet<>();
            for (int cpu : allowed(Files.readAllLines(status))) {
                cores.add(Files.readString(topology.resolve("cpu" + cpu + "/topology/thread_siblings_list"))
                        .strip());
            }
            return cores.isEmpty() ? processors : Math.min(processors, cores.size());
        } catch (IOException | NumberFormatException e) {
            return processors;
        }
    }

    /** Parses a list such as {@code 0-3,8}. */
    private static List<Integer> allowed(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(
                        line -> List.of(line.substring(ALLOWED.length()).strip().split(",")).stream())
                .flatMap(range -> {
                    String[] ends = range.split("-");
                    int first = Integer.parseInt(ends[0]);
                    int last = Integer.parseInt(ends[ends.length - 1]);
                    return java.util.stream.IntStream.rangeClosed(first, last).boxed();
                })
                .toList();
    }
}
