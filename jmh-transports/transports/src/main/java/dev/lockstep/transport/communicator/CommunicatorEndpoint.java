package dev.lockstep.transport.communicator;

import dev.lockstep.comm.Communicator;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A rank. The communicator is the caller's, and stays open; over one without wildcards it is a duplicate. */
final class CommunicatorEndpoint implements Endpoint {
    private static final String SCHEME = "rank:";

    private final Communicator communicator;
    private final Calls calls;
    private final Supplier<Calls> newCalls;
    private final int largest;
    private final Inbox inbox;
    private final List<CommunicatorOutbox> outboxes = new CopyOnWriteArrayList<>();

    /** For messages that are polled. */
    private ByteBuffer polled;

    CommunicatorEndpoint(Communicator communicator, int largest, boolean stands, Supplier<Calls> newCalls) {
        this.communicator = communicator;
        this.calls = newCalls.get();
        this.newCalls = newCalls;
        this.largest = largest;
        inbox = stands
                ? new Standing(communicator, calls, largest)
                : new Probed(calls, Communicator.ANY_SOURCE, Calls.MESSAGE);
    }

    @Override
    public String address() {
        return SCHEME + communicator.rank();
    }

    @Override
    public Outbox connect(String address, long timeoutNanos) throws IOException {
        calls.requireOpen();
        if (!address.matches(SCHEME + "[0-9]{1,9}")) {
            throw new IllegalArgumentException("an address has the form " + SCHEME + "N, not " + address);
        }
        int rank = Integer.parseInt(address.substring(SCHEME.length()));
        if (rank >= communicator.size()) {
            throw new IOException("there are ranks 0 to " + (communicator.size() - 1) + ", not " + rank);
        }
        CommunicatorOutbox outbox =
                new CommunicatorOutbox(communicator, newCalls.get(), rank, largest, outboxes::remove);
        outboxes.add(outbox);
        return outbox;
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        return inbox.receive(into, timeoutNanos);
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        calls.requireUnshared("poll");
        for (int i = 0; i < outboxes.size(); i++) {
            outboxes.get(i).progress();
        }
        int count = 0;
        while (count < limit && inbox.isThere()) {
            if (polled == null) {
                polled = communicator.allocate(largest).order(ByteOrder.BIG_ENDIAN);
            }
            int length = inbox.take(polled.clear());
            count++;
            receiver.take(polled.limit(length), inbox.source());
        }
        return count;
    }

    @Override
    public int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        calls.requireUnshared("reply");
        int length = receive(into, timeoutNanos);
        sender.set(inbox.source());
        return length;
    }

    @Override
    public void reply(long to, ByteBuffer message) throws IOException {
        calls.requireUnshared("reply");
        Messages.sendable(message, largest);
        calls.send(message, (int) to, Calls.ANSWER);
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>(outboxes);
        all.add(calls::close);
        all.add(inbox);
        Closing.all(all);
    }
}
