package dev.lockstep.pattern.pubsub;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.http.HttpTransport;
import dev.lockstep.transport.shaped.ShapedTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The mediator of one of two {@linkplain Site sites} of a WAN: clients ask it as they ask a {@link Mediator}, and their
 * messages pass it. The second one is started with the first one's address, and joins it.
 */
final class Relay implements Hosting {
    private static final String TRANSPORT = "transport";
    private static final String PER_MESSAGE = "per-message";
    private static final String PUBLISHERS = "publishers";
    private static final String OTHER = "other";

    /** Whoever is told of a process's end reads no more of its lines. */
    private static final int MOST_LINES = 20;

    private final Site.Told told;

    /** For {@link dev.lockstep.transport.process.PeerProcess}: the process ends with what it relays. */
    Relay() {
        AtomicInteger lines = new AtomicInteger();
        told = new Site.Told(
                why -> {
                    if (lines.incrementAndGet() < MOST_LINES) {
                        say(why);
                    }
                },
                why -> {
                    say(why);
                    Runtime.getRuntime().halt(1);
                });
    }

    /** One in this process. */
    Relay(Site.Told told) {
        this.told = told;
    }

    private static void say(IOException why) {
        System.err.println(why.getMessage());
    }

    /**
     * The options of a setting.
     *
     * @param mediator as users write it
     * @param clients their transport
     * @param perMessage whether a connection is opened for each message
     * @param publishers how many a topic has at this site, at most
     * @param other the address of the mediator to be joined; empty for the first one
     */
    static Map<String, String> options(
            String mediator, Transports.Choice clients, boolean perMessage, int publishers, Optional<String> other) {
        Map<String, String> options = new TreeMap<>(Mediator.options(mediator));
        options.put(TRANSPORT, clients.toString());
        options.put(PER_MESSAGE, Boolean.toString(perMessage));
        options.put(PUBLISHERS, Integer.toString(publishers));
        other.ifPresent(address -> options.put(OTHER, address));
        return options;
    }

    private static Transports.Choice clients(Map<String, String> options) {
        return ShapedTransport.of(options).orElseGet(() -> Transports.discover().choose(options.get(TRANSPORT)));
    }

    /** The transport of the clients, and HTTP. */
    @Override
    public Availability availability(Map<String, String> options) {
        Transports.Choice clients = clients(options);
        Availability found = clients.transport().availability(clients.options());
        return found instanceof Availability.Available one
                        && new HttpTransport().availability() instanceof Availability.Available http
                ? one.and(http)
                : found;
    }

    @Override
    public Hosted host(Setting setting) throws IOException {
        Map<String, String> options = setting.options();
        Transports.Choice clients = clients(options);
        Setting own = Setting.of(
                        clients.transport(), Files.createTempDirectory(setting.folder(), "relay-"), setting.largest())
                .with(clients.options())
                .withHosted(setting.hosted())
                .withAddress(setting.address());
        Site site = new Site(
                new Ends(clients.transport(), ShapedTransport.of(own, "")),
                Mediator.store(setting),
                Boolean.parseBoolean(options.get(PER_MESSAGE)),
                Integer.parseInt(options.get(PUBLISHERS)),
                told);
        Hosted hosted = Mediator.serve(setting, site);
        try {
            if (options.containsKey(OTHER)) {
                site.join(Mediator.at(options.get(OTHER)));
            }
            return hosted;
        } catch (IOException | RuntimeException e) {
            Closing.because(e, List.of(hosted));
            throw e;
        }
    }
}
