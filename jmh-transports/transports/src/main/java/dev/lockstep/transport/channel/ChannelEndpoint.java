package dev.lockstep.transport.channel;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import dev.lockstep.transport.support.Turns;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A listening channel, and a selector over it and all connections that it has accepted. */
final class ChannelEndpoint implements Endpoint {
    /** Why it pushes nothing. */
    static final String NO_THREAD = "its selector is run by the thread that receives";

    private final Family family;
    private final ServerSocketChannel listener;
    private final String address;
    private final int largest;
    private final Selector selector;
    private final List<Link> outboxes = new CopyOnWriteArrayList<>();
    private final Map<Long, Link> accepted = new ConcurrentHashMap<>();

    /** Connections with a message that is whole, each once. */
    private final ArrayDeque<Link> ready = new ArrayDeque<>();

    private final Turns receiving = new Turns();
    private final Consumer<SelectionKey> onKey = this::look;
    private final Consumer<Link> moveAlong = this::moveAlong;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long tokens = Link.OPENED;

    /** The sender of the last message, which is mostly the one that is answered. */
    private volatile Link last;

    /** What went wrong with a connection, for the next who receives. */
    private volatile IOException trouble;

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
        Link outbox = new Link(family.connect(to, timeoutNanos), Link.OPENED, largest, outboxes::remove);
        try {
            outbox.begin();
        } catch (IOException e) {
            outbox.close();
            throw e;
        }
        outboxes.add(outbox);
        if (closed.get()) {
            outbox.close();
        }
        return outbox;
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, null, timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        long end = Deadline.of(timeoutNanos);
        if (!receiving.begin(timeoutNanos)) {
            return -1;
        }
        try {
            Link from = next();
            while (from == null) {
                select(Deadline.forLook(end));
                from = next();
                if (from == null && Deadline.left(end) < 0) {
                    return -1;
                }
            }
            int length = from.reader.ready();
            from.reader.read(length, into);
            last = from;
            if (sender != null) {
                sender.set(from.token);
            }
            queueIfReady(from);
            return length;
        } finally {
            receiving.end();
        }
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        requireOpen();
        outboxes.forEach(moveAlong);
        if (!receiving.beginNow()) {
            return 0;
        }
        try {
            int count = 0;
            Link from;
            while (count < limit && (from = nextNow(count == 0)) != null) {
                count++;
                take(from, receiver);
            }
            return count;
        } finally {
            receiving.end();
        }
    }

    /** One with a message; looks for what has come only if nothing has been there before. */
    private Link nextNow(boolean look) throws IOException {
        Link from = next();
        if (from == null && look) {
            selectNow();
            from = next();
        }
        return from;
    }

    private void take(Link from, Receiver receiver) throws IOException {
        int length = from.reader.ready();
        last = from;
        try {
            receiver.take(from.reader.view(length), from.token);
        } finally {
            from.reader.consume(length);
            queueIfReady(from);
        }
    }

    private void moveAlong(Link outbox) {
        try {
            outbox.drain();
        } catch (IOException e) {
            if (trouble == null && outbox.isOpen()) {
                trouble = e;
            }
        }
    }

    private Link next() throws IOException {
        requireOpen();
        if (trouble != null) {
            IOException named = trouble;
            trouble = null;
            throw named;
        }
        Link from = ready.poll();
        if (from != null) {
            from.queued = false;
        }
        return from;
    }

    private void select(long nanos) throws IOException {
        try {
            selector.select(onKey, Tcp.millis(nanos));
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
        Link link = (Link) key.attachment();
        try {
            if (link == null) {
                accept();
            } else if (!link.queued) {
                boolean more = link.reader.fill();
                if (!queueIfReady(link) && !more) {
                    hangUp(link);
                }
            }
        } catch (IOException e) {
            if (link != null) {
                hangUp(link);
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
        Link link = new Link(channel, ++tokens, largest, this::forget);
        accepted.put(link.token, link);
        try {
            link.begin();
            family.configure(channel);
            channel.register(selector, SelectionKey.OP_READ, link);
        } catch (IOException | ClosedSelectorException e) {
            hangUp(link);
            throw e;
        }
        if (closed.get()) {
            link.close();
        }
    }

    /** Whether there is another message of that connection, which is in the queue then. */
    private boolean queueIfReady(Link link) throws IOException {
        try {
            if (!link.queued && link.reader.ready() >= 0) {
                link.queued = true;
                ready.add(link);
            }
            return link.queued;
        } catch (Reader.StrangerException e) {
            hangUp(link);
            return false;
        }
    }

    private void forget(Link link) {
        accepted.remove(link.token);
    }

    private void hangUp(Link link) {
        try {
            link.close();
        } catch (IOException e) {
            trouble = e;
        }
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        Link to = last;
        if (to == null || to.token != sender || !to.isOpen()) {
            to = accepted.get(sender);
        }
        if (to == null) {
            throw new PeerLostException("the peer to be answered has closed");
        }
        to.send(message);
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
        // While it listens nobody takes its address, so it leaves that before.
        List<AutoCloseable> all = new ArrayList<>(List.<AutoCloseable>of(() -> family.leave(address), listener));
        all.addAll(outboxes);
        all.addAll(accepted.values());
        all.add(selector);
        Closing.all(all);
    }
}
