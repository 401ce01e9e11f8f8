package dev.lockstep.transport.benchmarks;

import static dev.lockstep.comm.Capability.POINT_TO_POINT;
import static dev.lockstep.comm.Capability.SHARED_COMMUNICATOR;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.communicator.CommunicatorTransport;
import dev.lockstep.transport.shaped.ShapedTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule that a transport is measured where it can be used, between ranks that it can reach, and at what it does. It
 * goes by the parameters {@code transport}, {@code link} and {@code comm}, and by {@code bytes}, {@code send} and {@code receive} where
 * there are such. A benchmark that takes more of a transport has a rule that extends this one.
 */
public class Carried implements CombinationRule {
    /** What a connection is, if not a thread's own. */
    static final String SHARED = "shared";

    private static final Map<String, Capability> SENDING =
            Map.of(Sending.OFFER, Capability.OFFER, Sending.CLAIM, Capability.CLAIM);

    private static final String ANOTHER = "take another transport for it: 'lockstep list transports' names them";

    /** The constructor for the harness. */
    public Carried() {}

    @Override
    public final Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
        Transports.Choice choice = choice(params);
        String name = "transport " + choice;
        if (choice.transport().availability(choice.options()) instanceof Availability.Unavailable missing) {
            return Optional.of(new Obstacle(name + " cannot be used here: " + missing.reason(), missing.remedy()));
        }
        Transports.Choice onLink = ShapedTransport.on(choice, link(params));
        if (onLink.transport().availability(onLink.options()) instanceof Availability.Unavailable missing) {
            return Optional.of(
                    new Obstacle(name + " has no link=" + link(params) + ": " + missing.reason(), missing.remedy()));
        }
        CommunicatorProvider comm = Communicators.discover().require(params.get("comm"));
        Map<Capability, String> lacking = choice.transport().unsupported(choice.options());
        if (choice.transport() instanceof CommunicatorTransport) {
            Map<dev.lockstep.comm.Capability, String> missing = comm.unsupported();
            if (missing.containsKey(POINT_TO_POINT)) {
                return Optional.of(new Obstacle(
                        name + " has no communicator: " + missing.get(POINT_TO_POINT), "take another --comm"));
            }
            if (!lacking.containsKey(Capability.THREADS) && missing.containsKey(SHARED_COMMUNICATOR)) {
                return Optional.of(new Obstacle(
                        name + " has no communicator that threads share: " + missing.get(SHARED_COMMUNICATOR),
                        "take another --comm"));
            }
        } else if (!comm.ranksAreThreads() && lacking.containsKey(Capability.PROCESSES)) {
            return Optional.of(new Obstacle(
                    name + " does not go between processes: " + lacking.get(Capability.PROCESSES),
                    "take --comm local, whose ranks are threads"));
        }
        int most = choice.transport().largest(choice.options());
        if (Integer.parseInt(params.getOrDefault("bytes", "0")) > most) {
            return Optional.of(new Obstacle(
                    name + " carries messages of at most " + most + " bytes",
                    "take smaller ones, or another transport for these"));
        }
        Optional<Obstacle> other = other(params, threads);
        if (other.isPresent()) {
            return other;
        }
        List<Capability> needs = new ArrayList<>(needs(params));
        if (isPushed(params)) {
            needs.add(Capability.PUSH);
        }
        if (isPolled(params) && lacking.containsKey(Capability.TIMEOUT)) {
            // Nothing can stand in for it.
            needs.add(Capability.POLL);
        }
        Optional.ofNullable(SENDING.get(params.getOrDefault("send", Sending.SEND)))
                .ifPresent(needs::add);
        return needs.stream()
                .filter(lacking::containsKey)
                .findFirst()
                .map(lack -> new Obstacle(name + " has no " + lack + ": " + lacking.get(lack), ANOTHER));
    }

    @Override
    public final Optional<Availability.Available> requirements(Map<String, String> params) {
        Transports.Choice choice = choice(params);
        return Optional.of(choice.transport().availability(choice.options()))
                .filter(Availability.Available.class::isInstance)
                .map(Availability.Available.class::cast)
                .filter(found -> !found.options().isEmpty()
                        || !found.classPath().isEmpty()
                        || !found.environment().isEmpty());
    }

    /** Threads that share a communicator. */
    @Override
    public final Optional<ThreadLevel> threadLevel(Map<String, String> params) {
        Transports.Choice choice = choice(params);
        return Optional.of(ThreadLevel.MULTIPLE)
                .filter(level -> choice.transport() instanceof CommunicatorTransport
                        && !choice.transport().unsupported(choice.options()).containsKey(Capability.THREADS));
    }

    @Override
    public final Optional<String> how(Map<String, String> params) {
        if (isPushed(params)) {
            return Optional.of(BY_CALLBACK);
        }
        if (isInTurn(params)) {
            return Optional.of("offers and polls in turn");
        }
        Transports.Choice choice = choice(params);
        return Optional.of(choice.transport().waiting(choice.options()))
                .filter(waits -> !waits.isEmpty() && !isPolled(params));
    }

    @Override
    public final Optional<String> medium(Map<String, String> params) {
        return Optional.of(ShapedTransport.on(choice(params), link(params))
                        .transport()
                        .medium())
                .filter(medium -> !medium.isEmpty());
    }

    @Override
    public final Optional<String> emulated(Map<String, String> params) {
        if (!isPolled(params)) {
            return Optional.empty();
        }
        Transports.Choice choice = choice(params);
        return Optional.ofNullable(
                        choice.transport().unsupported(choice.options()).get(Capability.POLL))
                .map(reason -> "transport " + choice + " has no POLL (" + reason
                        + "), and receiving with the shortest timeout stands in");
    }

    /** Whether a message may not leave before its receiver takes it. */
    static boolean isLarge(Map<String, String> params) {
        return Integer.parseInt(params.getOrDefault("bytes", "0")) > TransportContentionBenchmark.WAITS_NOWHERE;
    }

    /** The transport of a combination, with its options. */
    protected static Transports.Choice choice(Map<String, String> params) {
        return Transports.discover().choose(params.get("transport"));
    }

    private static String link(Map<String, String> params) {
        return params.getOrDefault("link", ShapedTransport.PLAIN);
    }

    static boolean isPolled(Map<String, String> params) {
        return Receiving.POLL.equals(params.get("receive"));
    }

    static boolean isPushed(Map<String, String> params) {
        return Receiving.PUSH.equals(params.get("receive"));
    }

    /** Whether a thread that sends and receives neither waits for room nor for a message. */
    boolean isInTurn(Map<String, String> params) {
        return false;
    }

    /**
     * What else is in the way of a combination.
     *
     * @param params of the combination, with {@code transport} and {@code comm}
     * @param threads of each rank
     * @return the obstacle and what to do; empty if there is none
     */
    protected Optional<Obstacle> other(Map<String, String> params, int threads) {
        return Optional.empty();
    }

    /**
     * The capabilities that a combination takes: where the transport lacks one it is left out, with the transport's reason.
     *
     * @param params as for {@link #other}
     */
    protected List<Capability> needs(Map<String, String> params) {
        return List.of();
    }

    /** The rule for threads that may share a connection, and whose large messages pass each other. */
    public static final class Sharing extends Carried {
        /** The constructor for the harness. */
        public Sharing() {}

        @Override
        boolean isInTurn(Map<String, String> params) {
            return isLarge(params);
        }

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            List<Capability> all = new ArrayList<>();
            if (SHARED.equals(params.get("connection"))) {
                all.add(Capability.THREADS);
            }
            if (isLarge(params)) {
                all.addAll(List.of(Capability.OFFER, Capability.POLL));
            }
            return all;
        }

        /** A receiver goes on with the exchange of one thread, and may not wait for room. */
        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            return isPushed(params) && (isLarge(params) || SHARED.equals(params.get("connection")))
                    ? Optional.of(new Obstacle(
                            "receive=push takes connection=own, and messages of at most "
                                    + TransportContentionBenchmark.WAITS_NOWHERE + " bytes",
                            "take these, or another receive"))
                    : Optional.empty();
        }
    }

    /** The rule for a second thread that receives, if messages are waited for: it ends when its endpoint is closed. */
    public static class Beside extends Carried {
        /** The constructor for the harness. */
        public Beside() {}

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            if (isPushed(params)) {
                return List.of();
            }
            if (!isPolled(params)) {
                return List.of(Capability.DUPLEX, Capability.WAKE);
            }
            return isLarge(params) ? List.of(Capability.OFFER, Capability.POLL) : List.of();
        }
    }

    /** The rule for sending and receiving at once: by a second thread, or in turn. */
    public static final class BothWays extends Beside {
        /** The constructor for the harness. */
        public BothWays() {}

        @Override
        boolean isInTurn(Map<String, String> params) {
            return isPolled(params);
        }

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            return isPolled(params) ? List.of(Capability.OFFER, Capability.POLL) : super.needs(params);
        }
    }

    /** The rule for servers. */
    public static final class Replying extends Carried {
        /** The constructor for the harness. */
        public Replying() {}

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            return List.of(Capability.REPLY);
        }
    }

    /** The rule for a server of many clients, which may be threads. */
    public static final class Serving extends Carried {
        /** The constructor for the harness. */
        public Serving() {}

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            return List.of(Capability.REPLY, Capability.MANY_SENDERS);
        }

        /** Threads have a communicator each, and the server's one thread one of them. */
        @Override
        protected Optional<Obstacle> other(Map<String, String> params, int threads) {
            return threads > 1 && choice(params).transport() instanceof CommunicatorTransport
                    ? Optional.of(new Obstacle(
                            "one thread serves clients that each have a communicator of their own",
                            "take --threads 1, and more --ranks"))
                    : Optional.empty();
        }
    }

    /** The rule for peers that are killed. */
    public static final class Killing extends Carried {
        /** The constructor for the harness. */
        public Killing() {}

        @Override
        protected List<Capability> needs(Map<String, String> params) {
            return List.of(Capability.PROCESSES, Capability.PEER_DEATH);
        }
    }
}
