package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Rank;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The communicator that all threads of a rank share: its thread 0's, which every thread leaves alone meanwhile. */
@State(Scope.Benchmark)
public class Sharing {
    /** By rank, in this JVM. */
    private final ConcurrentMap<Integer, Communicator> shared = new ConcurrentHashMap<>();

    static boolean isShared(String connection) {
        if (!connection.equals(Carried.SHARED) && !connection.equals("own")) {
            throw new IllegalArgumentException(
                    "connection must be 'own' or '" + Carried.SHARED + "', not '" + connection + "'");
        }
        return connection.equals(Carried.SHARED);
    }

    /** The calling thread's share; all threads of its rank call this together. */
    PointToPoint share(Rank rank) {
        if (rank.thread() == 0) {
            shared.put(rank.rank(), rank.comm());
        }
        rank.awaitThreads();
        return shared.get(rank.rank()).share();
    }

    /** The rule that threads share a communicator where its library lets them, at the level that this takes. */
    public static final class Rule implements CombinationRule {
        /** The constructor for the harness. */
        public Rule() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            Map<Capability, String> lacking =
                    Communicators.discover().require(params.get("comm")).unsupported();
            return Optional.ofNullable(lacking.get(Capability.SHARED_COMMUNICATOR))
                    .filter(reason -> isShared(params.get("connection")))
                    .map(reason -> new Obstacle(
                            "threads do not share a communicator of comm " + params.get("comm") + ": " + reason,
                            "connection=own, or another --comm"));
        }

        @Override
        public Optional<ThreadLevel> threadLevel(Map<String, String> params) {
            return isShared(params.get("connection")) ? Optional.of(ThreadLevel.MULTIPLE) : Optional.empty();
        }
    }
}
