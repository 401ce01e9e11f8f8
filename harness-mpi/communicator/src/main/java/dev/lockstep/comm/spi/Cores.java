package dev.lockstep.comm.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cores that this process may use. Two hardware threads of one core count once: busy ranks on them slow each other
 * down, and MPI launchers count slots the same way.
 */
public final class Cores {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path TOPOLOGY = Path.of("/sys/devices/system/cpu");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {}

    /** The number of cores, at least 1; the JVM's processor count where the system does not tell. */
    public static int usable() {
        return usable(STATUS, TOPOLOGY, Runtime.getRuntime().availableProcessors());
    }

    /**
     * The CPUs of each of those cores, for binding a process to one.
     *
     * @return ascending, each a list such as {@code 0,4}; a CPU by itself where the system does not tell its
     *     siblings; empty where it tells nothing
     */
    public static List<String> cpus() {
        return cpus(STATUS, TOPOLOGY);
    }

    static int usable(Path status, Path topology, int processors) {
        int cores = cpus(status, topology).size();
        return cores == 0 ? processors : Math.min(processors, cores);
    }

    /** Reads the files of Linux: the CPUs allowed, by groups of sibling threads. */
    static List<String> cpus(Path status, Path topology) {
        try {
            Map<String, String> cores = new LinkedHashMap<>();
            for (int cpu : allowed(Files.readAllLines(status))) {
                Path siblings = topology.resolve("cpu" + cpu + "/topology/thread_siblings_list");
                // Where no topology is mounted, as in a bare chroot, each CPU counts as a core.
                String core =
                        Files.exists(siblings) ? Files.readString(siblings).strip() : String.valueOf(cpu);
                cores.merge(core, String.valueOf(cpu), (some, more) -> some + "," + more);
            }
            return List.copyOf(cores.values());
        } catch (IOException | NumberFormatException e) {
            return List.of();
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
