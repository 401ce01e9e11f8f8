package dev.lockstep.harness.placement;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Whether a probe's readings can be believed yet. Code that is not compiled reads another time than code that is, and a
 * steady one; and threads that spin keep the compiler from their cores. So there have to be enough laps to have all of it
 * compiled, and then readings that agree with each other and with others from before a long rest.
 */
final class Settling {
    /** What the probe does next. */
    enum Step {
        /** Reads once more, soon. */
        AGAIN(TimeUnit.MICROSECONDS.toNanos(200)),
        /** Reads once more after a long rest of all its threads. */
        REST(TimeUnit.MILLISECONDS.toNanos(50)),
        /** Believes the reading. */
        BELIEVE(0),
        /** Has no reading this time. */
        GIVE_UP(0);

        private final long restNanos;

        Step(long restNanos) {
            this.restNanos = restNanos;
        }

        /** How long it rests before it reads again; 0 if it does not read again. */
        long restNanos() {
            return restNanos;
        }
    }

    /** So many readings in a row agree if all but one lie within this ratio. */
    private static final int ROUND = 5;

    private static final double AGREEING = 1.25;

    /** How long it may take at first. Later, while none is believed, there are so many readings as make a round. */
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    private final int leastLaps;
    private final double[] round = new double[ROUND];
    private int readings;
    private long laps;
    private double candidate = Double.NaN;
    private long candidateAt;
    private boolean settled;
    private int tries;
    private int ofTry;
    private long limit;

    /** Of a probe whose code has been compiled after so many laps. */
    Settling(int leastLaps) {
        this.leastLaps = leastLaps;
    }

    /** One that believes any reading. */
    static Settling settled() {
        Settling settling = new Settling(0);
        settling.settled = true;
        return settling;
    }

    /** Begins to look for a reading. */
    void begin(long nanoTime) {
        limit = nanoTime + FIRST_NANOS;
        tries++;
        ofTry = 0;
    }

    /** Believes nothing that was read before: compiled code is thrown away when a reading breaks off. */
    void restart() {
        laps = 0;
        readings = 0;
        candidate = Double.NaN;
        settled = false;
    }

    /** Says what to do after a reading of so many laps. */
    Step next(double nanos, long ofLaps, long nanoTime) {
        if (settled) {
            return Step.BELIEVE;
        }
        ofTry++;
        laps += ofLaps;
        round[readings++ % ROUND] = nanos;
        double[] sorted = round.clone();
        Arrays.sort(sorted);
        boolean agree = sorted[ROUND - 2] <= AGREEING * sorted[0] || sorted[ROUND - 1] <= AGREEING * sorted[1];
        if (laps < leastLaps || readings < ROUND || !agree) {
            return step(Step.AGAIN, nanoTime);
        }
        readings = 0;
        double median = sorted[ROUND / 2];
        if (!(median <= AGREEING * candidate && candidate <= AGREEING * median)) {
            candidate = median;
            candidateAt = nanoTime;
        } else if (nanoTime - candidateAt >= Step.REST.restNanos()) {
            settled = true;
            return Step.BELIEVE;
        }
        return step(Step.REST, nanoTime);
    }

    private Step step(Step wanted, long nanoTime) {
        boolean inTime = tries == 1 ? nanoTime + wanted.restNanos() - limit < 0 : wanted == Step.AGAIN && ofTry < ROUND;
        return inTime ? wanted : Step.GIVE_UP;
    }
}
