package dev.lockstep.comm.sockets;

import dev.lockstep.comm.support.Abort;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** The sockets of one process. */
final class SocketsEngine extends Engine {
    private final Selector selector;
    private final Handshakes handshakes;
    private final Consumer<SelectionKey> ready = this::ready;
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
    SocketsEngine(
            int process,
            int size,
            InetAddress at,
            Settings settings,
            LongSupplier clock,
            Function<Engine, Scheme> scheme,
            Abort abort)
            throws IOException {
        super(process, size, scheme, abort);
        always = settings.always();
        counters = settings.counters() ? new Counters() : null;
        selector = Selector.open();
        try {
            handshakes = new Handshakes(process, size, selector, at, clock);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
        for (int other = 0; other < size; other++) {
            links[other] = new SocketLink(other, handshakes, always, this.scheme);
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

    /** Connects so many sockets more, by which nothing ever comes. */
    void addIdle(int count) throws IOException {
        handshakes.addIdle(count, () -> new SocketLink(-1, handshakes, always, scheme));
    }

    /** What is selected from: the listener, connections, and what may become one. */
    Set<SelectionKey> sockets() {
        return selector.keys();
    }

    @Override
    boolean isOpen() {
        return selector.isOpen();
    }

    @Override
    void move() {
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

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof SocketLink link) {
            ready(link, key);
        } else {
            shake(key);
        }
    }

    private void ready(SocketLink link, SelectionKey key) {
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
            throw lost(link, e);
        } catch (RuntimeException | Error e) {
            unreadable(link, e);
            throw e;
        }
    }

    private void counted(SocketLink link, SelectionKey key) throws IOException {
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

    @Override
    long counts(ToLongFunction<Counters> which) {
        return counters == null ? 0 : which.applyAsLong(counters);
    }

    @Override
    void free() throws IOException {
        handshakes.close();
        selector.close();
    }
}
