package dev.lockstep.transport.socket;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.support.Turns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.function.Consumer;

/** A connection for each message, of which there is none in between; the first is only to see that somebody is there. */
final class OpenCloseOutbox implements Outbox {
    private final InetSocketAddress to;
    private final long timeoutNanos;
    private final int largest;
    private final Consumer<Outbox> leaving;
    private final Turns sending = new Turns();
    private volatile Socket current;
    private volatile boolean closed;

    OpenCloseOutbox(InetSocketAddress to, long timeoutNanos, int largest, Consumer<Outbox> leaving) throws IOException {
        this.to = to;
        this.timeoutNanos = timeoutNanos;
        this.largest = largest;
        this.leaving = leaving;
        SocketEndpoint.connected(new Socket(), to, timeoutNanos, largest).reset();
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        sending.begin(0);
        try {
            Socket socket = new Socket();
            current = socket;
            requireOpen();
            try (Wire wire = SocketEndpoint.connected(socket, to, timeoutNanos, largest)) {
                wire.write(message);
            }
        } finally {
            sending.end();
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        leaving.accept(this);
        Socket socket = current;
        if (socket != null) {
            socket.close();
        }
    }
}
