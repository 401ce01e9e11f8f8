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

/**
 * A blocking socket for each message: connect, write and close against accept, read and close, as in Boysan (2018). The
 * receiver, once it has the whole message, closes by a reset; otherwise the sender, who closes first, would keep each
 * port in TIME-WAIT for a minute, and run out of ports after some 28,000 messages.
 */
public final class OpenCloseTransport implements Transport {
    @Override
    public String name() {
        return "socket-open-close";
    }

    @Override
    public String description() {
        return "a blocking java.net.Socket, opened and closed for each message";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return JdkOnly.availability(options);
    }

    @Override
    public String medium() {
        return "a TCP connection opened for it";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.POLL, SocketTransport.WAITS,
                Capability.PUSH, SocketTransport.READS,
                Capability.OFFER, SocketTransport.WAITS,
                Capability.CLAIM, SocketTransport.WAITS,
                Capability.INTERRUPT, SocketTransport.NO_INTERRUPTS,
                Capability.BACK_PRESSURE, "each message is a connection, of which " + Tcp.BACKLOG + " may wait",
                Capability.REPLY, "the connection is closed with its message",
                Capability.ALLOCATION_FREE, "a connection has objects");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new SocketEndpoint(setting, false);
    }
}
