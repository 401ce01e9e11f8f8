package dev.lockstep.transport.jms;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.SharedOutbox;
import dev.lockstep.transport.support.Tcp;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession.QueueQuery;
import org.apache.activemq.artemis.core.client.impl.ClientProducerCredits;

/** A producer to a peer's queue or to a topic, and a consumer of a temporary queue for answers once something was asked. */
final class JmsOutbox extends SharedOutbox {
    /** Between looks whether there is room, which nothing signals to who waits for a limited time. */
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Between looks whether who was asked is gone. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Client client;
    private final String peer;
    private final Consumer<JmsOutbox> leaving;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Session session;
    private volatile String destination = "";
    private volatile boolean gone;
    private Lane lane;
    private ClientProducerCredits credits;

    /** Guards what is for answers, which is null before the first question. */
    private final Object answers = new Object();

    private Session asking;
    private TemporaryQueue replyTo;
    private MessageConsumer replies;
    private long questions;

    /**
     * One that is not connected.
     *
     * @param peer the address of the endpoint
     * @param leaving is told of its end
     */
    JmsOutbox(Client client, int largest, String peer, Consumer<JmsOutbox> leaving) throws IOException {
        super(largest);
        this.client = client;
        this.peer = peer;
        this.leaving = leaving;
        session = client.session(Options.AUTO);
    }

    /**
     * Connects to the endpoint of that name. It is looked for once more when it is known whose end is waited for.
     *
     * @throws IOException if there is none
     */
    void connect(String name) throws IOException {
        destination = find(name);
        if (!find(name).equals(destination)) {
            throw new PeerLostException("the peer has just closed");
        }
        begin(client.call(() -> session.createQueue(destination)), destination);
        requireUsable();
    }

    /** Connects to a topic, which is there from now on, whoever subscribes. */
    void publish(String name) throws IOException {
        Topic topic = client.call(() -> Client.topic(session, name));
        begin(topic, client.call(topic::getTopicName));
        client.call(() -> {
            // The broker finds its bridges for an address when somebody subscribes. Otherwise it does so for the first
            // message, and what others publish meanwhile would be lost.
            session.createConsumer(topic).close();
            return null;
        });
    }

    private void begin(Destination to, String address) throws IOException {
        lane = new Lane(client, session, to);
        credits = Client.core(session).getCredits(SimpleString.of(address), false);
    }

    /** The queue of who has that name. */
    private String find(String name) throws IOException {
        QueueQuery found = client.call(() -> Client.core(session).queueQuery(SimpleString.of(name)));
        if (!found.isExists()) {
            throw new PeerLostException("nobody is there");
        }
        return found.getAddress().toString();
    }

    /** The broker has removed an address. */
    void departed(String address) {
        if (address.equals(destination)) {
            gone = true;
            // Who waits for room is woken.
            Apart.begin(() -> Client.quietly(session::close));
        }
    }

    private void requireUsable() throws IOException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
        if (gone) {
            throw new PeerLostException(peer + " has closed, or its process has ended");
        }
    }

    /** What is asked of the broker, and why it fails if this has been closed meanwhile, or the peer is gone. */
    private void put(BytesMessage message) throws IOException {
        try {
            lane.send(message);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            requireUsable();
            throw e;
        }
        // Who was woken has sent nothing.
        requireUsable();
        if (Client.core(session).isClosed()) {
            throw client.over(null);
        }
    }

    private BytesMessage message(ByteBuffer bytes) throws IOException {
        requireUsable();
        return lane.message(bytes);
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        sending.begin(0);
        try {
            put(message(message));
        } finally {
            sending.end();
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        if (client.isPersistent()) {
            throw new UnsupportedOperationException("offer");
        }
        Messages.sendable(message, largest);
        if (!sending.beginNow()) {
            return false;
        }
        try {
            requireUsable();
            if (!hasRoom(message)) {
                return false;
            }
            put(message(message));
            return true;
        } finally {
            sending.end();
        }
    }

    /** Whether sending it would not wait; asks for more room. */
    private boolean hasRoom(ByteBuffer message) throws IOException {
        client.call(() -> {
            credits.acquireCredits(0);
            return null;
        });
        return credits.getBalance() >= message.remaining() + Client.HEADERS;
    }

    @Override
    public void flush() throws IOException {
        requireUsable();
    }

    /** Of a question. */
    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        BytesMessage question = message(message);
        TemporaryQueue to = replyTo();
        client.call(() -> {
            question.setJMSReplyTo(to);
            question.setJMSCorrelationID(Long.toString(++questions));
            return null;
        });
        if (end != 0 && !awaitRoom(message, end)) {
            return false;
        }
        put(question);
        return true;
    }

    private boolean awaitRoom(ByteBuffer message, long end) throws IOException {
        while (!hasRoom(message)) {
            requireUsable();
            long left = Deadline.left(end);
            if (left < 0) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while it waited for room");
            }
        }
        return true;
    }

    private TemporaryQueue replyTo() throws IOException {
        synchronized (answers) {
            requireUsable();
            if (replies == null) {
                asking = client.session(Options.AUTO);
                replyTo = client.call(asking::createTemporaryQueue);
                replies = client.call(() -> asking.createConsumer(replyTo));
            }
            return replyTo;
        }
    }

    /** Nobody signals that who was asked is gone, so there are looks in between; what it has answered before is there at the last one. */
    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        while (true) {
            boolean last = gone;
            int millis = last ? 1 : Tcp.millis(Deadline.forLook(Deadline.within(end, SLICE_NANOS)));
            Message message = heard(millis);
            if (message instanceof BytesMessage answer && isAnswer(answer)) {
                byte[] bytes = client.bytes(answer);
                reply.put(reply.position(), bytes, 0, Messages.sendable(bytes.length, largest));
                return bytes.length;
            }
            if (closed.get() || last) {
                requireUsable();
            }
            if (message == null && Deadline.left(end) < 0) {
                return -1;
            }
        }
    }

    private Message heard(int millis) throws IOException {
        try {
            return client.call(() -> replies.receive(millis));
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            requireUsable();
            throw e;
        }
    }

    private boolean isAnswer(Message answer) throws IOException {
        return Long.toString(questions).equals(client.call(answer::getJMSCorrelationID));
    }

    /** What was sent is at the broker when this returns. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leaving.accept(this);
            Apart.run(this::end);
        }
    }

    private void end() {
        // Who waits for room is woken.
        Client.quietly(session::close);
        synchronized (answers) {
            if (replies != null) {
                Client.quietly(replies::close);
                Client.quietly(replyTo::delete);
            }
            if (asking != null) {
                Client.quietly(asking::close);
            }
        }
    }
}
