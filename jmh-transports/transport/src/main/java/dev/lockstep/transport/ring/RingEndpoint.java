package dev.lockstep.transport.ring;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** An endpoint whose connections are rings: it looks at each in turn. */
public final class RingEndpoint implements Endpoint {
    /** Why it pushes nothing. */
    public static final String NO_THREAD = "who receives looks into the rings, by its own thread";

    /** Looks in vain between those at who has left. A power of two. */
    private static final int HOUSEKEEPING = 1024;

    /** Between looks for those who could not be let in: one may take a tenth of this. */
    private static final long RETRY_NANOS = 1_000_000_000;

    private final Harbour harbour;
    private final int largest;
    private final Waiting waiting;
    private final Patience patience;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Of the thread that receives; guarded by itself for the thread that closes. */
    private final List<Incoming> incoming = new ArrayList<>();

    private final Set<Outbox> outboxes = ConcurrentHashMap.newKeySet();
    private long arrived;

    /** Whether some of those who have arrived could not be let in. */
    private boolean missing;

    private long lookedForMissing;
    private long tokens;
    private int turn;
    private int inVain;

    /** For who does not ask. */
    private final Sender sender = new Sender();

    /** The sender of the last message, as long as it is there. */
    private Incoming last;

    /**
     * An endpoint.
     *
     * @param harbour where its links come from; closed with it
     * @param largest message, in bytes
     * @param waiting for messages and for room
     */
    public RingEndpoint(Harbour harbour, int largest, Waiting waiting) {
        this.harbour = harbour;
        this.largest = largest;
        this.waiting = waiting;
        this.patience = new Patience(waiting);
    }

    /** The receiver's end of a link. */
    private record Incoming(long token, RingReader messages, RingWriter answers, RingLink link) {}

    @Override
    public String address() {
        return harbour.address();
    }

    @Override
    public Outbox connect(String address, long timeoutNanos) throws IOException {
        patience.requireOpen();
        RingOutbox outbox = new RingOutbox(harbour.connect(address), address, largest, waiting, outboxes::remove);
        outboxes.add(outbox);
        if (patience.isClosed()) {
            outbox.close();
        }
        return outbox;
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, sender, timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        patience.requireOpen();
        patience.begin();
        while (true) {
            Incoming from = next();
            if (from != null) {
                int length = from.messages.ready();
                from.messages.read(length, into);
                last = from;
                sender.set(from.token);
                return length;
            }
            if (!patience.goOn(timeoutNanos)) {
                return -1;
            }
        }
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        patience.requireOpen();
        int count = 0;
        Incoming from;
        while (count < limit && (from = next()) != null) {
            int length = from.messages.ready();
            last = from;
            count++;
            try {
                receiver.take(from.messages.view(length), from.token);
            } finally {
                from.messages.consume(Layout.record(length));
            }
        }
        return count;
    }

    /** The next peer, in turn, that has a message; null if none has. */
    private Incoming next() throws IOException {
        if (harbour.arrived() != arrived) {
            welcome();
        }
        for (int i = incoming.size(); i > 0; i--) {
            turn = turn + 1 < incoming.size() ? turn + 1 : 0;
            Incoming one = incoming.get(turn);
            if (one.messages.ready() != RingReader.NOTHING) {
                return one;
            }
        }
        if ((++inVain & (HOUSEKEEPING - 1)) == 0) {
            farewell();
            welcomeMissing();
        }
        return null;
    }

    private void welcome() throws IOException {
        arrived = harbour.arrived();
        farewell();
        missing = true;
        lookedForMissing = System.nanoTime();
        for (RingLink link : harbour.arrivals()) {
            synchronized (incoming) {
                if (patience.isClosed()) {
                    turnAway(link);
                } else {
                    incoming.add(new Incoming(
                            ++tokens, new RingReader(link.messages()), new RingWriter(link.answers()), link));
                }
            }
        }
        missing = false;
    }

    /** Looks again for those who could not be let in; that it is in vain was told before. */
    private void welcomeMissing() {
        if (missing && System.nanoTime() - lookedForMissing > RETRY_NANOS) {
            try {
                welcome();
            } catch (IOException stillMissing) {
                return;
            }
        }
    }

    private void farewell() {
        for (int i = incoming.size() - 1; i >= 0; i--) {
            Incoming one = incoming.get(i);
            if (one.messages.isOver()) {
                synchronized (incoming) {
                    incoming.remove(i);
                }
                last = last == one ? null : last;
                turnAway(one.link);
            }
        }
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        patience.requireOpen();
        Incoming to = incoming(sender);
        patience.begin();
        while (!to.answers.write(message)) {
            patience.goOn(0);
            incoming(sender);
        }
    }

    private Incoming incoming(long token) throws IOException {
        if (last != null && last.token == token && !last.answers.isReaderClosed()) {
            return last;
        }
        for (int i = 0; i < incoming.size(); i++) {
            Incoming one = incoming.get(i);
            if (one.token == token && !one.answers.isReaderClosed()) {
                return one;
            }
        }
        throw new PeerLostException("the peer to be answered has closed");
    }

    @Override
    public void close() throws IOException {
        patience.close();
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<AutoCloseable> all = new ArrayList<>(outboxes);
        all.addAll(List.of(this::leave, harbour::refuse, this::turnAwayArrivals, harbour::close));
        Closing.all(all);
    }

    private void leave() {
        synchronized (incoming) {
            incoming.forEach(one -> turnAway(one.link));
        }
    }

    private void turnAwayArrivals() throws IOException {
        List<RingLink> links;
        while (!(links = harbour.arrivals()).isEmpty()) {
            links.forEach(RingEndpoint::turnAway);
        }
    }

    private static void turnAway(RingLink link) {
        link.closeReceiver();
        link.gone().run();
    }
}
