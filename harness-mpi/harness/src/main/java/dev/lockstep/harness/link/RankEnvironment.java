package dev.lockstep.harness.link;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The environment by which a rank is told what to do. The launch script sets it; launchers carry it to other hosts by
 * name, never by value, so that the key stands on no command line.
 *
 * @param key the job's secret
 * @param relay where the relay listens, best first, as {@code host:port}
 * @param comm the communicator provider's name; {@link #NO_COMM} for a benchmark that has no ranks
 * @param ranks how many ranks there are
 * @param threadsPerRank how many benchmark threads each has
 * @param rankVariable the variable in which the launcher tells a process its number
 * @param sharedMemory a folder of this launch in the memory that processes of one host share; only its owner may
 *     enter it, and it is removed with all that is in it when the launch is over. On each host its first rank makes
 *     it. Empty if this system has no such memory
 */
public record RankEnvironment(
        JobKey key,
        List<String> relay,
        String comm,
        int ranks,
        int threadsPerRank,
        String rankVariable,
        Optional<Path> sharedMemory) {

    /** The variable that holds the key. */
    public static final String KEY = "LOCKSTEP_KEY";

    /** The variable that tells how many ranks there are, whatever the launcher says. */
    public static final String RANKS = "LOCKSTEP_RANKS";

    /** The name in place of a provider's: the benchmark does not communicate. */
    public static final String NO_COMM = "-";

    private static final String RELAY = "LOCKSTEP_RELAY";
    private static final String COMM = "LOCKSTEP_COMM";
    private static final String THREADS = "LOCKSTEP_THREADS";
    private static final String RANK_VARIABLE = "LOCKSTEP_RANK_VARIABLE";
    private static final String SHARED_MEMORY = "LOCKSTEP_SHARED_MEMORY";
    private static final String NO_SHARED_MEMORY = "-";

    public RankEnvironment {
        relay = List.copyOf(relay);
    }

    /** Whether there are ranks on other hosts than the relay's; otherwise the relay listens on loopback alone. */
    public boolean acrossHosts() {
        return relay.stream().noneMatch(a -> socketAddress(a).getAddress().isLoopbackAddress());
    }

    /** The socket address of one of the relay's addresses, in numbers, as {@code host:port}. */
    public static InetSocketAddress socketAddress(String address) {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    /** The variables that the launch script exports, except for the key. */
    public Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(RELAY, String.join(",", relay));
        all.put(COMM, comm);
        all.put(RANKS, String.valueOf(ranks));
        all.put(THREADS, String.valueOf(threadsPerRank));
        all.put(RANK_VARIABLE, rankVariable);
        all.put(SHARED_MEMORY, sharedMemory.map(Path::toString).orElse(NO_SHARED_MEMORY));
        return all;
    }

    /**
     * Reads the environment of this process.
     *
     * @throws IllegalArgumentException if a variable is missing or wrong
     */
    public static RankEnvironment read(Map<String, String> env) {
        return new RankEnvironment(
                JobKey.parse(env.get(KEY)),
                List.of(require(env, RELAY).split(",")),
                require(env, COMM),
                Integer.parseInt(require(env, RANKS)),
                Integer.parseInt(require(env, THREADS)),
                require(env, RANK_VARIABLE),
                sharedMemory(env));
    }

    /**
     * The launch's folder in shared memory.
     *
     * @throws IllegalArgumentException if the variable is missing
     */
    public static Optional<Path> sharedMemory(Map<String, String> env) {
        return Optional.of(require(env, SHARED_MEMORY))
                .filter(folder -> !folder.equals(NO_SHARED_MEMORY))
                .map(Path::of);
    }

    /** This process's number, from the launcher's variable. */
    public int rank(Map<String, String> env) {
        return Integer.parseInt(require(env, rankVariable));
    }

    private static String require(Map<String, String> env, String name) {
        String value = env.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("the environment variable " + name
                    + " is not set: a rank is started by the launch script, and the launcher must forward it");
        }
        return value;
    }
}
