package dev.lockstep.harness.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The operating system's description of the machine that this process runs on. */
public final class Machine {
    /** The source of {@link #load}. */
    public static final String LOAD = "/proc/loadavg";

    private static final String GOVERNOR = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    private static final String PRODUCT = "/sys/class/dmi/id/product_name";
    private static final String CGROUP_MEMORY = "/sys/fs/cgroup/memory.max";

    private Machine() {}

    /** A receiver of fields. */
    public interface Sink {
        /**
         * Adds a field.
         *
         * @param group machine or system
         * @param name for people
         * @param value or {@code unknown}
         * @param source the file or call it was read from
         */
        void add(String group, String name, String value, String source);
    }

    /** Finds out everything; what cannot be read is {@code unknown}. */
    public static void describe(Sink sink) {
        sink.add("machine", "CPU", after("/proc/cpuinfo", "model name"), "/proc/cpuinfo");
        sink.add("machine", "cores", String.valueOf(Runtime.getRuntime().availableProcessors()), "JVM");
        sink.add("machine", "memory", after("/proc/meminfo", "MemTotal"), "/proc/meminfo");
        sink.add("machine", "frequency governor", text(GOVERNOR), GOVERNOR);
        sink.add("machine", "virtualisation", virtualisation(), "/proc/cpuinfo flags, " + PRODUCT);
        sink.add("machine", "container", container(), "/.dockerenv, /run/.containerenv, /proc/1/environ");
        sink.add("machine", "load before", load(), LOAD);
        sink.add("system", "system", after("/etc/os-release", "PRETTY_NAME").replace("\"", ""), "/etc/os-release");
        sink.add("system", "kernel", text("/proc/sys/kernel/osrelease"), "/proc/sys/kernel/osrelease");
        sink.add("system", "host", text("/proc/sys/kernel/hostname"), "/proc/sys/kernel/hostname");
        sink.add("system", "fabric", fabric(), "/sys/class/infiniband");
        sink.add("system", "cgroup memory limit", text(CGROUP_MEMORY), CGROUP_MEMORY);
    }

    /** The load now: averages over 1, 5 and 15 minutes, and more, as Linux says it; or {@code unknown}. */
    public static String load() {
        return text(LOAD);
    }

    /** How many files this process may have open, sockets among them; or {@code unknown}. */
    public static String openFiles() {
        return after("/proc/self/limits", "Max open files").replaceFirst(" .*", "");
    }

    private static String virtualisation() {
        boolean hypervisor = after("/proc/cpuinfo", "flags").contains("hypervisor");
        String product = text(PRODUCT);
        return hypervisor ? "virtual machine" + (product.equals("unknown") ? "" : " (" + product + ")") : "none seen";
    }

    private static String container() {
        boolean marked = Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"));
        return marked || text("/proc/1/environ").contains("container=") ? "yes" : "none seen";
    }

    private static String fabric() {
        Path devices = Path.of("/sys/class/infiniband");
        try (var list = Files.list(devices)) {
            return String.join(", ", list.map(p -> p.getFileName().toString()).toList());
        } catch (IOException e) {
            return "none seen: shared memory and TCP";
        }
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String after(String file, String key) {
        Optional<String> line;
        try {
            List<String> lines = Files.readAllLines(Path.of(file));
            line = lines.stream().filter(l -> l.startsWith(key)).findFirst();
        } catch (IOException e) {
            line = Optional.empty();
        }
        return line.map(l ->
                        l.substring(key.length()).replaceFirst("^[\\s:=]+", "").strip())
                .orElse("unknown");
    }
}
