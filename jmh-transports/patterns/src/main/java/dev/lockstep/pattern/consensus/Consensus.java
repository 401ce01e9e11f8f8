package dev.lockstep.pattern.consensus;

import dev.lockstep.codec.benchmarks.Claimed;
import dev.lockstep.pattern.Connection;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.benchmarks.Carried;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rule of a round: by the parameters {@code threading}, {@code connection} and {@code codec}, where there are such. */
public class Consensus extends Carried {
    static final String NOTHING = "empty";

    private final Claimed codecs = new Claimed();

    /** The constructor for the harness. */
    public Consensus() {}

    private static Threading threading(Map<String, String> params) {
        return Threading.of(params.getOrDefault("threading", Threading.EVENT_LOOP.toString()));
    }

    private static boolean isPerMessage(Map<String, String> params) {
        return Connection.isPerMessage(params.getOrDefault("connection", Connection.KEPT));
    }

    @Override
    protected Optional<Obstacle> other(Map<String, String> params, int threads) {
        if (threads > 1) {
            return Optional.of(new Obstacle("a role has threads of its own", "take --threads 1, and more --ranks"));
        }
        if (threading(params) == Threading.VIRTUAL && !Work.hasVirtual()) {
            return Optional.of(new Obstacle("virtual threads take JDK 21 or newer", "take another --jvm"));
        }
        Optional<Obstacle> connected = isPerMessage(params)
                ? Connection.perMessageObstacle(choice(params).transport())
                : Optional.empty();
        if (connected.isPresent()) {
            return connected;
        }
        String codec = params.get("codec");
        if (codec == null) {
            return Optional.empty();
        }
        if (codec.equals(NOTHING)) {
            return Optional.of(
                    new Obstacle("codec empty carries nothing, not even who is asked", "take another codec"));
        }
        Map<String, String> withPayload = new TreeMap<>(params);
        withPayload.put("payload", "ping");
        return codecs.obstacle(withPayload, threads);
    }

    /** Who sends, and who listens or handles what has come: of the others most wait. */
    @Override
    public int ownThreads(Map<String, String> params) {
        return threading(params) == Threading.EVENT_LOOP ? 0 : 1;
    }

    /** A listener beside who sends; and to open while it listens, more. */
    @Override
    protected List<Capability> needs(Map<String, String> params) {
        List<Capability> all = new ArrayList<>();
        if (threading(params) != Threading.EVENT_LOOP) {
            all.add(Capability.DUPLEX);
            if (isPerMessage(params)) {
                all.add(Capability.THREADS);
            }
        }
        return all;
    }

    /** The rule of the step that adds threads. */
    public static final class Threads extends Consensus {
        /** The constructor for the harness. */
        public Threads() {}

        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            return threading(params) == Threading.EVENT_LOOP
                    ? adds("threading", "thread")
                    : super.other(params, threads);
        }
    }

    /** The rule of the step that adds connections. */
    public static final class Connections extends Consensus {
        /** The constructor for the harness. */
        public Connections() {}

        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            return isPerMessage(params) ? super.other(params, threads) : adds("connection", "connection");
        }
    }

    private static Optional<Obstacle> adds(String param, String what) {
        return Optional.of(new Obstacle("its " + param + " adds no " + what, "that is BareExchangeBenchmark"));
    }
}
