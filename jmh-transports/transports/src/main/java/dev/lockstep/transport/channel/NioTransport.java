package dev.lockstep.transport.channel;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.support.JdkOnly;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;

/** Channels over TCP. */
public final class NioTransport implements Transport, Family {
    @Override
    public String name() {
        return "nio";
    }

    @Override
    public String description() {
        return "java.nio channels over TCP, and one selector loop";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return JdkOnly.availability(options);
    }

    @Override
    public String medium() {
        return "a TCP connection, NIO";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(Capability.PUSH, ChannelEndpoint.NO_THREAD);
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new ChannelEndpoint(setting, this);
    }

    @Override
    public ServerSocketChannel listen(Setting setting) throws IOException {
        InetSocketAddress at = Tcp.at(setting);
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            return listener.bind(at, Tcp.BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + e.getMessage(), e);
        }
    }

    @Override
    public String format(ServerSocketChannel listener) throws IOException {
        return Tcp.format((InetSocketAddress) listener.getLocalAddress());
    }

    @Override
    public SocketChannel connect(String address, long timeoutNanos) throws IOException {
        InetSocketAddress to = Tcp.parse(address);
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(to, Tcp.millis(timeoutNanos));
            configure(channel);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new IOException(address + " cannot be connected to: " + e.getMessage(), e);
        }
    }

    @Override
    public void configure(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    @Override
    public void leave(String address) {
        // The kernel frees the port.
    }
}
