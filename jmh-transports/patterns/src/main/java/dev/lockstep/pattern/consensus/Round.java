package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.OpTimes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** The leader's record of a round: when each role was asked, and who has answered. */
final class Round {
    private final Times times;
    private final AtomicLongArray asked;
    private final AtomicIntegerArray answered;
    private final AtomicInteger open = new AtomicInteger();
    private volatile long number;
    private OpTimes opTimes;
    private long began;
    private long nanos;

    Round(int roles, Times times) {
        this.times = times;
        this.asked = new AtomicLongArray(roles);
        this.answered = new AtomicIntegerArray(roles);
    }

    /** The next one, before its first ping; gives its number. */
    long begin(OpTimes distribution) {
        opTimes = distribution;
        for (int i = 0; i < answered.length(); i++) {
            answered.set(i, 0);
        }
        open.set(answered.length());
        began = System.nanoTime();
        number = number + 1;
        return number;
    }

    /** Before a ping is made. */
    void asks(int role) {
        asked.set(role, System.nanoTime());
    }

    /**
     * When a pong was read.
     *
     * @return whether it was the last
     * @throws IllegalStateException if the role has answered, or another round was asked for
     */
    boolean answers(int role, long round) {
        long now = System.nanoTime();
        if (role < 0 || role >= asked.length() || round != number || answered.getAndIncrement(role) > 0) {
            throw new IllegalStateException("role " + role + " has answered round " + round
                    + (round == number ? " twice" : ", and asked was round " + number));
        }
        times.add(now - asked.get(role));
        if (open.decrementAndGet() > 0) {
            return false;
        }
        nanos += now - began;
        opTimes.mark(began);
        return true;
    }

    /** From the first ping to the last pong, of all rounds since this was asked last. */
    long takeNanos() {
        long all = nanos;
        nanos = 0;
        return all;
    }
}
