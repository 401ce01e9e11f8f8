package dev.lockstep.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection that somebody else has opened: messages come in, and answers go out. */
final class Connection {
    final long token;
    final Reader reader;
    private final Writer writer;

    /** Whether it is in the queue of those with a message. */
    boolean queued;

    Connection(SocketChannel channel, long token, int largest) {
        this.token = token;
        this.reader = new Reader(channel, false, largest);
        this.writer = new Writer(channel);
    }

    void reply(ByteBuffer message) throws IOException {
        synchronized (writer) {
            writer.send(message);
        }
    }

    boolean isOpen() {
        return !writer.isClosed();
    }

    void close() throws IOException {
        writer.close();
    }
}
