package dev.lockstep.harness.relay;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a rank's process said about itself.
 *
 * @param rank its number, as the launcher gave it
 * @param properties pid, host, java, cpus, openFiles; once it has joined the others also library, threadLevel, and ranksHere if it is several ranks; at its end, across
 *     hosts, loadAfterwards; of a {@link dev.lockstep.harness.rank.HostFacts} more
 */
public record RankInfo(int rank, Map<String, String> properties) {
    /** Copies the map. */
    public RankInfo {
        properties = Map.copyOf(properties);
    }

    RankInfo with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(properties);
        all.putAll(more);
        return new RankInfo(rank, all);
    }

    /**
     * Where it runs.
     *
     * @return a host name, or "unknown"
     */
    public String host() {
        return properties.getOrDefault("host", "unknown");
    }

    /**
     * Its process.
     *
     * @return an id, or "unknown"
     */
    public String pid() {
        return properties.getOrDefault("pid", "unknown");
    }

    /**
     * How many files it may have open.
     *
     * @return a number, or "unknown"
     */
    public String openFiles() {
        return properties.getOrDefault("openFiles", "unknown");
    }

    /** For messages; a process of several ranks is none of them. */
    String name() {
        String ranks = properties.get("ranksHere");
        return (ranks == null ? "rank " + rank : "the process of " + ranks + " ranks") + " (pid " + pid() + " on "
                + host() + ")";
    }
}
