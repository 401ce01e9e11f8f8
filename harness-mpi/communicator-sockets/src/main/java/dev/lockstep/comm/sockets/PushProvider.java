package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import java.util.Map;

/** Provides {@code push}: messages between processes leave by sockets as soon as they are sent. */
public final class PushProvider extends SocketsProvider {
    private static final Map<Capability, String> LACKING = Map.of(
            Capability.SHARED_COMMUNICATOR, "one thread at a time has a communicator: each has a duplicate of its own");

    /** The constructor for {@link java.util.ServiceLoader}. */
    public PushProvider() {
        this(Settings.DEFAULTS);
    }

    private PushProvider(Map<String, String> options) {
        super("push", Settings.DEFAULTS, options);
    }

    @Override
    public String description() {
        return "processes without MPI, messages leave by sockets as they are sent";
    }

    @Override
    public Map<Capability, String> unsupported() {
        return LACKING;
    }

    @Override
    public CommunicatorProvider with(Map<String, String> options) {
        return new PushProvider(options);
    }

    @Override
    Scheme scheme(Engine engine, Settings how, int size) {
        return new Push(engine);
    }
}
