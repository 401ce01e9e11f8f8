package dev.lockstep.transport.channel;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A listening channel, and a selector over it and all connections that it has accepted. */
final class ChannelEndpoint implements Endpoint {
    private final Family family;
    private final ServerSocketChannel listener;
    private final String address;
    private final int largest;
    private final Selector selector;
    private final List<ChannelOutbox> outboxes = new CopyOnWriteArrayList<>();
    private final Map<Long, Connection> connections = new ConcurrentHashMap<>();

    /** Connections with a message that is whole, each once. */
    private final ArrayDeque<Connection> ready = new ArrayDeque<>();

    private final Consumer<SelectionKey> onKey = this::look;
    private final Consumer<ChannelOutbox> moveAlong = this::moveAlong;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Connection last;
    private long tokens;

    /** What went wrong with a connection, for the next who receives. */
    private IOException trouble;

    ChannelEndpoint(Setting setting, Family family) throws IOException {
        this.family = family;
        this.largest = setting.largest();
        this.listener = family.listen(setting);
        try {
            this.address = family.format(listener);
            this.selector = Selector.open();
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            Closing.all(List.of(() -> family.leave(family.format(listener)), listener));
            throw e;
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        SocketChannel channel = family.connect(to, timeoutNanos);
        ChannelOutbox outbox;
        try {
            outbox = new ChannelOutbox(channel, largest, outboxes::remove);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        outboxes.add(outbox);
        if (closed.get()) {
            outbox.close();
        }
        return outbox;
    }

    @Override
    public synchronized int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        long end = timeoutNanos == 0 ? 0 : System.nanoTime() + timeoutNanos;
        while (true) {
            Connection from = next();
            if (from != null) {
                int length = from.reader.ready();
                from.reader.read(length, into);
                last = from;
                queueIfReady(from);
                return length;
            }
            long left = timeoutNanos == 0 ? 0 : end - System.nanoTime();
            if (timeoutNanos != 0 && left <= 0) {
                return -1;
            }
            select(left);
        }
    }

    @Override
    public synchronized int poll(Receiver receiver, int limit) throws IOException {
        outboxes.forEach(moveAlong);
        int count = 0;
        while (count < limit) {
            Connection from = next();
            if (from == null) {
                if (count > 0) {
                    break;
                }
                selectNow();
                from = next();
                if (from == null) {
                    break;
                }
            }
            int length = from.reader.ready();
            last = from;
            count++;
            try {
                receiver.take(from.reader.view(length), from.token);
            } finally {
                from.reader.consume(length);
                queueIfReady(from);
            }
        }
        return count;
    }

    private void moveAlong(ChannelOutbox outbox) {
        try {
            outbox.drain();
        } catch (IOException e) {
            trouble = trouble == null ? e : trouble;
        }
    }

    private Connection next() throws IOException {
        requireOpen();
        if (trouble != null) {
            IOException named = trouble;
            trouble = null;
            throw named;
        }
        Connection from = ready.poll();
        if (from != null) {
            from.queued = false;
        }
        return from;
    }

    private void select(long nanos) throws IOException {
        try {
            selector.select(onKey, nanos == 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        } catch (ClosedSelectorException e) {
            throw new AsynchronousCloseException();
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while it waited for a message");
        }
    }

    private void selectNow() throws IOException {
        try {
            selector.selectNow(onKey);
        } catch (ClosedSelectorException e) {
            throw new AsynchronousCloseException();
        }
    }

    private void look(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (connection == null) {
                accept();
            } else if (!connection.queued) {
                boolean more = connection.reader.fill();
                if (!queueIfReady(connection) && !more) {
                    hangUp(connection);
                }
            }
        } catch (IOException e) {
            if (connection != null) {
                hangUp(connection);
            }
            if (trouble == null && !closed.get() && !(e instanceof Reader.StrangerException)) {
                trouble = e;
            }
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listener.accept();
        if (channel == null) {
            return;
        }
        Connection connection = new Connection(channel, ++tokens, largest);
        connections.put(connection.token, connection);
        try {
            channel.configureBlocking(false);
            family.configure(channel);
            channel.register(selector, SelectionKey.OP_READ, connection);
        } catch (IOException e) {
            hangUp(connection);
            throw e;
        }
        if (closed.get()) {
            connection.close();
        }
    }

    /** Whether there is another message of that connection, which is in the queue then. */
    private boolean queueIfReady(Connection connection) throws IOException {
        try {
            if (!connection.queued && connection.reader.ready() >= 0) {
                connection.queued = true;
                ready.add(connection);
            }
            return connection.queued;
        } catch (Reader.StrangerException e) {
            hangUp(connection);
            return false;
        }
    }

    private void hangUp(Connection connection) {
        connections.remove(connection.token);
        try {
            connection.close();
        } catch (IOException e) {
            trouble = e;
        }
    }

    @Override
    public long sender() {
        return last == null ? 0 : last.token;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        Connection to = last;
        if (to == null || to.token != sender || !to.isOpen()) {
            to = connections.get(sender);
        }
        if (to == null) {
            throw new PeerLostException("the peer to be answered has closed");
        }
        to.reply(message);
    }

    private void requireOpen() throws IOException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<AutoCloseable> all = new ArrayList<>(List.of(listener));
        all.addAll(outboxes);
        connections.values().forEach(connection -> all.add(connection::close));
        all.add(selector);
        all.add(() -> family.leave(address));
        Closing.all(all);
    }
}
