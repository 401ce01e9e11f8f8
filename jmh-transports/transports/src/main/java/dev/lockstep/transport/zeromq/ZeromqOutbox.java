package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.SharedOutbox;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;
import org.zeromq.ZMonitor;
import zmq.Msg;

/** A DEALER, whose one connection is never opened again. Threads share it as they like. */
final class ZeromqOutbox extends SharedOutbox {
    /** JeroMQ's batches have 8192 bytes ({@code zmq.Config.OUT_BATCH_SIZE}). */
    static final int MORE_THAN_A_BATCH = 8193;

    /** That many bytes a connection takes even if its peer takes none: Linux's least send buffer has 4096. */
    private static final int TAKEN_AT_ONCE = 4096;

    /** More than what ZMTP says of a message. */
    private static final int FRAME = 16;

    private final SharedSocket dealer;
    private final BiConsumer<Channel, Channel> connecting;
    private final Consumer<ZeromqOutbox> leaving;

    /** Messages that JeroMQ was given, and their bytes, frames included; guarded by the socket. */
    private long sent;

    private long bytes;

    /** Messages that JeroMQ's I/O thread has taken, which alone writes this. */
    private volatile long taken;

    private volatile boolean connected;

    /**
     * One that is not connected.
     *
     * @param connecting is told of its connection, and of the socket's signal
     * @param leaving is told of its end
     */
    ZeromqOutbox(
            ZMQ.Socket socket, int largest, BiConsumer<Channel, Channel> connecting, Consumer<ZeromqOutbox> leaving)
            throws IOException {
        super(largest);
        this.dealer = new SharedSocket(socket);
        this.connecting = connecting;
        this.leaving = leaving;
        Channel signal = socket.getFD();
        socket.setEventHook(
                event -> heard(event, signal),
                ZMQ.EVENT_CONNECTED | ZMQ.EVENT_CONNECT_RETRIED | ZMQ.EVENT_DISCONNECTED);
    }

    /** In JeroMQ's I/O thread. A connection that has ended would be opened again in an hour at the earliest. */
    private void heard(ZEvent event, Channel signal) {
        if (event.getEvent() == ZMonitor.Event.CONNECTED) {
            connecting.accept(event.getValue(), signal);
        } else if (event.getEvent() == ZMonitor.Event.CONNECT_RETRIED) {
            dealer.breakOff(() -> new ConnectException("it is refused, or nothing leads there"));
        } else if (connected) {
            dealer.breakOff(() -> new PeerLostException("the peer is gone: it has closed the connection"));
        } else {
            dealer.breakOff(
                    () -> new PeerLostException("the peer has closed the connection, or says what is not ZMTP 3"));
        }
    }

    void breakOff(IOException why) {
        dealer.breakOff(() -> new IOException(why.getMessage(), why));
    }

    void connect(String to) throws IOException {
        dealer.with(socket -> socket.connect(to));
    }

    /** Whether it has heard that a peer is there, until the {@link Deadline}. */
    boolean isGreeted(long end) throws IOException {
        Msg hello = dealer.awaitMessage(dealer::receive, end);
        if (hello != null && !Peer.isHello(hello)) {
            throw new IOException("another service is there");
        }
        connected = hello != null;
        return connected;
    }

    /** A message, of which is known when JeroMQ's I/O thread takes it, to write it. */
    private final class Outgoing extends Msg {
        Outgoing(byte[] bytes) {
            super(bytes);
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate")
        public ByteBuffer buf() {
            taken++;
            return super.buf();
        }
    }

    private Boolean put(Msg message) {
        if (!dealer.send(message, false)) {
            return null;
        }
        sent++;
        bytes += FRAME + message.size();
        return true;
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        write(message, 0);
    }

    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        Msg copy = new Outgoing(RequestEndpoint.bytes(message));
        return dealer.awaitRoom(() -> put(copy), end) != null;
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        return dealer.now(
                        () -> dealer.has(ZMQ.Poller.POLLOUT) ? put(new Outgoing(RequestEndpoint.bytes(message))) : null)
                != null;
    }

    /** JeroMQ sends by itself what it has, and closing waits for it. */
    @Override
    public void flush() throws IOException {
        dealer.now(() -> null);
    }

    @Override
    public Claim claim() throws IOException {
        dealer.requireOpen();
        return new OwnClaim();
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        Msg answer = dealer.awaitMessage(dealer::receive, end);
        if (answer == null) {
            return -1;
        }
        reply.put(reply.position(), answer.buf(), 0, Messages.sendable(answer.size(), largest));
        return answer.size();
    }

    /** What was sent leaves first. */
    @Override
    public void close() throws IOException {
        close(SharedSocket.lingerEnd());
    }

    /** The same until the {@link Deadline}, unless something leaves before. */
    void close(long end) throws IOException {
        leaving.accept(this);
        dealer.close(this::sayGoodbye, () -> taken, end, connected ? SharedSocket.LINGER_MILLIS : 0);
    }

    /**
     * JeroMQ forgets of its last batch what the kernel had no room for ({@code zmq.io.SessionBase}, as the pipe has ended), so the last
     * batch has nothing of value: the end of a message that an endpoint drops, for it has two parts. Null as long as not all was taken.
     */
    private Boolean sayGoodbye() {
        if (!connected || bytes <= TAKEN_AT_ONCE) {
            return true;
        }
        if (taken < sent || !dealer.send(new Msg(), true)) {
            return null;
        }
        return dealer.send(new Msg(MORE_THAN_A_BATCH), false);
    }

    /** The bytes of a message that JeroMQ is given as they are. */
    private final class OwnClaim implements Claim {
        private byte[] reserved;

        @Override
        public ByteBuffer reserve(int count) throws IOException {
            Messages.sendable(count, largest);
            reserved = null;
            if (dealer.now(() -> dealer.has(ZMQ.Poller.POLLOUT) ? true : null) == null) {
                return null;
            }
            reserved = new byte[count];
            return ByteBuffer.wrap(reserved);
        }

        @Override
        public void commit() throws IOException {
            if (reserved == null) {
                throw new IllegalStateException("nothing was reserved");
            }
            Msg message = new Outgoing(reserved);
            reserved = null;
            dealer.awaitRoom(() -> put(message), 0);
        }
    }
}
