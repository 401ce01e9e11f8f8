package dev.lockstep.transport.communicator;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Sends to a rank; what is offered or claimed goes by slots, each with a non-blocking send under way. */
final class CommunicatorOutbox implements Outbox, Outbox.Claim {
    /** As many as a window of OSU's has messages. */
    private static final int SLOTS = 64;

    /** The most memory that large messages take. */
    private static final int MOST_BYTES = 64 << 20;

    private final Communicator communicator;
    private final Calls calls;
    private final Inbox answers;
    private final int to;
    private final int largest;
    private final Consumer<CommunicatorOutbox> leaving;
    private final ByteBuffer[] slots;
    private final Request[] sending;
    private int underWay;
    private int next;
    private boolean claimed;
    private boolean unanswered;

    CommunicatorOutbox(
            Communicator communicator, Calls calls, int to, int largest, Consumer<CommunicatorOutbox> leaving) {
        this.communicator = communicator;
        this.calls = calls;
        this.answers = new Probed(calls, to, Calls.ANSWER);
        this.to = to;
        this.largest = largest;
        this.leaving = leaving;
        int count = Math.max(2, Math.min(SLOTS, MOST_BYTES / Math.max(1, largest)));
        this.slots = new ByteBuffer[count];
        this.sending = new Request[count];
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        calls.send(message, to, Calls.MESSAGE);
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        calls.requireUnshared("offer");
        ByteBuffer slot = reserve(Messages.sendable(message, largest));
        if (slot == null) {
            return false;
        }
        slot.put(0, message, message.position(), message.remaining());
        commit();
        return true;
    }

    @Override
    public Claim claim() throws IOException {
        calls.requireUnshared("claim");
        calls.requireOpen();
        return this;
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        Messages.sendable(bytes, largest);
        calls.requireOpen();
        claimed = false;
        if (!isFree(next)) {
            return null;
        }
        if (slots[next] == null) {
            slots[next] = communicator.allocate(largest);
        }
        claimed = true;
        return slots[next].clear().limit(bytes);
    }

    private boolean isFree(int slot) throws IOException {
        Request request = sending[slot];
        try {
            if (request != null && request.test()) {
                free(slot);
            }
            return sending[slot] == null;
        } catch (CommunicationException e) {
            free(slot);
            throw Calls.failed(e);
        }
    }

    private void free(int slot) {
        sending[slot] = null;
        underWay--;
    }

    @Override
    public void commit() throws IOException {
        calls.requireOpen();
        if (!claimed) {
            throw new IllegalStateException("nothing was claimed");
        }
        claimed = false;
        try {
            sending[next] = communicator.iSend(slots[next], to, Calls.MESSAGE);
        } catch (CommunicationException e) {
            throw Calls.failed(e);
        }
        underWay++;
        next = (next + 1) % slots.length;
    }

    /** Lets the library move along what is under way. */
    void progress() throws IOException {
        for (int i = 0; underWay > 0 && i < sending.length; i++) {
            isFree(i);
        }
    }

    @Override
    public void flush() throws IOException {
        calls.requireOpen();
        try {
            Requests.waitAll(sending);
        } catch (CommunicationException e) {
            throw Calls.failed(e);
        } finally {
            underWay = 0;
        }
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        calls.requireUnshared("request");
        Messages.receivable(reply, largest);
        Messages.answered(unanswered);
        send(message);
        unanswered = true;
        int length = answers.receive(reply, timeoutNanos);
        unanswered = length < 0;
        return length;
    }

    /** Waits for what is under way: a request that is left alone would be an error of MPI's end. */
    @Override
    public void close() throws IOException {
        leaving.accept(this);
        try {
            Requests.waitAll(sending);
        } catch (CommunicationException e) {
            throw Calls.failed(e);
        } finally {
            calls.close();
        }
    }
}
