package dev.lockstep.pattern.pubsub;

import dev.lockstep.pattern.Connection;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.artemis.ArtemisTransport;
import dev.lockstep.transport.benchmarks.Carried;
import dev.lockstep.transport.communicator.CommunicatorTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of publishing: by the parameters {@code transport}, {@code network}, {@code connection}, {@code producers}
 * and {@code mediator}, where there are such.
 */
public class Published extends Carried {
    /** Beyond these two cores say little. */
    private static final int MOST_PRODUCERS = 4;

    private static final String ANOTHER = "take another transport for it, such as socket, nio or jms";

    /** The constructor for the harness. */
    public Published() {}

    private static void requireProducers(String producers) {
        if (!producers.matches("[1-" + MOST_PRODUCERS + "]")) {
            throw new IllegalArgumentException(
                    "producers must be 1 to " + MOST_PRODUCERS + ", not '" + producers + "'");
        }
    }

    private static boolean isWan(Map<String, String> params) {
        String network = params.getOrDefault("network", PublishBenchmark.LAN);
        if (!List.of(PublishBenchmark.LAN, PublishBenchmark.WAN).contains(network)) {
            throw new IllegalArgumentException("network must be '" + PublishBenchmark.LAN + "' or '"
                    + PublishBenchmark.WAN + "', not '" + network + "'");
        }
        return network.equals(PublishBenchmark.WAN);
    }

    @Override
    protected Optional<Obstacle> other(Map<String, String> params, int threads) {
        boolean isPerMessage = Connection.isPerMessage(params.getOrDefault("connection", Connection.KEPT));
        requireProducers(params.getOrDefault("producers", "1"));
        String mediator = params.getOrDefault("mediator", PublishBenchmark.MEDIATOR);
        if (Mediator.takesH2(mediator) && !Mediator.hasH2()) {
            return Optional.of(new Obstacle(
                    "mediator " + mediator + " has no database: H2 is not on the class path",
                    "add com.h2database:h2, or take store=memory"));
        }
        if (threads > 1) {
            return Optional.of(new Obstacle("a client has threads of its own", "take --threads 1, and more --ranks"));
        }
        Transport transport = choice(params).transport();
        if (transport instanceof CommunicatorTransport) {
            return Optional.of(new Obstacle(
                    "a rank has one endpoint of a communicator, and a client has one to publish and others to hear",
                    ANOTHER));
        }
        boolean isBrokered = hasTopics(transport);
        if (!isBrokered && transport instanceof ArtemisTransport) {
            return Optional.of(new Obstacle(
                    "transport " + transport.name() + " goes through a broker, and has no topics there", "take jms"));
        }
        if (isPerMessage && isBrokered) {
            return Optional.of(new Obstacle("connections to a broker are kept", "take connection=kept"));
        }
        return isPerMessage ? Connection.perMessageObstacle(transport) : Optional.empty();
    }

    private static boolean hasTopics(Transport transport) {
        return transport.topic("any").isPresent();
    }

    /** Threads that receive end when their endpoints are closed; what relays is a process, wherever the clients are. */
    @Override
    protected List<Capability> needs(Map<String, String> params) {
        List<Capability> all = new ArrayList<>(List.of(Capability.WAKE));
        if (hasTopics(choice(params).transport())) {
            all.add(Capability.PUSH);
        }
        if (isWan(params)) {
            all.add(Capability.PROCESSES);
        }
        return all;
    }

    /** Who receives: of the others one works while the rest wait. */
    @Override
    public int ownThreads(Map<String, String> params) {
        return 1;
    }

    /** The rule of the steps, which are those of direct messages. */
    public static class Step extends Published {
        /** The constructor for the harness. */
        public Step() {}

        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            if (isWan(params)) {
                return Optional.of(new Obstacle("the steps of the cost are those of a LAN", "take network=lan"));
            }
            return hasTopics(choice(params).transport())
                    ? Optional.of(new Obstacle(
                            "the client of a broker has buffers of its own, which nobody takes away", ANOTHER))
                    : super.other(params, threads);
        }
    }

    /** The rule of those steps that need no thread besides. */
    public static class Alone extends Step {
        /** The constructor for the harness. */
        public Alone() {}

        @Override
        public int ownThreads(Map<String, String> params) {
            return 0;
        }
    }

    /** The rule of the step that adds connections. */
    public static final class Connections extends Alone {
        /** The constructor for the harness. */
        public Connections() {}

        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            return params.get("connection").equals(Connection.KEPT)
                    ? Optional.of(new Obstacle("its connection adds none", "that is BarePublishBenchmark"))
                    : super.other(params, threads);
        }
    }
}
