package dev.lockstep.comm.sockets;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Progress;
import java.util.concurrent.TimeUnit;

/** The waits of one communicator, each of which makes progress on all sockets of the process. */
final class Turns implements Progress {
    private final Engine engine;
    private final Idle idle;
    private final Settings settings;
    private volatile boolean closed;
    private long since;

    Turns(Engine engine, Idle idle, Settings settings) {
        this.engine = engine;
        this.idle = idle;
        this.settings = settings;
    }

    @Override
    public void enter() {
        checkOpen();
        engine.requireWhole();
    }

    @Override
    public void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void await(PooledRequest request) {
        checkOpen();
        start();
        while (!request.isDone()) {
            engine.tryProgress();
            if (request.isDone()) {
                return;
            }
            pause(request);
        }
    }

    @Override
    public boolean test(PooledRequest request) {
        checkOpen();
        if (request.isDone()) {
            return true;
        }
        engine.tryProgress();
        if (request.isDone()) {
            return true;
        }
        idle.failedTest(request);
        return false;
    }

    /** Begins a wait. */
    void start() {
        idle.start();
        since = 0;
    }

    /** Idles for one round of a wait, as long as the settings say. */
    void pause(Object what) {
        if (idle.pause(what)) {
            requireInTime(what);
        }
        settings.pace().pause();
    }

    void failedTest(Object what) {
        idle.failedTest(what);
    }

    private void requireInTime(Object what) {
        long limit = settings.timeoutNanos();
        if (limit == 0) {
            return;
        }
        long now = System.nanoTime();
        if (since == 0) {
            since = now;
        } else if (now - since > limit) {
            throw new CommunicationException(what + " is not complete after "
                    + TimeUnit.NANOSECONDS.toMillis(limit) + " ms: its peer is too slow, or gone; option "
                    + Settings.TIMEOUT + " says how long to wait");
        }
    }
}
