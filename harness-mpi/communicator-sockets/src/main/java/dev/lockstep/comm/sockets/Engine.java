package dev.lockstep.comm.sockets;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Abort;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * The sockets of one process, and the one function that makes progress on all of them: {@link #progress}. There is no thread
 * for it; each call makes progress at least once, and each wait again and again. Threads of a process take turns.
 */
final class Engine implements Closeable {
    private final ReentrantLock lock = new ReentrantLock();
    private final int process;
    private final Selector selector;
    private final Handshakes handshakes;
    private final Link[] links;
    private final Scheme scheme;
    private final Consumer<SelectionKey> ready = this::ready;
    private final Frame.Owner controls = this::recycle;
    private Frame freeControls;
    private final Abort abort;
    private final boolean always;

    /** Null if nothing is counted. */
    private final Counters counters;

    /**
     * Listens.
     *
     * @param process the number of this one
     * @param size how many there are
     * @param at an address of this host
     * @param settings what is asked of sockets, and whether that is counted
     * @param clock in nanoseconds
     * @param scheme how messages go
     * @param abort ends what waits when a peer is lost
     */
    Engine(
            int process,
            int size,
            InetAddress at,
            Settings settings,
            LongSupplier clock,
            Function<Engine, Scheme> scheme,
            Abort abort)
            throws IOException {
        this.process = process;
        this.abort = abort;
        always = settings.always();
        counters = settings.counters() ? new Counters() : null;
        this.scheme = scheme.apply(this);
        selector = Selector.open();
        try {
            handshakes = new Handshakes(process, size, selector, at, clock);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
        links = new Link[size];
        for (int other = 0; other < size; other++) {
            links[other] = new Link(other, handshakes, always, this.scheme);
        }
    }

    /** What the other processes are to be told of this one. */
    byte[] card() throws IOException {
        return handshakes.card();
    }

    /** What they have told of themselves. */
    void know(List<InetAddress> addresses, List<byte[]> cards) {
        handshakes.know(addresses, cards, links);
    }

    /** What is selected from: the listener, connections, and what may become one. */
    Set<SelectionKey> sockets() {
        return selector.keys();
    }

    int process() {
        return process;
    }

    Link link(int other) {
        return links[other];
    }

    /** A frame without a payload, for as long as it takes to leave. */
    Frame control() {
        Frame frame = freeControls;
        if (frame == null) {
            return new Frame(controls);
        }
        freeControls = frame.next;
        return frame;
    }

    private void recycle(Frame frame) {
        frame.next = freeControls;
        freeControls = frame;
    }

    /** Whether what this process has sent leaves only when it is asked for. */
    boolean sendsWhenAsked() {
        return scheme.sendsWhenAsked();
    }

    /** Begins to send, and makes progress once. */
    void send(SendRequest request) {
        lock.lock();
        try {
            scheme.send(request);
            progress();
        } catch (IOException e) {
            throw broken("to rank " + request.destination() + " nothing can be sent: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Begins to receive, and makes progress once. */
    void receive(ReceiveRequest request) {
        lock.lock();
        try {
            scheme.receive(request);
            progress();
        } catch (IOException e) {
            throw broken("of rank " + request.source() + " nothing can be asked: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Makes progress, unless another thread does. */
    void tryProgress() {
        if (lock.tryLock()) {
            try {
                progress();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether a message has begun to come that a receive would get. */
    boolean probe(Requests of, int source, int tag, Status status) {
        lock.lock();
        try {
            return scheme.probe(of, source, tag, status);
        } finally {
            lock.unlock();
        }
    }

    private void progress() {
        if (!selector.isOpen()) {
            throw new CommunicationException("nothing can come any more: " + abort.reason());
        }
        long begun = counters == null ? 0 : counters.begin();
        try {
            selector.selectNow(ready);
            handshakes.dropThoseWhoTookTooLong();
        } catch (IOException e) {
            throw broken("the sockets cannot be selected from: " + e.getMessage(), e);
        }
        if (counters != null) {
            counters.end(begun);
        }
    }

    /** What was counted; 0 if nothing is. */
    long counted(ToLongFunction<Counters> which) {
        lock.lock();
        try {
            return counters == null ? 0 : which.applyAsLong(counters);
        } finally {
            lock.unlock();
        }
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Link link) {
            ready(link, key);
        } else {
            shake(key);
        }
    }

    private void ready(Link link, SelectionKey key) {
        try {
            if (counters != null) {
                counted(link, key);
                return;
            }
            if (key.isWritable()) {
                link.write();
            }
            if (key.isReadable()) {
                link.read();
            }
        } catch (IOException | IllegalStateException e) {
            link.abandon();
            throw lost(link.peer(), e);
        } catch (RuntimeException | Error e) {
            // What has come since then cannot be told apart any more.
            link.abandon();
            broken("what rank " + link.peer() + " sends cannot be read: " + e, e);
            throw e;
        }
    }

    private void counted(Link link, SelectionKey key) throws IOException {
        long now = System.nanoTime();
        if (key.isWritable()) {
            boolean inVain = link.isEmpty();
            link.write();
            long written = System.nanoTime();
            counters.lookedUp(inVain, written - now);
            now = written;
        }
        if (key.isReadable()) {
            link.read();
            counters.received(System.nanoTime() - now);
        }
    }

    private void shake(SelectionKey key) {
        try {
            handshakes.goOn(key);
        } catch (IOException e) {
            throw broken(e.getMessage(), e);
        }
    }

    private CommunicationException lost(int other, Exception why) {
        return broken("rank " + other + " is gone: " + why.getMessage(), why);
    }

    /** Begins nothing after something has ended all that waits here. */
    void requireWhole() {
        String reason = abort.reason();
        if (reason != null) {
            throw new CommunicationException("nothing can be begun: " + reason);
        }
    }

    /** From now on all that waits here fails: what is under way is undefined, as in MPI. */
    private CommunicationException broken(String what, Throwable why) {
        abort.raise(what);
        return new CommunicationException(what, why);
    }

    /** Forgets a context that is closed. */
    void forget(long context) {
        lock.lock();
        try {
            scheme.forget(context);
        } finally {
            lock.unlock();
        }
    }

    /** Connects so many sockets more, by which nothing ever comes. */
    void addIdle(int count) throws IOException {
        handshakes.addIdle(count, () -> new Link(-1, handshakes, always, scheme));
    }

    /** Tells all that are connected that nothing more comes. */
    void sayGoodbye() {
        lock.lock();
        try {
            for (Link link : links) {
                if (link.isConnected()) {
                    link.add(control().header(Frame.GOODBYE, 0, 0, 0, 0, 0));
                }
            }
        } catch (IOException e) {
            throw broken("goodbye cannot be said: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing waits to leave. */
    boolean isFlushed() {
        lock.lock();
        try {
            for (Link link : links) {
                if (!link.isEmpty()) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (selector.isOpen()) {
                handshakes.close();
                selector.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
