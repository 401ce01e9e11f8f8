package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.zeromq.SocketType;
import org.zeromq.UncheckedZMQException;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import org.zeromq.ZMonitor;
import zmq.Msg;
import zmq.ZError;

/** A context of JeroMQ's, with one I/O thread; a ROUTER, by which messages come and answers go; and a DEALER for each outbox. */
final class ZeromqEndpoint implements Endpoint {
    /** In milliseconds: an hour, for JeroMQ has no word for never that it keeps as it connects for the first time. */
    private static final int NO_RECONNECT = 3_600_000;

    /** More than a handshake takes, but far away: after it, and then each time after twice as long, JeroMQ is reminded. */
    private static final long REMIND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How long JeroMQ may take to end when nothing lingers any more. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** So many messages of strangers are dropped before who receives looks at the clock. */
    private static final int DROPPED_AT_ONCE = 100;

    private final int largest;
    private final int hwm;
    private final ZMQ.Context context;
    private final SharedSocket router;
    private final String address;
    private final Set<ZeromqOutbox> outboxes = ConcurrentHashMap.newKeySet();
    /**
     * Connections, and the signals of their sockets. A session says that it has ended, and only then ends its connection: if its socket
     * is gone by then JeroMQ's I/O thread fails in between ({@code zmq.Own.checkTermAcks}), and the connection stays open.
     */
    private final Map<Channel, Channel> connections = new ConcurrentHashMap<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    /** What has gone wrong with a connection that was not accepted, for the next who receives. */
    private final AtomicReference<IOException> trouble = new AtomicReference<>();

    /** Why a thread of JeroMQ has died. */
    private volatile IOException dead;

    /** Whether answers may have yet to leave. */
    private volatile boolean replied;

    ZeromqEndpoint(Setting setting, int hwm) throws IOException {
        this.largest = setting.largest();
        this.hwm = hwm;
        InetSocketAddress at = Tcp.at(setting);
        this.context = ZMQ.context(1);
        context.setThreadFactor(this::thread);
        // An exception that its I/O thread survives costs the connection alone that it came of, as garbage may.
        context.setNotificationExceptionHandler((thread, survived) -> closeForgotten());
        try {
            this.router = new SharedSocket(socket(SocketType.ROUTER, at));
            this.address = bind(at);
        } catch (IOException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, "lockstep-zeromq-" + name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((which, of) -> died(which.getName(), of));
        return thread;
    }

    /** Nothing goes on without JeroMQ's threads. */
    private void died(String thread, Throwable of) {
        dead = new IOException(thread + " has died: " + of, of);
        if (router != null) {
            router.breakOff(() -> new IOException(dead.getMessage(), of));
        }
        outboxes.forEach(outbox -> outbox.breakOff(dead));
    }

    private ZMQ.Socket socket(SocketType type, InetSocketAddress at) throws IOException {
        try {
            ZMQ.Socket socket = context.socket(type);
            socket.setLinger(0);
            socket.setSndHWM(hwm);
            socket.setRcvHWM(hwm);
            socket.setReconnectIVL(NO_RECONNECT);
            socket.setIPv6(at.getAddress() instanceof Inet6Address);
            // Handshakes and goodbyes are messages, too.
            socket.setMaxMsgSize(Math.max(largest, ZeromqOutbox.MORE_THAN_A_BATCH));
            // There is nobody to ask, but with a domain JeroMQ speaks ZMTP 3 alone: anything could pass for ZMTP 1.
            socket.setZapDomain("lockstep");
            if (type == SocketType.ROUTER) {
                socket.setBacklog(Tcp.BACKLOG);
                socket.setRouterMandatory(true);
                socket.setHelloMsg(Peer.HELLO);
                Channel signal = socket.getFD();
                socket.setEventHook(
                        event -> heard(event, signal),
                        ZMQ.EVENT_ACCEPTED | ZMQ.EVENT_DISCONNECTED | ZMQ.EVENT_ACCEPT_FAILED);
            }
            return socket;
        } catch (UncheckedZMQException e) {
            throw new IOException("JeroMQ has no further socket: " + SharedSocket.reason(e), e);
        }
    }

    /** In JeroMQ's I/O thread; that there are no descriptors again and again. */
    private void heard(ZEvent event, Channel signal) {
        if (event.getEvent() == ZMonitor.Event.ACCEPTED) {
            connections.put(event.getValue(), signal);
        } else if (event.getEvent() == ZMonitor.Event.DISCONNECTED) {
            connections.remove(event.<Channel>getValue());
        } else if (trouble.get() == null) {
            trouble.set(new IOException("a connection cannot be accepted: " + event.getValue()));
            router.lookAgain();
        }
    }

    private String bind(InetSocketAddress at) throws IOException {
        try {
            router.with(socket -> socket.bind(Tcp.format(at)));
            return router.with(ZMQ.Socket::getLastEndpoint);
        } catch (IOException e) {
            router.close(() -> true, () -> 0, 0, 0);
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + e.getMessage(), e);
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        InetSocketAddress at = Tcp.parse(to);
        long end = Deadline.of(timeoutNanos);
        try {
            closeForgotten();
            ZMQ.Socket socket = socket(SocketType.DEALER, at);
            socket.setIdentity(Peer.id(Peer.newToken()));
            ZeromqOutbox outbox = new ZeromqOutbox(socket, largest, connections::put, outboxes::remove);
            outboxes.add(outbox);
            connect(outbox, Tcp.format(at), end);
            return outbox;
        } catch (IOException e) {
            requireOpen();
            throw new IOException(to + " cannot be connected to: " + e.getMessage(), e);
        }
    }

    private void connect(ZeromqOutbox outbox, String to, long end) throws IOException {
        try {
            outbox.connect(to);
            for (long nanos = REMIND_NANOS; !outbox.isGreeted(Deadline.within(end, nanos)); nanos *= 2) {
                if (Deadline.left(end) < 0) {
                    throw new SocketTimeoutException("Connect timed out");
                }
                remind();
            }
        } catch (IOException e) {
            outbox.close();
            throw e;
        }
        if (closed.get()) {
            outbox.close();
        }
    }

    /**
     * A connection whose attempt to connect and whose first bytes fall into one round of JeroMQ's I/O thread is watched no more: two
     * handles have one key, and the first one's end cancels it ({@code zmq.poll.Poller}). A further socket has it look again.
     */
    private void remind() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ZMQ.Socket further = socket(SocketType.DEALER, any)) {
            further.bind(Tcp.format(any));
        } catch (UncheckedZMQException e) {
            throw new IOException("JeroMQ has failed: " + SharedSocket.reason(e), e);
        }
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, null, timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        Msg message = router.awaitMessage(() -> next(from), Deadline.of(timeoutNanos));
        if (message == null) {
            return -1;
        }
        into.put(into.position(), message.buf(), 0, message.size());
        return message.size();
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        Sender from = new Sender();
        int count = 0;
        Msg message;
        while (count < limit && (message = router.now(() -> next(from))) != null) {
            receiver.take(message.buf(), from.token());
            count++;
        }
        return count;
    }

    /** The next message of a peer, and its sender; what others say is dropped, and goodbyes, which have several parts. */
    private Msg next(Sender from) throws IOException {
        for (int dropped = 0; dropped < DROPPED_AT_ONCE; dropped++) {
            Msg id = router.receive();
            if (id == null) {
                throwTrouble();
                return null;
            }
            Msg message = router.receive();
            boolean isWhole = message != null && !message.hasMore();
            while (message != null && message.hasMore()) {
                message = router.receive();
            }
            if (isWhole && message.size() <= largest && Peer.isOne(id)) {
                if (from != null) {
                    from.set(Peer.token(id));
                }
                return message;
            }
        }
        router.lookAgain();
        return null;
    }

    private void throwTrouble() throws IOException {
        IOException told = trouble.getAndSet(null);
        if (told != null) {
            throw told;
        }
    }

    /** A peer that takes no answer for a while is given up: JeroMQ does not tell one that is gone from one that is full. */
    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        Msg answer = new Msg(RequestEndpoint.bytes(message));
        replied = true;
        if (router.awaitRoom(() -> answered(sender, answer), SharedSocket.lingerEnd()) == null) {
            throw new PeerLostException("the peer to be answered has closed, or takes no answer");
        }
    }

    private Boolean answered(long sender, Msg answer) throws IOException {
        try {
            return router.send(new Msg(Peer.id(sender)), true) ? router.send(answer, false) : null;
        } catch (ZMQException e) {
            if (e.getErrorCode() == ZError.EHOSTUNREACH) {
                throw new PeerLostException("the peer to be answered has closed", e);
            }
            throw e;
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
    }

    /** Lets what was sent leave first. */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        long end = SharedSocket.lingerEnd();
        try {
            for (ZeromqOutbox outbox : outboxes) {
                outbox.close(end);
            }
        } finally {
            router.close(() -> true, () -> 0, 0, replied ? SharedSocket.LINGER_MILLIS : 0);
            end();
        }
    }

    /** Closes the connections of sockets that are gone. */
    private void closeForgotten() {
        connections.forEach((connection, signal) -> {
            if (!signal.isOpen()) {
                connections.remove(connection);
                try {
                    connection.close();
                } catch (IOException e) {
                    trouble.compareAndSet(null, e);
                }
            }
        });
    }

    /** Waits for JeroMQ's threads, in one that nobody interrupts: JeroMQ would leave them half ended. */
    private void end() throws IOException {
        Thread ending = thread(context::term, "end");
        ending.start();
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SharedSocket.LINGER_MILLIS) + END_NANOS;
        while (ending.isAlive() && System.nanoTime() - end < 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(ending, end - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (ending.isAlive()) {
            throw new IOException("JeroMQ has not ended", dead);
        }
        closeForgotten();
    }
}
