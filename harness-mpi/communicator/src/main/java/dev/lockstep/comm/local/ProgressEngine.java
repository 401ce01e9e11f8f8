package dev.lockstep.comm.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The operations in progress of one rank on a communicator, and its waits. Its state belongs to the thread that used it
 * last, which moves all of it whenever it waits for any of it.
 */
final class ProgressEngine {
    /** A stand-in for the owner while the owner, waiting elsewhere, makes progress here. */
    private static final Object BUSY = new Object();

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
    void enter() {
        if (owner != Thread.currentThread()) {
            takeOver();
        }
        checkOpen();
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }

    void close() {
        closed = true;
        siblings.remove(this);
    }

    /** Returns when a request is complete. */
    void await(LocalRequest request) {
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

    boolean test(LocalRequest request) {
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

    /** Begins a wait that is neither for a request nor for a phase. */
    void startWait() {
        idle.start();
    }

    /** Idles for one round of such a wait. */
    void pause(Object what) {
        if (idle.pause(what)) {
            siblings.progress(this);
        }
    }

    void failedTest(Object what) {
        if (idle.failedTest(what)) {
            siblings.progress(this);
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

    /** Makes progress here if the calling thread, which waits in another communicator, used this one last. */
    void progressForSibling() {
        Thread me = Thread.currentThread();
        if (owner == me && OWNER.compareAndSet(this, me, BUSY)) {
            try {
                progress();
            } finally {
                OWNER.setRelease(this, me);
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
