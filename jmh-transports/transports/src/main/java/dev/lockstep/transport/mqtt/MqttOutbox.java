package dev.lockstep.transport.mqtt;

import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.SharedOutbox;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A connection to the broker that sends, and hears answers. */
final class MqttOutbox extends SharedOutbox {
    /** Bytes that may be under way without an acknowledgement, or two of the largest messages if that is more. */
    private static final int WINDOW_BYTES = 1 << 16;

    /** How long an endpoint may take to say its topic before it is asked once more. */
    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long closing waits for a peer that takes nothing of what was sent to it. What is left arrives later, if at all. */
    private static final long LINGER_SECONDS = 2;

    private final Client client;
    private final int mostMessages;
    private final int mostBytes;
    private final String peer;
    private final Consumer<MqttOutbox> leaving;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock: what is under way, the question that is open, and what has ended.
    private int messages;
    private long bytes;
    private long question;
    private byte[] answer;
    private String destination = "";
    private boolean gone;
    private boolean answersAreOver;
    private IOException broken;
    private boolean closed;
    private boolean ending;

    /**
     * One that is not connected to its peer.
     *
     * @param peer the address of the endpoint
     * @param leaving is told of its end
     */
    MqttOutbox(Client client, Options options, int largest, String peer, Consumer<MqttOutbox> leaving) {
        super(largest);
        this.client = client;
        mostMessages = options.receiveMaximum();
        mostBytes = Math.max(WINDOW_BYTES, 2 * largest);
        this.peer = peer;
        this.leaving = leaving;
    }

    /** The address of the endpoint that it sends to. */
    String peer() {
        return peer;
    }

    /**
     * Connects to the endpoint of that name until the {@link Deadline}. It is looked for once more when it is known whose end is waited
     * for.
     *
     * @throws IOException if there is none
     */
    void connect(String name, long end) throws IOException {
        client.whenOver(this::breakOff);
        client.subscribe(this::heard, end);
        String found = find(name, end);
        locked(() -> destination = found);
        if (!find(name, end).equals(found)) {
            throw new PeerLostException("the peer has just closed");
        }
    }

    /** The topic of who has that name. */
    private String find(String name, long end) throws IOException {
        long asked = nextQuestion();
        while (true) {
            if (!client.ask(name, asked, end)) {
                throw new PeerLostException("nobody is there");
            }
            byte[] topic = awaitAnswer(Deadline.within(end, ASK_NANOS));
            if (topic != null) {
                return Client.topic(topic);
            }
            if (Deadline.left(end) < 0) {
                throw new SocketTimeoutException("Connect timed out");
            }
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void breakOff(IOException why) {
        locked(() -> {
            broken = broken == null ? why : broken;
            messages = 0;
        });
        endIfDrained();
    }

    /** An endpoint, or who has asked one, is gone. What it has answered before comes before what is said here to oneself. */
    void departed(String topic) {
        lock.lock();
        try {
            if (!topic.equals(destination)) {
                return;
            }
            gone = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        client.say(client.topic(), new byte[0], null, null);
    }

    private void heard(Mqtt5Publish message) {
        byte[] said = message.getPayloadAsBytes();
        ByteBuffer to = message.getCorrelationData().orElse(null);
        locked(() -> {
            if (to == null) {
                answersAreOver = gone;
            } else if (to.equals(Client.correlation(question))) {
                answer = said;
            }
        });
        message.acknowledge();
    }

    private void requireUsable(boolean isGone) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (broken != null) {
            throw new IOException(broken.getMessage(), broken);
        }
        if (isGone) {
            throw new PeerLostException(peer + " has closed, or its process has ended");
        }
    }

    /** What is so, or not yet; fails if it never will be. */
    private interface Fact {
        boolean holds() throws IOException;
    }

    /** Waits until it is so; false if the time is over. */
    private boolean await(Fact fact, long end) throws IOException {
        while (!fact.holds()) {
            long left = Deadline.left(end);
            if (left < 0) {
                return false;
            }
            try {
                if (left == 0) {
                    changed.await();
                } else {
                    changed.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while it waited for the broker");
            }
        }
        return true;
    }

    // --- Sending ---

    private boolean hasRoom(int more) throws IOException {
        requireUsable(gone);
        return messages == 0 || messages < mostMessages && bytes + more <= mostBytes;
    }

    /** Takes room for a message; false if there is none until the {@link Deadline}, or now. */
    private boolean reserve(int more, boolean waits, long end) throws IOException {
        lock.lock();
        try {
            if (waits ? !await(() -> hasRoom(more), end) : !hasRoom(more)) {
                return false;
            }
            messages++;
            bytes += more;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message for which there is room. */
    private void put(ByteBuffer message, String answersTo, ByteBuffer correlation) {
        byte[] copy = RequestEndpoint.bytes(message);
        client.say(destination, copy, answersTo, correlation).whenComplete((sent, failed) -> {
            locked(() -> {
                messages = Math.max(0, messages - 1);
                bytes -= copy.length;
                if (failed != null && broken == null) {
                    broken = client.ended(failed);
                }
            });
            endIfDrained();
        });
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        sending.begin(0);
        try {
            reserve(message.remaining(), true, 0);
            put(message, null, null);
        } finally {
            sending.end();
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        if (!sending.beginNow()) {
            return false;
        }
        try {
            boolean hasRoom = reserve(message.remaining(), false, 0);
            if (hasRoom) {
                put(message, null, null);
            }
            return hasRoom;
        } finally {
            sending.end();
        }
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            requireUsable(gone);
        } finally {
            lock.unlock();
        }
    }

    // --- Asking ---

    private long nextQuestion() {
        lock.lock();
        try {
            answer = null;
            return ++question;
        } finally {
            lock.unlock();
        }
    }

    /** Of a question. */
    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        if (!reserve(message.remaining(), true, end)) {
            return false;
        }
        put(message, client.topic(), Client.correlation(nextQuestion()));
        return true;
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        byte[] said = awaitAnswer(end);
        if (said == null) {
            return -1;
        }
        reply.put(reply.position(), said, 0, Messages.sendable(said.length, largest));
        return said.length;
    }

    /** The answer to the last question; null if the time is over. */
    private byte[] awaitAnswer(long end) throws IOException {
        lock.lock();
        try {
            return await(this::isAnswered, end) ? answer : null;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAnswered() throws IOException {
        if (answer == null) {
            requireUsable(answersAreOver);
        }
        return answer != null;
    }

    // --- The end ---

    /** What was sent is at the broker when this returns, unless the peer takes nothing for that long. */
    @Override
    public void close() {
        locked(() -> closed = true);
        leaving.accept(this);
        endIfDrained();
        drained.copy().completeOnTimeout(null, LINGER_SECONDS, TimeUnit.SECONDS).join();
    }

    private void endIfDrained() {
        lock.lock();
        try {
            if (!closed || messages > 0 || ending) {
                return;
            }
            ending = true;
        } finally {
            lock.unlock();
        }
        client.close("").thenRun(() -> drained.complete(null));
    }
}
