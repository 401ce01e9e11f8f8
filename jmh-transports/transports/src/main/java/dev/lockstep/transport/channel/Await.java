package dev.lockstep.transport.channel;

import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Waiting for a channel that does not block, by one thread at a time; what it takes is there from the first wait on. */
final class Await implements Closeable {
    private static final Consumer<SelectionKey> NOTHING = key -> {};

    private final SocketChannel channel;
    private final int operation;
    private volatile Selector selector;

    Await(SocketChannel channel, int operation) {
        this.channel = channel;
        this.operation = operation;
    }

    /** Waits until the channel may be ready, or the time is over; 0: no limit. */
    void await(long nanos) throws IOException {
        try {
            if (selector == null) {
                open();
            }
            selector.select(NOTHING, Tcp.millis(nanos));
        } catch (ClosedSelectorException e) {
            throw new AsynchronousCloseException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for the peer");
        }
    }

    private void open() throws IOException {
        selector = Selector.open();
        try {
            channel.register(selector, operation);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
    }

    /** Wakes who waits. The channel is closed before: who has yet to wait for it cannot register any more. */
    @Override
    public void close() throws IOException {
        Selector waiting = selector;
        if (waiting != null) {
            waiting.close();
        }
    }
}
