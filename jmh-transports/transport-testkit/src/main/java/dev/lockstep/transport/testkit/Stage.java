package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The transport under test, and what one clause has opened of it. */
final class Stage implements AutoCloseable {
    /** More than anything takes that works, of what is not waited for by {@link #patienceNanos}. */
    static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The most bytes that may lie between a sender and a receiver that stalls. */
    static final long MOST_HELD = 64L << 20;

    /** The part of the patience after which who has done nothing is taken to wait. */
    private static final int QUIET_PART = 100;

    private final TransportContract contract;
    private final Path folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "contract");
        thread.setDaemon(true);
        return thread;
    });
    private final Thread clause = Thread.currentThread();
    private int peers;
    private Hosted hosted;
    private Throwable failed;
    private boolean over;

    Stage(TransportContract contract, Path folder) {
        this.contract = contract;
        this.folder = folder;
    }

    Transport transport() {
        return contract.transport();
    }

    Map<String, String> options() {
        return contract.allOptions();
    }

    int largest() {
        return contract.largest();
    }

    Path folder() {
        return folder;
    }

    /** Runs the clause, in the thread that this was made in; the first failure of any of its threads is its own. */
    void run(Clause.Check check) throws Exception {
        Throwable ended = null;
        try {
            check.run(this);
        } catch (Throwable t) {
            ended = t;
        }
        synchronized (this) {
            over = true;
            Thread.interrupted();
            if (failed == null) {
                failed = ended;
            } else if (ended != null && ended != failed) {
                failed.addSuppressed(ended);
            }
        }
        raise(failed);
    }

    private static void raise(Throwable failure) throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (Exception) failure;
        }
    }

    /** How long to wait for what is to happen. */
    long patienceNanos() {
        return contract.patience().toNanos();
    }

    /** How long nothing happens before who is expected to wait is taken to do so. */
    long quietNanos() {
        return patienceNanos() / QUIET_PART;
    }

    Overdue overdue(String what, Object... values) {
        return new Overdue(String.format(what, values));
    }

    boolean has(Capability capability) {
        return !transport().unsupported(options()).containsKey(capability);
    }

    /** The setting of the next peer. What peers share is started with the first. */
    Setting setting() throws IOException {
        Setting plain = Setting.of(transport(), folder, largest()).with(options());
        if (hosted == null) {
            hosted = transport().hosted(options()) == Hosted.Per.NOBODY
                    ? Hosted.NOTHING
                    : transport().host(contract.setting(0, plain));
            opened.addLast(hosted);
        }
        return contract.setting(peers++, plain.withHosted(hosted.text()));
    }

    Endpoint open() throws IOException {
        return closing(transport().open(setting()));
    }

    /** An outbox to another endpoint. */
    Outbox connect(Endpoint from, Endpoint to) throws IOException {
        return closing(from.connect(to.address(), LONG_NANOS));
    }

    <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Runs something in a thread of its own. If it fails, the clause does at once, and waits no longer for its work. */
    <T> Future<T> start(Callable<T> task) {
        return threads.submit(() -> {
            try {
                return task.call();
            } catch (Throwable t) {
                fail(t);
                throw t;
            }
        });
    }

    /** Fails the clause, which waits no longer for its work. */
    synchronized void fail(Throwable failure) {
        if (!over && failed == null) {
            failed = failure;
            clause.interrupt();
        }
    }

    /** As {@link #start}, of what may fail: the clause joins it, or does not care. */
    <T> Future<T> attempt(Callable<T> task) {
        return threads.submit(task);
    }

    /** The result of another thread; its exception if it had one. Lets that thread be the first to say what it misses. */
    <T> T join(Future<T> other) throws Exception {
        try {
            return other.get(2 * patienceNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw overdue("a call in another thread has not ended");
        } catch (ExecutionException e) {
            raise(e.getCause());
            throw e;
        }
    }

    /** Receives a message, and requires it to be there in time. */
    ByteBuffer message(Endpoint endpoint, ByteBuffer into) throws IOException {
        return message(endpoint, into, patienceNanos());
    }

    /** As {@link #message(Endpoint, ByteBuffer)}, with who has sent it. */
    ByteBuffer message(Endpoint endpoint, ByteBuffer into, Sender from) throws IOException {
        int length = endpoint.receive(into, from, patienceNanos());
        if (length < 0) {
            throw overdue("no message has come");
        }
        return into.duplicate().limit(into.position() + length);
    }

    ByteBuffer message(Endpoint endpoint, ByteBuffer into, long nanos) throws IOException {
        int position = into.position();
        int limit = into.limit();
        int length = endpoint.receive(into, nanos);
        if (length < 0) {
            throw overdue("no message has come");
        }
        Expect.that(
                into.position() == position && into.limit() == limit,
                "receiving has moved the buffer's position or limit");
        return into.duplicate().limit(position + length);
    }

    /** Requires that the next message is that one, whole. */
    void stamp(Endpoint endpoint, ByteBuffer into, int length, int sender, int sequence) throws IOException {
        Expect.stamp(message(endpoint, into), length, sender, sequence);
    }

    /** Sends a message in a thread of its own, and receives it. */
    void sendOne(Outbox outbox, Endpoint to) throws Exception {
        Future<Void> sender = start(() -> {
            outbox.send(Stamp.put(buffer().limit(100), 0, 0));
            return null;
        });
        stamp(to, buffer(), 100, 0, 0);
        join(sender);
    }

    /** Receives until so many messages have come, in whatever state. */
    void receive(Endpoint endpoint, Tally tally, int count) throws IOException {
        ByteBuffer in = buffer();
        try {
            while (tally.taken() < count) {
                tally.take(message(endpoint, in));
            }
        } catch (Overdue e) {
            throw overdue("%s; %s", e.getMessage(), tally.of(count));
        }
    }

    /** Lets others run before the next try; ends what is tried in vain once the clause's time is over. */
    static void pause() throws InterruptedException {
        Thread.yield();
        if (Thread.interrupted()) {
            throw new InterruptedException("the clause's time is over");
        }
    }

    /** A buffer with room for the largest message, of the kind that moves fastest. */
    ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(largest());
    }

    /** What was opened, the last one first; an error in closing is one of the clause. */
    @Override
    public void close() {
        threads.shutdownNow();
        List<Exception> errors = new ArrayList<>();
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                errors.add(e);
            }
        }
        try {
            Expect.that(
                    threads.awaitTermination(LONG_NANOS, TimeUnit.NANOSECONDS),
                    "a thread of the clause did not end, though all endpoints are closed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            errors.add(e);
        }
        Expect.that(errors.isEmpty(), "closing has failed: %s", errors);
    }
}
