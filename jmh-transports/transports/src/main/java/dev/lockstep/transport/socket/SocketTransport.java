package dev.lockstep.transport.socket;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.support.JdkOnly;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.util.Map;

/** A blocking socket that is kept open, read by the thread that receives. */
public final class SocketTransport implements Transport {
    static final String WAITS = "a blocking socket waits: for what does not, take nio";
    static final String READS = "the thread that receives reads the socket";
    static final String NO_INTERRUPTS = "java.net.Socket does not heed them";

    @Override
    public String name() {
        return "socket";
    }

    @Override
    public String description() {
        return "a blocking java.net.Socket, kept open";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return JdkOnly.availability(options);
    }

    @Override
    public String medium() {
        return "a TCP connection";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.POLL, WAITS,
                Capability.PUSH, READS,
                Capability.OFFER, WAITS,
                Capability.CLAIM, WAITS,
                Capability.INTERRUPT, NO_INTERRUPTS,
                Capability.MANY_SENDERS, "one connection is read to its end before the next: for several, take nio");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new SocketEndpoint(setting, true);
    }
}
