package dev.lockstep.transport.shaped;

import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Options;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.Transports.Choice;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.shaped.ShapedEndpoint.Link;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A transport on a link of a bounded rate, and with a delay: its connections of TCP go through a {@link Switch} in a process of its
 * own, to which each host has one link, and a broker another. Users write {@code 100mbit}, or {@code 100mbit:delay=5ms}, as the
 * parameter {@code link}; it is no transport that they could name.
 */
public final class ShapedTransport implements Transport {
    /** The link that is none. */
    public static final String PLAIN = "plain";

    /** What a user may write behind the rate. */
    static final String DELAY = "delay";

    static final String RATE = "rate";

    /** The transport, as a user writes it. */
    private static final String VIA = "via";

    /** Whose link it is; if nobody is named, all have one who have the same folder. */
    private static final String HOST = "host";

    /** Those that go to other hosts in another way. */
    private static final Set<String> WITHOUT_TCP = Set.of("communicator", "aeron-udp");

    private static final String NO_TCP = "a link is shaped for connections of TCP, and it has none";

    /** Between the switch and what peers share besides. */
    private static final String SEPARATOR = " ";

    private static final String NO_DELAY = "0us";

    private final Transport transport;

    /** The constructor for {@link PeerProcess}, where options tell the transport. */
    public ShapedTransport() {
        this(Transports.discover().require("socket"));
    }

    private ShapedTransport(Transport transport) {
        this.transport = transport;
    }

    /**
     * A transport on a link.
     *
     * @param choice which
     * @param link as users write it
     * @return the same, if that is {@value #PLAIN}
     * @throws IllegalArgumentException if it is no link; says how one is written
     */
    public static Choice on(Choice choice, String link) {
        if (link.equals(PLAIN)) {
            return choice;
        }
        String rate = Options.name(link);
        String delay = Options.parse("link", link, Map.of(DELAY, NO_DELAY)).get(DELAY);
        Rate.parse(rate, delay);
        return new Choice(
                new ShapedTransport(choice.transport()),
                Map.of(VIA, choice.toString(), RATE, rate, DELAY, delay, HOST, ""));
    }

    /** The same setting for an endpoint of that host, which has one link for all of its endpoints, if it has any. */
    public static Setting of(Setting setting, String host) {
        return setting.options().containsKey(VIA) ? setting.with(Map.of(HOST, host)) : setting;
    }

    /**
     * The transport on a link that has these options.
     *
     * @return empty if they are another transport's
     */
    public static Optional<Choice> of(Map<String, String> options) {
        if (!options.containsKey(VIA)) {
            return Optional.empty();
        }
        Map<String, String> own = new TreeMap<>(options);
        own.keySet().retainAll(Set.of(VIA, RATE, DELAY, HOST));
        return Optional.of(new Choice(new ShapedTransport(chosen(options).transport()), own));
    }

    /**
     * Opens an endpoint of another transport, whose peers share nothing, on the same link, if there is one.
     *
     * @param like the setting of an endpoint
     * @param other with all its options
     * @param more changes the setting of the new one
     * @return to be closed by the caller
     * @throws IOException if it cannot be opened
     */
    public static Endpoint openBeside(Setting like, Choice other, UnaryOperator<Setting> more) throws IOException {
        Choice choice = of(like.options())
                .map(shaped -> {
                    Map<String, String> options = new TreeMap<>(shaped.options());
                    options.put(VIA, other.toString());
                    return new Choice(shaped.transport(), options);
                })
                .orElse(other);
        String toSwitch = like.hosted().substring(0, like.hosted().indexOf(SEPARATOR) + 1);
        Setting setting = Setting.of(choice.transport(), like.folder(), like.largest())
                .with(choice.options())
                .withHosted(choice == other ? "" : toSwitch)
                .withAddress(like.address());
        return choice.transport().open(more.apply(setting));
    }

    private static Choice chosen(Map<String, String> options) {
        return Transports.discover().choose(options.get(VIA));
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public String description() {
        return transport.description() + ", on a link of a bounded rate";
    }

    @Override
    public Map<String, String> options() {
        return new TreeMap<>(Map.of(VIA, transport.name(), RATE, "100mbit", DELAY, NO_DELAY, HOST, ""));
    }

    @Override
    public Availability availability(Map<String, String> options) {
        Choice choice = chosen(options);
        // By name, for one over other jars has other classes.
        if (WITHOUT_TCP.contains(choice.transport().name())
                || choice.transport().hosted(choice.options()) == Hosted.Per.HOST
                || choice.transport().unsupported(choice.options()).containsKey(Capability.HOSTS)) {
            return new Availability.Unavailable(NO_TCP, "take link=" + PLAIN);
        }
        return choice.transport().availability(choice.options());
    }

    @Override
    public String medium() {
        return transport.medium() + " on a shaped link";
    }

    @Override
    public String waiting(Map<String, String> options) {
        Choice choice = chosen(options);
        return choice.transport().waiting(choice.options());
    }

    @Override
    public Optional<String> topic(String name) {
        return transport.topic(name);
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Choice choice = chosen(options);
        return choice.transport().unsupported(choice.options());
    }

    @Override
    public int largest(Map<String, String> options) {
        Choice choice = chosen(options);
        return choice.transport().largest(choice.options());
    }

    @Override
    public Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.JOB;
    }

    private static Setting setting(Choice choice, Setting of, String hosted) {
        return new Setting(
                choice.options(), hosted, of.address(), of.folder(), of.largest(), of.at(), of.given(), of.receiver());
    }

    /**
     * The switch, and what peers of the transport share; or, if the setting has these already, one more of what they
     * share, on the same switch. It is told the other's address, and the switch behind it.
     */
    @Override
    public Hosted host(Setting setting) throws IOException {
        Choice choice = chosen(setting.options());
        List<AutoCloseable> all = new ArrayList<>();
        try {
            String toSwitch;
            String other = "";
            if (setting.hosted().isEmpty()) {
                Hosted started = PeerProcess.hosted(new Switch(), setting);
                all.add(started);
                toSwitch = started.text();
            } else {
                String[] hosted = hosted(setting);
                toSwitch = hosted[0];
                other = hosted[1] + SEPARATOR + toSwitch;
            }
            Hosted shared = choice.transport().hosted(choice.options()) == Hosted.Per.NOBODY
                    ? Hosted.NOTHING
                    : choice.transport().host(setting(choice, setting, other));
            all.add(0, shared);
            if (ShapedEndpoint.isPort(shared.text())) {
                new Link(toSwitch, shared.text()).ask(Switch.OPEN, shared.text());
            }
            return new Hosted(toSwitch + SEPARATOR + shared.text(), () -> Closing.all(all));
        } catch (IOException | RuntimeException e) {
            Closing.because(e, all);
            throw e;
        }
    }

    /** The switch, and what peers share besides. */
    private static String[] hosted(Setting setting) throws IOException {
        String[] hosted = setting.hosted().split(SEPARATOR, 2);
        if (hosted.length < 2) {
            throw new IOException("there is no switch for the link: it is hosted, one for each job");
        }
        return hosted;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        String[] hosted = hosted(setting);
        Choice choice = chosen(setting.options());
        String host = setting.options().get(HOST);
        Link link = new Link(hosted[0], host.isEmpty() ? setting.folder().toString() : host);
        String shared = ShapedEndpoint.isPort(hosted[1]) ? link.ask(Switch.CONNECT, hosted[1]) : hosted[1];
        Endpoint endpoint = choice.transport().open(setting(choice, setting, shared));
        try {
            if (!ShapedEndpoint.isPort(hosted[1]) && !ShapedEndpoint.isPort(endpoint.address())) {
                throw new IOException("transport " + name() + ": " + NO_TCP);
            }
            return new ShapedEndpoint(endpoint, link);
        } catch (IOException | RuntimeException e) {
            Closing.because(e, List.of(endpoint));
            throw e;
        }
    }
}
