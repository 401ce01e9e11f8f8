package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import java.util.HashMap;
import java.util.Map;

/** Provides {@code pull}: a sender keeps its messages, and answers when the receiver asks for them. */
public final class PullProvider extends SocketsProvider {
    private static final Map<Capability, String> LACKING = Map.of(
            Capability.SHARED_COMMUNICATOR, "one thread at a time has a communicator: each has a duplicate of its own",
            Capability.WILDCARD, "a receiver asks one sender for one message of one tag",
            Capability.PROBE, "a receiver hears of a message only when it has asked for it");

    private static final Map<String, String> DEFAULTS = defaults();

    /** The constructor for {@link java.util.ServiceLoader}. */
    public PullProvider() {
        this(DEFAULTS);
    }

    private PullProvider(Map<String, String> options) {
        super("pull", DEFAULTS, options);
    }

    private static Map<String, String> defaults() {
        Map<String, String> all = new HashMap<>(Settings.DEFAULTS);
        all.put(Settings.LOG, "65536");
        all.put(Settings.TIMEOUT, "120");
        return all;
    }

    @Override
    public String description() {
        return "processes without MPI, messages leave by sockets when their receiver asks for them";
    }

    @Override
    public Map<Capability, String> unsupported() {
        return LACKING;
    }

    @Override
    public CommunicatorProvider with(Map<String, String> options) {
        return new PullProvider(options);
    }

    @Override
    Scheme scheme(Engine engine, Settings how, int size) {
        return new Pull(engine, size, how.logBytes());
    }
}
