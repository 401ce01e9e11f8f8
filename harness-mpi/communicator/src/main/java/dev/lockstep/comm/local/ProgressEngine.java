package dev.lockstep.comm.local;

import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The operations in progress of one rank on a communicator, and its waits. Its state belongs to the thread that used it
 * last, which moves all of it whenever it waits for any of it. Threads that share it take turns, and none keeps its turn
 * while it waits.
 */
final class ProgressEngine implements Progress {
    /** A stand-in for the owner while a thread makes progress here that waits elsewhere, or whose turn it is. */
    private static final Object BUSY = new Object();

    /** The owner between the turns of threads that share this: none, so that any of them may make progress. */
    private static final Object SHARED = new Object();

    /** How often a thread asks for its turn before it lets others run, who may have it. */
    private static final int SPINS = 100;

    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(ProgressEngine.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Group group;
    private final Siblings siblings;
    private final Port messages;
    private final Port exchanges;
    private final Idle idle;
    private Object owner;
    private volatile boolean closed;

    ProgressEngine(Group group, int rank, Siblings siblings) {
        this.group = group;
        this.siblings = siblings;
        messages = new Port(this, group.messages(), rank);
        exchanges = new Port(this, group.exchanges(), rank);
        idle = group.newIdle();
        siblings.add(this);
    }

    Siblings siblings() {
        return siblings;
    }

    Port messages() {
        return messages;
    }

    Port exchanges() {
        return exchanges;
    }

    /** Begins an operation: the calling thread takes over. */
    @Override
    public void enter() {
        if (owner != Thread.currentThread()) {
            takeOver();
        }
        checkOpen();
    }

    @Override
    public void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }

    void close() {
        closed = true;
        siblings.remove(this);
    }

    /** Returns when a request is complete. */
    @Override
    public void await(PooledRequest request) {
        enter();
        idle.start();
        while (!request.isDone()) {
            progress();
            if (request.isDone()) {
                return;
            }
            pause(request);
        }
    }

    @Override
    public boolean test(PooledRequest request) {
        enter();
        if (request.isDone()) {
            return true;
        }
        progress();
        if (request.isDone()) {
            return true;
        }
        failedTest(request);
        return false;
    }

    /** Begins a turn of a thread that shares this; there is no entering before it has ended. */
    void beginTurn() {
        for (int asked = 1; !tryTurn(); asked++) {
            if (asked < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Begins a turn, unless another thread has one. */
    boolean tryTurn() {
        Object last = OWNER.getVolatile(this);
        return last != BUSY && OWNER.compareAndSet(this, last, BUSY);
    }

    void endTurn() {
        OWNER.setRelease(this, SHARED);
    }

    Idle newIdle() {
        return group.newIdle();
    }

    /** Makes progress in the calling thread's other communicators. */
    void progressElsewhere() {
        siblings.progress(this);
    }

    /** Begins a wait that is neither for a request nor for a phase. */
    void startWait() {
        idle.start();
    }

    /** Idles for one round of such a wait. */
    void pause(Object what) {
        if (idle.pause(what)) {
            progressElsewhere();
        }
    }

    void failedTest(Object what) {
        if (idle.failedTest(what)) {
            progressElsewhere();
        }
    }

    /** Returns when another rank has reached a phase of a collective. */
    void awaitPhase(int other, long phase, String what) {
        idle.start();
        while (!group.hasReached(other, phase)) {
            progress();
            pause(what);
        }
    }

    /**
     * Makes progress here if the calling thread, which waits in another communicator, used this one last, or all threads
     * of the rank share it.
     */
    void progressForSibling() {
        Object last = OWNER.getVolatile(this);
        if ((last == Thread.currentThread() || last == SHARED) && OWNER.compareAndSet(this, last, BUSY)) {
            try {
                progress();
            } finally {
                OWNER.setRelease(this, last);
            }
        }
    }

    void progress() {
        messages.progress();
        exchanges.progress();
    }

    private void takeOver() {
        Object last;
        do {
            Thread.onSpinWait();
            last = OWNER.getVolatile(this);
        } while (last == BUSY || !OWNER.compareAndSet(this, last, Thread.currentThread()));
    }
}
