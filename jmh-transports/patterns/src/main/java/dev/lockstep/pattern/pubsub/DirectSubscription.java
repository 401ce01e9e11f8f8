package dev.lockstep.pattern.pubsub;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.benchmarks.Ends;
import dev.lockstep.transport.support.Daemon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Endpoints that are registered as one place, and a thread for each that receives; or none, and who takes receives. */
final class DirectSubscription<M> implements Topics.Subscription<M> {
    private final Format<M> format;
    private final Registration registration;
    private final List<Inlet> inlets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong brokenOff = new AtomicLong();

    /** Null where who takes receives. */
    private final Buffer<M> buffer;

    private volatile boolean closed;
    private volatile IOException failure;
    private int turn;

    /** Where it is registered. */
    record Registration(Registry mediator, String topic) {}

    /** What is received from, and into. */
    private record Inlet(Endpoint endpoint, ByteBuffer in) {}

    DirectSubscription(Ends ends, int endpoints, Format<M> format, boolean buffered, Registration registration)
            throws IOException {
        this.format = format;
        this.registration = registration;
        buffer = buffered ? new Buffer<>(format.largest()) : null;
        for (int i = 0; i < endpoints; i++) {
            inlets.add(new Inlet(ends.open(setting -> setting), ByteBuffer.allocateDirect(format.largest())));
        }
        if (buffered) {
            inlets.forEach(inlet -> threads.add(Daemon.start("pubsub-receiver", () -> listen(inlet))));
        }
        try {
            registration.mediator.register(registration.topic, place());
        } catch (IOException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private String place() {
        return inlets.stream().map(inlet -> inlet.endpoint.address()).collect(Collectors.joining(Direct.SEPARATOR));
    }

    private void listen(Inlet inlet) {
        try {
            while (true) {
                buffer.put(receive(inlet, 0));
            }
        } catch (IOException | RuntimeException | Error e) {
            if (!closed) {
                buffer.fail(e);
                // Whoever sends there is told so, in place of waiting for room.
                Closing.because(e, List.of(inlet.endpoint));
            }
        }
    }

    /** A message; null if the time is over. */
    private M receive(Inlet inlet, long timeoutNanos) throws IOException {
        while (true) {
            try {
                int length = inlet.endpoint.receive(inlet.in.clear(), timeoutNanos);
                return length < 0 ? null : format.read(inlet.in.limit(length));
            } catch (PeerLostException e) {
                brokenOff.incrementAndGet();
            }
        }
    }

    /** Without a buffer publishers are heard in turn, where each has an endpoint of its own. */
    @Override
    public M take(long timeoutNanos) throws IOException {
        if (buffer != null) {
            return buffer.take(timeoutNanos);
        }
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        M message = receive(inlets.get(turn), timeoutNanos);
        if (message != null) {
            turn = (turn + 1) % inlets.size();
        }
        return message;
    }

    @Override
    public long brokenOff() {
        return brokenOff.get();
    }

    @Override
    public void fail(IOException why) {
        failure = why;
        if (buffer != null) {
            buffer.fail(why);
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            Closing.all(List.of(() -> registration.mediator.remove(registration.topic, place()), this::end));
        }
    }

    private void end() throws IOException {
        closed = true;
        List<AutoCloseable> all = new ArrayList<>();
        if (buffer != null) {
            all.add(buffer);
        }
        inlets.forEach(inlet -> all.add(inlet.endpoint));
        threads.forEach(thread -> all.add(() -> Daemon.join(thread, "a receiver does not end with its endpoint")));
        Closing.all(all);
    }
}
