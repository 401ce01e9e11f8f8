package dev.lockstep.comm.support;

import dev.lockstep.comm.CommunicationException;
import java.util.concurrent.locks.LockSupport;

/**
 * The idling of one rank in a wait: it spins, then yields, then parks for moments. With more rank threads than cores it
 * hardly spins, because the rank it waits for may need the core, and soon parks: Linux lets a thread that has yielded
 * often wait for the others to yield as often, even when its message has come.
 */
public final class Idle implements Wait {
    /** What is said of an operation that an interrupt has ended. */
    public static final String INTERRUPTED =
            " was interrupted; what was under way on this communicator is undefined, close it";

    private static final int SPINS = 20_000;
    private static final int SPINS_OVERSUBSCRIBED = 16;
    private static final int YIELDS = 5_000;
    private static final int YIELDS_OVERSUBSCRIBED = 50;
    private static final long PARK_NANOS = 1_000;
    /** The number of spins between looks at the interrupt flag and at other communicators. A power of two. */
    private static final int LOOK_AROUND = 256;

    private final Abort abort;
    private final int spins;
    private final int yields;
    private final int lookAround;
    private int rounds;
    private int failedTests;

    /**
     * For one thread.
     *
     * @param abort ends waits
     * @param oversubscribed whether there are more threads of ranks than cores
     */
    public Idle(Abort abort, boolean oversubscribed) {
        this(
                abort,
                oversubscribed ? SPINS_OVERSUBSCRIBED : SPINS,
                oversubscribed ? YIELDS_OVERSUBSCRIBED : YIELDS,
                LOOK_AROUND);
    }

    private Idle(Abort abort, int spins, int yields, int lookAround) {
        this.abort = abort;
        this.spins = spins;
        this.yields = yields;
        this.lookAround = lookAround;
    }

    /**
     * For one thread that spins for ever, or for one whose rounds are long.
     *
     * @param abort ends waits
     * @param lookAround the number of rounds between looks at whether it has; a power of two
     */
    public static Idle spinning(Abort abort, int lookAround) {
        return new Idle(abort, Integer.MAX_VALUE, 0, lookAround);
    }

    @Override
    public void start() {
        rounds = 0;
    }

    /** Idles for one round of a wait; true if it has lasted long enough to look at other communicators. */
    @Override
    public boolean pause(Object what) {
        if (rounds < Integer.MAX_VALUE) {
            rounds++;
        }
        if (rounds <= spins) {
            Thread.onSpinWait();
            if ((rounds & (lookAround - 1)) != 0) {
                return false;
            }
            check(what);
            return true;
        }
        check(what);
        if (rounds - spins <= yields) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(PARK_NANOS);
        }
        return true;
    }

    /**
     * Notes a test of a request that was not complete, since callers poll in loops that know nothing of cores or of
     * aborts; true if it is time to look at other communicators.
     */
    public boolean failedTest(Object what) {
        if ((++failedTests & (SPINS_OVERSUBSCRIBED - 1)) != 0) {
            return false;
        }
        check(what);
        if (spins == SPINS_OVERSUBSCRIBED) {
            Thread.yield();
        }
        return true;
    }

    private void check(Object what) {
        String reason = abort.reason();
        if (reason != null) {
            throw new CommunicationException(what + " was aborted: " + reason);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new CommunicationException(what + INTERRUPTED);
        }
    }
}
