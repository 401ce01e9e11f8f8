package dev.lockstep.transport.channel;

import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A family of addresses: how to listen, to connect, and to leave. */
interface Family {
    /** A channel that listens, at the setting's address or a free one. */
    ServerSocketChannel listen(Setting setting) throws IOException;

    /** The address where it listens, as text. */
    String format(ServerSocketChannel listener) throws IOException;

    /** A channel that is connected. */
    SocketChannel connect(String address, long timeoutNanos) throws IOException;

    /** What a channel that was accepted needs. */
    void configure(SocketChannel accepted) throws IOException;

    /** Removes what would be left of an address, while the listener is still there. */
    void leave(String address) throws IOException;
}
