package dev.lockstep.transport.socket;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A connection for all messages. */
final class SocketOutbox implements Outbox {
    private final Wire wire;
    private final int largest;
    private final Consumer<Outbox> leaving;

    SocketOutbox(Wire wire, int largest, Consumer<Outbox> leaving) throws IOException {
        this.wire = wire;
        this.largest = largest;
        this.leaving = leaving;
        try {
            wire.flushGreeting();
        } catch (IOException e) {
            wire.close();
            throw e;
        }
    }

    @Override
    public synchronized void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        wire.write(message);
    }

    @Override
    public synchronized int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        send(message);
        try {
            return wire.answer(reply, timeoutNanos);
        } catch (SocketTimeoutException e) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        leaving.accept(this);
        wire.close();
    }
}
