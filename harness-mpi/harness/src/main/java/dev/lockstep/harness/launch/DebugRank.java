package dev.lockstep.harness.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/**
 * A rank whose JVM waits for a debugger, in each of a run's launches at the same address.
 *
 * @param rank which
 * @param port on the loopback address of the rank's host
 */
public record DebugRank(int rank, int port) {
    /** The variable that tells ranks of it: number of the process, colon, port. */
    public static final String VARIABLE = "LOCKSTEP_DEBUG";

    /** The time limit of a run with a debugger: nobody debugs for a year. */
    public static final long NO_LIMIT_SECONDS = 365L * 24 * 3600;

    /** Chooses a port that is free now, for all launches. */
    public static DebugRank of(int rank) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new DebugRank(rank, free.getLocalPort());
        }
    }

    /** The address for the debugger, host and port. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** One word for {@link #parse}. */
    public String format() {
        return rank + ":" + port;
    }

    /** Reads a word that {@link #format} made. */
    public static DebugRank parse(String word) {
        int colon = word.indexOf(':');
        return new DebugRank(Integer.parseInt(word.substring(0, colon)), Integer.parseInt(word.substring(colon + 1)));
    }

    /** The variables for the processes of a layout: ranks that are threads share process 0. */
    Map<String, String> environment(RankLayout layout) {
        if (rank < 0 || rank >= layout.ranks()) {
            throw new IllegalArgumentException("--debug-rank must be 0 to " + (layout.ranks() - 1) + " with "
                    + layout.ranks() + (layout.ranks() == 1 ? " rank" : " ranks") + ", not " + rank);
        }
        return Map.of(VARIABLE, new DebugRank(layout.ranksAreThreads() ? 0 : rank, port).format());
    }
}
