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

    /** Null over a communicator that receives from anyone. */
    private final Standing standing;

    private final List<CommunicatorOutbox> outboxes = new CopyOnWriteArrayList<>();

    /** For messages that are polled. */
    private ByteBuffer polled;

    CommunicatorEndpoint(Communicator communicator, int largest, boolean stands, Supplier<Calls> newCalls) {
        this.communicator = communicator;
        this.calls = newCalls.get();
        this.newCalls = newCalls;
        this.largest = largest;
        standing = stands ? new Standing(communicator, calls, largest) : null;
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
        return standing == null
                ? calls.receive(into, Communicator.ANY_SOURCE, Calls.MESSAGE, timeoutNanos)
                : standing.receive(into, timeoutNanos);
    }

    private boolean isThere() throws IOException {
        return standing == null ? calls.isThere(Calls.MESSAGE) : standing.isThere();
    }

    private int source() {
        return standing == null ? calls.source() : standing.source();
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        calls.requireUnshared("poll");
        for (int i = 0; i < outboxes.size(); i++) {
            outboxes.get(i).progress();
        }
        int count = 0;
        while (count < limit && isThere()) {
            if (polled == null) {
                polled = communicator.allocate(largest).order(ByteOrder.BIG_ENDIAN);
            }
            int length = standing == null
                    ? calls.receive(polled.clear(), calls.source(), Calls.MESSAGE, 0)
                    : standing.receive(polled.clear(), 0);
            count++;
            receiver.take(polled.limit(length), source());
        }
        return count;
    }

    @Override
    public int receive(ByteBuffer into, Sender sender, long timeoutNanos) throws IOException {
        calls.requireUnshared("reply");
        int length = receive(into, timeoutNanos);
        sender.set(source());
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
        if (standing != null) {
            all.add(communicator);
        }
        Closing.all(all);
    }
}
