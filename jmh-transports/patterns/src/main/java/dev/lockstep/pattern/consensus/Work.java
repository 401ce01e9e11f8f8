package dev.lockstep.pattern.consensus;

import dev.lockstep.transport.support.Daemon;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** Threads that do what they are given. */
final class Work implements AutoCloseable {
    /** Java 21's; empty before. */
    private static final Optional<Method> START_VIRTUAL = startVirtual();

    private final Consumer<Runnable> start;
    private final ExecutorService pool;
    private final Consumer<Throwable> failed;
    /** One party for each task that is not yet done, and one for who closes. */
    private final Phaser underWay = new Phaser(1);

    /**
     * No thread yet.
     *
     * @param failed is told what a task could not do
     */
    Work(Threading threading, Consumer<Throwable> failed) {
        this.failed = failed;
        pool = threading == Threading.POOL
                ? Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), daemons("worker"))
                : null;
        start = switch (threading) {
            case POOL -> pool::execute;
            case PER_MESSAGE -> {
                ThreadFactory threads = daemons("message");
                yield task -> threads.newThread(task).start();
            }
            case VIRTUAL -> Work::startVirtual;
            case EVENT_LOOP -> throw new IllegalArgumentException("one thread does everything");
        };
    }

    static ThreadFactory daemons(String name) {
        return task -> Daemon.of("consensus-" + name, task);
    }

    private static Optional<Method> startVirtual() {
        try {
            return Optional.of(Thread.class.getMethod("startVirtualThread", Runnable.class));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /** Whether this JVM has virtual threads. */
    static boolean hasVirtual() {
        return START_VIRTUAL.isPresent();
    }

    private static void startVirtual(Runnable task) {
        try {
            START_VIRTUAL
                    .orElseThrow(() -> new IllegalStateException("this JVM has no virtual threads"))
                    .invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a virtual thread does not start", e);
        }
    }

    /** What a thread does. */
    interface Task {
        void run() throws Exception;
    }

    void run(Task task) {
        underWay.register();
        start.accept(() -> {
            try {
                task.run();
            } catch (Exception | Error e) {
                failed.accept(e);
            } finally {
                underWay.arriveAndDeregister();
            }
        });
    }

    /** Waits for all tasks. */
    @Override
    public void close() {
        underWay.arriveAndAwaitAdvance();
        if (pool != null) {
            pool.shutdown();
        }
    }
}
