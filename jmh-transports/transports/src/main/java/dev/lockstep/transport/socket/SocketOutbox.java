package dev.lockstep.transport.socket;

import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.support.SharedOutbox;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A connection for all messages. */
final class SocketOutbox extends SharedOutbox {
    private final Wire wire;
    private final Consumer<Outbox> leaving;

    SocketOutbox(Wire wire, int largest, Consumer<Outbox> leaving) throws IOException {
        super(largest);
        this.wire = wire;
        this.leaving = leaving;
        try {
            wire.flushGreeting();
        } catch (IOException e) {
            wire.close();
            throw e;
        }
    }

    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        wire.write(message);
        return true;
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        try {
            return wire.answer(reply, end);
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
