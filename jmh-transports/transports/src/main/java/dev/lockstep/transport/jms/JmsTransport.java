package dev.lockstep.transport.jms;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.support.Libraries;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * JMS by Artemis: a broker for each job, a queue for each endpoint. {@code broker} is {@code process}, one of its own, or {@code
 * embedded}, in the process that hosts it; peers reach both over TCP. {@code delivery} is JMS's delivery mode, {@code non-persistent}
 * or {@code persistent}; with the latter {@code journal} says whether the broker waits for its disk, {@code sync}, or not, {@code
 * nosync}. {@code ack} is the mode in which a message is acknowledged: {@code auto}, {@code client}, where each is, or {@code
 * dups-ok}. {@code prefetch} is how many bytes the broker sends ahead to who receives; with 0 each message is asked for.
 */
public final class JmsTransport implements Transport {
    /** Of which the broker has a few at once. */
    private static final int LARGEST = 1 << 24;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JmsTransport() {}

    @Override
    public String name() {
        return "jms";
    }

    @Override
    public String description() {
        return "JMS by Artemis: a broker, embedded or a process, and a queue for each endpoint; delivery=non-persistent or persistent";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                Options.BROKER,
                Options.PROCESS,
                Options.DELIVERY,
                Options.NON_PERSISTENT,
                Options.JOURNAL,
                Options.SYNC,
                Options.ACK,
                Options.AUTO,
                Options.PREFETCH,
                Options.PREFETCH_BYTES,
                Transports.JARS,
                Transports.CLASS_PATH);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        String needs = "org.apache.artemis:artemis-server and org.apache.artemis:artemis-jakarta-client";
        return Libraries.ask("Artemis", needs, () -> {
            Options.of(options);
            return Found.availability();
        });
    }

    @Override
    public String medium() {
        return "a broker over TCP, Artemis";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new EnumMap<>(Map.of(
                Capability.CLAIM, "a BytesMessage takes a copy of what is written to it",
                Capability.ALLOCATION_FREE, "a message of JMS is an object",
                Capability.BROKEN_OFF, "the broker passes on whole messages alone"));
        if (Options.PERSISTENT.equals(options.get(Options.DELIVERY))) {
            all.put(Capability.OFFER, "who sends a persistent message waits until the broker has stored it");
        }
        return all;
    }

    @Override
    public int largest(Map<String, String> options) {
        return LARGEST;
    }

    @Override
    public Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.JOB;
    }

    /** The broker, whose address is the text. */
    @Override
    public Hosted host(Setting setting) throws IOException {
        Options options = Options.of(setting.options());
        requireUsable(setting);
        return options.embedded()
                ? Broker.host(setting, options)
                : PeerProcess.hosted(this, setting.with(Map.of(Options.BROKER, Options.EMBEDDED)));
    }

    private void requireUsable(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Libraries.require(this, setting.options());
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Options options = Options.of(setting.options());
        requireUsable(setting);
        return JmsEndpoint.open(setting, options);
    }
}
