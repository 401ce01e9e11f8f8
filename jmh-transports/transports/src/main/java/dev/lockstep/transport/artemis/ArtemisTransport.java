package dev.lockstep.transport.artemis;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.support.Libraries;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * A transport through a broker for each job, which is Artemis. Its option {@code broker} is {@code process}, one of its own, or {@code
 * embedded}, in the process that hosts it; peers reach both over TCP.
 */
public abstract class ArtemisTransport implements Transport {
    /** The name of the option. */
    protected static final String BROKER = "broker";

    /** Its default. */
    protected static final String PROCESS = "process";

    /** Its other value. */
    protected static final String EMBEDDED = "embedded";

    /** Of which the broker has a few at once. */
    private static final int LARGEST = 1 << 24;

    /** For subclasses. */
    protected ArtemisTransport() {}

    /**
     * Checks the options that the transport has of its own.
     *
     * @throws IllegalArgumentException if one has a value that it cannot have
     */
    protected abstract void requireOptions(Map<String, String> options);

    /**
     * The answer that all libraries are there.
     *
     * @throws LinkageError if one is not
     */
    protected abstract Availability found();

    /** What these are called. */
    protected abstract String needs();

    /** What to add to the class path if not. */
    protected abstract String libraries();

    /** The broker that is needed with these options, which can be. */
    protected abstract Broker broker(Map<String, String> options);

    /** Opens an endpoint, whose setting can be. */
    protected abstract Endpoint connect(Setting setting) throws IOException;

    private void requireAllOptions(Map<String, String> options) {
        Setting.option(options, BROKER, PROCESS, EMBEDDED);
        requireOptions(options);
    }

    @Override
    public final Availability availability(Map<String, String> options) {
        return Libraries.ask(needs(), libraries(), () -> {
            requireAllOptions(options);
            return found();
        });
    }

    @Override
    public final String medium() {
        return "a broker over TCP, Artemis";
    }

    @Override
    public final String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return new EnumMap<>(Map.of(Capability.BROKEN_OFF, "the broker passes on whole messages alone"));
    }

    @Override
    public final int largest(Map<String, String> options) {
        return LARGEST;
    }

    @Override
    public final Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.JOB;
    }

    /**
     * The broker, whose address is the text. If the setting has that of another, which is hosted for other peers, the two
     * are joined over HTTP, where both speak Artemis's own protocol: what is published to a topic at one of them comes to
     * those as well who have subscribed at the other.
     */
    @Override
    public final Hosted host(Setting setting) throws IOException {
        requireUsable(setting);
        return setting.options().get(BROKER).equals(EMBEDDED)
                ? broker(setting.options()).host(setting)
                : PeerProcess.hosted(this, setting.with(Map.of(BROKER, EMBEDDED)));
    }

    private void requireUsable(Setting setting) throws IOException {
        requireAllOptions(setting.options());
        Messages.carried(setting, this);
        Libraries.require(this, setting.options());
    }

    @Override
    public final Endpoint open(Setting setting) throws IOException {
        requireUsable(setting);
        return connect(setting);
    }
}
