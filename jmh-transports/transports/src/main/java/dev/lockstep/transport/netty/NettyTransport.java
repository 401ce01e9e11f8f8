package dev.lockstep.transport.netty;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.support.Libraries;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Netty 4.2 over TCP: an event loop of one thread for each endpoint, buffers of the pool, a length before each message.
 * {@code io} says what the loop waits by: {@code nio}, {@code epoll} or {@code io_uring}.
 */
public class NettyTransport implements Transport {
    private static final String IO = "io";
    private static final String[] VALUES = {"nio", "epoll", "io_uring"};

    /** The constructor for {@link java.util.ServiceLoader}. */
    public NettyTransport() {}

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public String description() {
        return "Netty over TCP: one event loop, pooled buffers; io=nio, epoll or io_uring";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(IO, "nio", Transports.JARS, Transports.CLASS_PATH);
    }

    @Override
    public final Availability availability(Map<String, String> options) {
        return Libraries.ask(
                "Netty",
                "io.netty:netty-handler, and for io=epoll or io_uring netty-transport-native-epoll or -io_uring",
                () -> Found.with(Setting.option(options, IO, VALUES)));
    }

    @Override
    public String medium() {
        return "a TCP connection, Netty";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.ALLOCATION_FREE, "what goes from thread to thread of Netty, and waiting, takes objects");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public final Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        String io = Setting.option(setting.options(), IO, VALUES);
        Libraries.require(this, setting.options());
        return new NettyEndpoint(setting, Found.io(io), tls(setting));
    }

    /** What encrypts its connections; empty if nothing does. */
    Optional<Tls> tls(Setting setting) throws IOException {
        return Optional.empty();
    }
}
