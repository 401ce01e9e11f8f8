package dev.lockstep.comm.sockets;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Progress;
import dev.lockstep.comm.support.Wait;
import java.util.concurrent.TimeUnit;

/** The waits of one communicator, each of which makes progress on all ways to other processes. */
final class Turns implements Progress {
    /** So often, at most, it is seen in waits and tests whether the others are there. */
    private static final long GREETING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Engine engine;
    private final Idle idle;
    private final Settings settings;
    private volatile boolean closed;
    private long since;
    private long greeted = System.nanoTime();

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
        failedTest(request);
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

    /** A wait for something else than a request of this communicator; it makes progress now and then. */
    Wait elsewhere() {
        return new Wait() {
            @Override
            public void start() {
                Turns.this.start();
            }

            @Override
            public boolean pause(Object what) {
                boolean lasts = idle.pause(what);
                if (lasts) {
                    engine.tryProgress();
                    requireInTime(what);
                }
                return lasts;
            }
        };
    }

    /** Notes a test in vain: a program's own loop of them is a wait, too. */
    void failedTest(Object what) {
        if (idle.failedTest(what)) {
            greetNowAndThen(System.nanoTime());
        }
    }

    private void requireInTime(Object what) {
        long limit = settings.timeoutNanos();
        long now = System.nanoTime();
        if (since == 0) {
            since = now;
        } else if (limit > 0 && now - since > limit) {
            throw new CommunicationException(what + " is not complete after "
                    + TimeUnit.NANOSECONDS.toMillis(limit) + " ms: its peer is too slow, or gone; option "
                    + Settings.TIMEOUT + " says how long to wait");
        } else {
            greetNowAndThen(now);
        }
    }

    private void greetNowAndThen(long now) {
        if (now - greeted > GREETING_NANOS) {
            greeted = now;
            engine.tryGreet();
        }
    }
}
