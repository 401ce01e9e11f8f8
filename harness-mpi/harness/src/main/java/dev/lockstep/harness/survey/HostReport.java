package dev.lockstep.harness.survey;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.rank.HostFacts;
import java.util.Map;
import java.util.Optional;

/**
 * The result of the process that was started on one host.
 *
 * @param name of the host, as the user wrote it
 * @param said by the process, by the keys of {@link HostFacts} and of a rank's greeting; empty if it never connected
 * @param clockAheadMillis how far the host's clock is ahead of this one's, up to the time that the message took
 * @param trouble why it could not do what ranks have to; empty if it could
 */
public record HostReport(String name, Map<String, String> said, long clockAheadMillis, Optional<String> trouble) {
    /** The value where the host gave none. */
    public static final String UNKNOWN = "unknown";

    public HostReport {
        said = Map.copyOf(said);
    }

    /** The value of a key, or {@value #UNKNOWN}. */
    public String get(String key) {
        return said.getOrDefault(key, UNKNOWN);
    }

    /** The number of cores that a process there may use; 0 if it never connected. */
    public int cores() {
        return Integer.parseInt(said.getOrDefault(HostFacts.CORES, "0"));
    }

    /** The entries of the class path there: checksums by path. */
    public Map<String, String> classPath() {
        return KeyValues.parse(said.getOrDefault(HostFacts.CLASS_PATH, ""));
    }

    /** The facts about the machine, by name, as {@link dev.lockstep.harness.machine.Machine} finds them. */
    public Map<String, String> machine() {
        return KeyValues.parse(said.getOrDefault(HostFacts.MACHINE, ""));
    }
}
