package dev.lockstep.transport.communicator;

import static dev.lockstep.comm.Capability.SHARED_COMMUNICATOR;
import static dev.lockstep.comm.Capability.WILDCARD;

import dev.lockstep.comm.Communicator;
import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.ring.Waiting;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Messages of a communicator, by blocking calls or by non-blocking ones that are waited for. With {@code threads=many}
 * threads share it ({@link Communicator#share}). With {@code wait} other than {@code library} a call that sends or
 * receives asks again and again whether it is done, and meanwhile spins, yields or sleeps: MPI's own wait seldom leaves its
 * core to others. What was offered or claimed is flushed by the library's wait.
 *
 * <p>Over a communicator without {@linkplain dev.lockstep.comm.Capability#WILDCARD wildcards} a receive of each rank is always
 * under way, on a duplicate of the communicator; so ranks open their endpoints in the same order, as they duplicate. An
 * answer cannot be waited for with a limit there.
 */
public final class CommunicatorTransport implements Transport {
    private static final String CALLS = "calls";
    private static final String BLOCKING = "blocking";
    private static final String NON_BLOCKING = "nonblocking";

    private static final String THREADS = "threads";
    private static final String ONE = "one";
    private static final String MANY = "many";

    private static final String WAIT = "wait";
    private static final String LIBRARY = "library";

    private static final String RANKS = "its peers are the communicator's ranks, which are there already";
    private static final String MPI_WAITS = "MPI's calls wait for messages alone";
    private static final String ONE_THREAD =
            "a communicator belongs to one thread at a time, unless threads=many shares it";
    private static final String NO_PROBE =
            "what a probe has seen may be received by another of the threads that share the communicator";
    private static final String SLOTS = "sends under way are kept for one thread";

    @Override
    public String name() {
        return "communicator";
    }

    @Override
    public String description() {
        return "the run's communicator: send and recv, or iSend and iRecv";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(CALLS, BLOCKING, THREADS, ONE, WAIT, LIBRARY);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        try {
            isShared(options);
            if (waitingOf(options).isPresent() && !nonBlocking(options)) {
                return new Availability.Unavailable(
                        "wait=" + options.get(WAIT) + " needs calls=" + NON_BLOCKING
                                + ": a blocking call waits in the library",
                        "add calls=" + NON_BLOCKING);
            }
            return Availability.Available.plain("the communicator's", "what the harness gives");
        } catch (IllegalArgumentException e) {
            return new Availability.Unavailable(e.getMessage(), "choose one of them");
        }
    }

    private static boolean nonBlocking(Map<String, String> options) {
        return Setting.option(options, CALLS, BLOCKING, NON_BLOCKING).equals(NON_BLOCKING);
    }

    private static Optional<Waiting> waitingOf(Map<String, String> options) {
        return Waiting.of(options, LIBRARY);
    }

    private static boolean isShared(Map<String, String> options) {
        return Setting.option(options, THREADS, ONE, MANY).equals(MANY);
    }

    @Override
    public String medium() {
        return "the run's communicator";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return waitingOf(options).map(Waiting::participle).orElse("");
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new EnumMap<>(Map.of(
                Capability.PROCESSES, RANKS,
                Capability.HOSTS, RANKS,
                Capability.BIND, RANKS,
                Capability.PUSH, "MPI calls nobody: messages are received",
                Capability.PEER_DEATH, "MPI ends all ranks when one is gone",
                Capability.WAKE, MPI_WAITS,
                Capability.INTERRUPT, MPI_WAITS,
                Capability.BACK_PRESSURE, "MPI may buffer as much as it likes"));
        if (options.get(THREADS).equals(MANY)) {
            all.putAll(Map.of(
                    Capability.POLL, NO_PROBE,
                    Capability.TIMEOUT, NO_PROBE,
                    Capability.REPLY, "answers to threads of one rank could not be told apart",
                    Capability.OFFER, SLOTS,
                    Capability.CLAIM, SLOTS));
        } else {
            all.putAll(Map.of(Capability.DUPLEX, ONE_THREAD, Capability.THREADS, ONE_THREAD));
        }
        if (options.get(CALLS).equals(NON_BLOCKING)) {
            all.put(Capability.ALLOCATION_FREE, "requests are objects");
        }
        return all;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Communicator communicator = setting.given(Communicator.class)
                .orElseThrow(() -> new IOException("no communicator was given to transport " + name()));
        boolean nonBlocking = nonBlocking(setting.options());
        boolean shared = isShared(setting.options());
        Optional<Waiting> waiting = waitingOf(setting.options());
        if (shared && !communicator.supports(SHARED_COMMUNICATOR)) {
            throw new IOException("threads cannot share the communicator of transport " + name() + ": "
                    + communicator.unsupported().get(SHARED_COMMUNICATOR));
        }
        boolean stands = !communicator.supports(WILDCARD);
        Communicator used = stands ? communicator.duplicate() : communicator;
        return new CommunicatorEndpoint(
                used, setting.largest(), stands, () -> new Calls(used, nonBlocking, shared, waiting));
    }
}
