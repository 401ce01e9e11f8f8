package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
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

/** The transport under test, and what one clause has opened of it. */
final class Stage implements AutoCloseable {
    /** More than anything takes that works. */
    static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final TransportContract contract;
    private final Path folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "contract");
        thread.setDaemon(true);
        return thread;
    });
    private int peers;

    Stage(TransportContract contract, Path folder) {
        this.contract = contract;
        this.folder = folder;
    }

    Transport transport() {
        return contract.transport();
    }

    Map<String, String> options() {
        return contract.options();
    }

    int largest() {
        return contract.largest();
    }

    Path folder() {
        return folder;
    }

    /** How long to try what is to fail. */
    long patienceNanos() {
        return contract.patience().toNanos();
    }

    boolean has(Capability capability) {
        return !transport().unsupported(options()).containsKey(capability);
    }

    /** The setting of the next peer. */
    Setting setting() {
        return contract.setting(
                peers++, Setting.of(transport(), folder, largest()).with(options()));
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

    /** Runs something in a thread of its own. */
    <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    /** The result of another thread; its exception if it had one. */
    static <T> T join(Future<T> other) throws Exception {
        return join(other, LONG_NANOS);
    }

    static <T> T join(Future<T> other, long nanos) throws Exception {
        try {
            return other.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
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
