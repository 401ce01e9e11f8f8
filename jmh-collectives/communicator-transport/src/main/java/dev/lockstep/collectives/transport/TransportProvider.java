package dev.lockstep.collectives.transport;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.sockets.Wires;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.ThreadsWorld;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Options;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.Transports.Choice;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Provides {@code transport}: messages between ranks go over a transport that the option {@code via} names, whose own
 * options stand beside it: {@code transport:via=shm:wait=yield}. Ranks are processes, or threads of one where the transport
 * does not go further.
 */
public final class TransportProvider implements CommunicatorProvider {
    /** Its name. */
    public static final String NAME = "transport";

    /** The option that names the transport. */
    public static final String VIA = "via";

    /** The transport that needs a communicator. */
    private static final String OVER_COMMUNICATORS = "communicator";

    private static final String TIMEOUT = "timeout";
    private static final String FLAT = "flat";
    private static final String ON = "on";
    private static final String OFF = "off";
    /** A message that is smaller has no room for what stands before each message, in bytes. */
    private static final int SMALLEST = 64;

    private static final int SECONDS_OF_A_DAY = 86_400;

    /** What holds without any word. */
    private static final Map<String, String> DEFAULTS = Map.of(VIA, "inproc", TIMEOUT, "0", FLAT, ON);

    private static final Map<Capability, String> LACKING = Map.of(
            Capability.SHARED_COMMUNICATOR, "one thread at a time has a communicator: each has a duplicate of its own");

    private final Map<String, String> options;
    private final int timeoutSeconds;
    private final boolean flat;
    private final Choice choice;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public TransportProvider() {
        this(defaults(DEFAULTS.get(VIA)));
    }

    private TransportProvider(Map<String, String> options) {
        this.options = Map.copyOf(options);
        timeoutSeconds = seconds(options.get(TIMEOUT));
        flat = isOn(options.get(FLAT));
        Map<String, String> ofTransport = new TreeMap<>(options);
        ofTransport.keySet().removeAll(DEFAULTS.keySet());
        choice = Transports.discover().choose(Options.format(options.get(VIA), ofTransport, Map.of()));
    }

    private static int seconds(String text) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > SECONDS_OF_A_DAY) {
            throw new IllegalArgumentException(
                    "option " + TIMEOUT + " is '" + text + "'; it can be a number from 0 to " + SECONDS_OF_A_DAY);
        }
        return Integer.parseInt(text);
    }

    private static boolean isOn(String text) {
        if (!text.equals(ON) && !text.equals(OFF)) {
            throw new IllegalArgumentException("option " + FLAT + " is '" + text + "'; it can be " + ON + ", " + OFF);
        }
        return text.equals(ON);
    }

    /** Its own options, and those of a transport. */
    private static Map<String, String> defaults(String transport) {
        Map<String, String> all =
                new TreeMap<>(Transports.discover().require(transport).options());
        all.putAll(DEFAULTS);
        all.put(VIA, transport);
        return all;
    }

    @Override
    public String name() {
        Map<String, String> usual = defaults(options.get(VIA));
        usual.put(VIA, DEFAULTS.get(VIA));
        return Options.format(NAME, options, usual);
    }

    @Override
    public String description() {
        return "messages and collectives over any transport, which --transport names";
    }

    @Override
    public Map<String, String> options() {
        return options;
    }

    @Override
    public Map<String, String> options(String text) {
        String prefix = VIA + "=";
        for (String part : text.split(":", -1)) {
            if (part.startsWith(prefix)) {
                return defaults(part.substring(prefix.length()));
            }
        }
        return defaults(DEFAULTS.get(VIA));
    }

    @Override
    public CommunicatorProvider with(Map<String, String> wanted) {
        return new TransportProvider(wanted);
    }

    @Override
    public boolean ranksAreThreads() {
        return lacks(dev.lockstep.transport.Capability.PROCESSES);
    }

    @Override
    public Map<Capability, String> unsupported() {
        return LACKING;
    }

    @Override
    public Availability availability() {
        if (choice.transport().name().equals(OVER_COMMUNICATORS)) {
            return new Availability.Unavailable(
                    "transport " + choice + " goes over a communicator itself", "name that communicator");
        }
        if (choice.transport().largest(choice.options()) < SMALLEST) {
            return new Availability.Unavailable(
                    "transport " + choice + " carries fewer than " + SMALLEST + " bytes at once", "take another");
        }
        Set<String> both = new TreeSet<>(choice.transport().options().keySet());
        both.retainAll(DEFAULTS.keySet());
        if (!both.isEmpty()) {
            return new Availability.Unavailable(
                    "transport " + choice + " has options that have the names of the communicator's own: "
                            + String.join(", ", both),
                    "name them otherwise there, or measure the transport without --comm " + NAME);
        }
        Optional<dev.lockstep.transport.Capability> lack = Stream.of(
                        dev.lockstep.transport.Capability.DUPLEX, dev.lockstep.transport.Capability.TIMEOUT)
                .filter(this::lacks)
                .findFirst();
        if (!TransportWires.polls(choice) && lack.isPresent()) {
            return new Availability.Unavailable(
                    "transport " + choice
                            + " cannot be polled, and no thread can receive beside the one that sends: it has no "
                            + lack.get(),
                    "take another: " + String.join(", ", Transports.discover().names()));
        }
        return choice.transport().availability(choice.options());
    }

    private boolean lacks(dev.lockstep.transport.Capability capability) {
        return choice.transport().unsupported(choice.options()).containsKey(capability);
    }

    @Override
    public World open(WorldOptions wanted) {
        if (ranksAreThreads()) {
            return new ThreadsWorld(wanted, this::open);
        }
        return open(
                wanted,
                wanted.peers()
                        .orElseThrow(() -> new IllegalStateException("comm=" + name()
                                + " needs a launch whose processes are told of each other: run it with 'lockstep run', or"
                                + " add '-prof ranks' to JMH's command line")));
    }

    private World open(WorldOptions wanted, Peers peers) {
        TransportWires wires = new TransportWires(choice, peers);
        return Wires.world(
                name(),
                unsupported(),
                timeoutSeconds,
                wanted,
                peers,
                wires,
                of -> new TransportCommunicator(of, flat ? wires.shared() : Optional.empty()));
    }
}
