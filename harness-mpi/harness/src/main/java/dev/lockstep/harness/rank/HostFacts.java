package dev.lockstep.harness.rank;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.machine.Checksum;
import dev.lockstep.harness.machine.Machine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a process says of the host that it is on, so that it can be compared with others. */
public final class HostFacts {
    /** Version and vendor of the JVM. */
    public static final String JVM = "jvm";

    /** How many cores the process may use. */
    public static final String CORES = "cores";

    /** The host's clock, in milliseconds since 1970. */
    public static final String CLOCK = "clock";

    /** {@link KeyValues}: each entry of the class path, with its checksum. */
    public static final String CLASS_PATH = "classPath";

    /** {@link KeyValues}: what {@link Machine} finds out, by name. */
    public static final String MACHINE = "machine";

    private HostFacts() {}

    /**
     * Describes the host of this process.
     *
     * @return by the keys above
     * @throws IOException if the class path cannot be read
     */
    public static Map<String, String> describe() throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(JVM, jvm());
        all.put(CORES, String.valueOf(Cores.usable()));
        Map<String, String> classPath = new LinkedHashMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.put(entry, Checksum.of(Path.of(entry)));
        }
        all.put(CLASS_PATH, KeyValues.format(classPath));
        Map<String, String> machine = new LinkedHashMap<>();
        Machine.describe((group, name, value, source) -> machine.put(name, value));
        all.put(MACHINE, KeyValues.format(machine));
        // Last, for reading the class path takes its time.
        all.put(CLOCK, String.valueOf(System.currentTimeMillis()));
        return all;
    }

    /**
     * The JVM of this process.
     *
     * @return its version, name and vendor
     */
    public static String jvm() {
        return System.getProperty("java.vm.version") + " (" + System.getProperty("java.vm.name") + ", "
                + System.getProperty("java.vendor") + ")";
    }

    /** The ranks of the process hear from each other; nothing is measured. */
    static void run(RankProcess process) {
        process.control().allGather(new byte[1]);
    }
}
