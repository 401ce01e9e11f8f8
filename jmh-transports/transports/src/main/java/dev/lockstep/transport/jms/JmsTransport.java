package dev.lockstep.transport.jms;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.artemis.ArtemisTransport;
import dev.lockstep.transport.artemis.Broker;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * JMS by Artemis: a broker for each job, a queue for each endpoint. {@code delivery} is JMS's delivery mode, {@code non-persistent}
 * or {@code persistent}; with the latter {@code journal} says whether the broker waits for its disk, {@code sync}, or not, {@code
 * nosync}. {@code ack} is the mode in which a message is acknowledged: {@code auto}, {@code client}, where each is, or {@code
 * dups-ok}. {@code prefetch} is how many bytes the broker sends ahead to who receives; with 0 each message is asked for.
 */
public final class JmsTransport extends ArtemisTransport {
    /** What the address of a topic begins with, before its name. */
    static final String TOPIC = "topic:";

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
                BROKER,
                PROCESS,
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
    protected void requireOptions(Map<String, String> options) {
        Options.of(options);
    }

    @Override
    protected Availability found() {
        return Found.availability();
    }

    @Override
    protected String needs() {
        return "Artemis";
    }

    @Override
    protected String libraries() {
        return "org.apache.artemis:artemis-server and org.apache.artemis:artemis-jakarta-client";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = super.unsupported(options);
        all.put(Capability.CLAIM, "a BytesMessage takes a copy of what is written to it");
        all.put(Capability.ALLOCATION_FREE, "a message of JMS is an object");
        if (Options.PERSISTENT.equals(options.get(Options.DELIVERY))) {
            all.put(Capability.OFFER, "who sends a persistent message waits until the broker has stored it");
        }
        return all;
    }

    /** JMS's own: who publishes waits while a subscriber stalls, and the broker holds what the topic may have. */
    @Override
    public Optional<String> topic(String name) {
        return Optional.of(TOPIC + name);
    }

    @Override
    protected Broker broker(Map<String, String> options) {
        Options chosen = Options.of(options);
        return new Broker(
                "CORE",
                Map.of(),
                chosen.persistent(),
                configuration -> configuration.setJournalDatasync(chosen.sync()));
    }

    @Override
    protected Endpoint connect(Setting setting) throws IOException {
        return JmsEndpoint.open(setting, Options.of(setting.options()));
    }
}
