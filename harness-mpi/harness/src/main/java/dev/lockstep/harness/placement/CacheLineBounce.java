package dev.lockstep.harness.placement;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A probe of how far apart the cores are that some threads run on: in a ring, each thread bounces a cache line to and fro
 * with the next one, one pair after the other, and reads how long that takes. One object is one thread's place in the ring. The threads meet before each
 * reading, which they call by its number. They wait for each other without a pause instruction, by which a virtual machine
 * may be left; for a limited time; and not when interrupted: then there is no reading, and who comes later finds that it is
 * over.
 */
public final class CacheLineBounce {
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BLOCKS = 6;
    private static final long BLOCK_NANOS = 10_000;

    /** Exchanges in a lap, of all places together, if there are not more places than a quarter of this. */
    private static final int EXCHANGES = 16;

    /** Of one place: a look at the clock is shared among them. */
    private static final int LEAST_BOUNCES = 4;

    /** After so many in a row that somebody did not come to, or left, nobody is waited for any more. */
    private static final int MISSES = 3;

    /**
     * From so many spins to the next a thread looks whether it is over; often at first, lest compiled code lack that branch
     * and be thrown away when it is needed.
     */
    private static final int LOOK_UP = (1 << 12) - 1;

    private static final int LOOK_UP_OFTEN = (1 << 6) - 1;

    /** A lap is a call of a method, and a turn of its loop for each bounce: by then the JVM has asked for it to be compiled. */
    private static final int MOST_CALLS = 6000;

    private static final int CALLS_AND_LOOPS = 18_000;

    private static final int OFTEN_LAPS = 2000;

    /** Of so many laps of a try each thread keeps how long its own exchanges took; of more, the last ones. */
    private static final int KEPT = 256;

    /** Words of the page: the decision on a reading, its mean over the ring, and how long all rest before it is taken again, 0 for never. */
    private static final int DECISION = 1;

    private static final int READING = 2;
    private static final int REST = 3;

    /** The first of as many words as places; each has the token that goes between a place and the next. */
    private static final int FIRST_LINE = 4;

    /** Tokens' distance; their bits, the other's reply and the reading's last lap; and what comes in place of one. */
    private static final int NEXT = 4;

    private static final int REPLY = 2;

    private static final int LAST = 1;
    private static final int GONE = -1;

    /** Decisions: this often the number of a reading that goes on; plus one of these once it is over without or with a result. */
    private static final int DECISIONS = 4;

    private static final int OVER = 1;
    private static final int DONE = 2;

    private final SharedPage page;
    private final int place;
    private final int places;
    private final int bounces;
    private final long waitNanos;
    private final Settling settling;
    private final long[] kept = new long[KEPT];
    private int tried;
    private int misses;

    private long reading;
    private long deadline;
    private long laps;
    private int lookUp = LOOK_UP_OFTEN;

    /**
     * A thread's place in a ring.
     *
     * @param page with {@link #words} words, the same for all threads
     * @param place 0 to {@code places - 1}
     * @param places how many threads there are, at least 2
     */
    public CacheLineBounce(SharedPage page, int place, int places) {
        this(page, place, places, WAIT_NANOS);
    }

    CacheLineBounce(SharedPage page, int place, int places, long waitNanos) {
        this(
                page,
                place,
                places,
                waitNanos,
                new Settling(Math.min(MOST_CALLS, CALLS_AND_LOOPS / (1 + bounces(places)))));
    }

    CacheLineBounce(SharedPage page, int place, int places, long waitNanos, Settling settling) {
        this.page = page;
        this.place = place;
        this.places = places;
        this.bounces = bounces(places);
        this.settling = settling;
        this.waitNanos = waitNanos;
    }

    private static int bounces(int places) {
        return Math.max(LEAST_BOUNCES, EXCHANGES / places);
    }

    /** How many words a page for so many threads has. */
    public static int words(int places) {
        return FIRST_LINE + 2 * places;
    }

    /**
     * Takes a reading with the other threads, in some 60 us. The first one is repeated until readings {@link Settling
     * settle}.
     *
     * @param number of the reading, from 1, higher each time, and the same for all threads
     * @return the time for one way from this thread to the next or back, in nanoseconds, the median of its laps. NaN for all
     *     of them if one did not come, or was interrupted, or readings have not settled yet
     */
    public double read(long number) {
        if (isAlone()) {
            return Double.NaN;
        }
        reading = number;
        boolean done = meet() && (place == 0 ? lead() : follow());
        misses = done ? 0 : misses + 1;
        if (!done) {
            settling.restart();
        }
        return done && !Double.isNaN(Double.longBitsToDouble(page.get(READING))) ? hop() : Double.NaN;
    }

    private double hop() {
        int laps = Math.min(tried, KEPT);
        Arrays.sort(kept, 0, laps);
        return (kept[(laps - 1) / 2] + kept[laps / 2]) / 2.0 / (2 * bounces);
    }

    /** Whether the others have not come so often that there are no more readings. */
    public boolean isAlone() {
        return misses == MISSES;
    }

    /** Whether all have come. */
    private boolean meet() {
        laps = 0;
        extend();
        page.set(came(place), reading);
        for (long decision = page.get(DECISION); decision < goesOn(); decision = page.get(DECISION)) {
            if (hasToGo()) {
                page.change(DECISION, decision, goesOn() + OVER);
            } else if (place == 0 && haveAllCome()) {
                page.change(DECISION, decision, goesOn());
            } else {
                Thread.yield();
            }
        }
        extend();
        return page.get(DECISION) == goesOn();
    }

    private long goesOn() {
        return DECISIONS * reading;
    }

    private void extend() {
        deadline = System.nanoTime() + waitNanos;
    }

    private boolean haveAllCome() {
        for (int other = 1; other < places; other++) {
            if (page.get(came(other)) < reading) {
                return false;
            }
        }
        return true;
    }

    private boolean hasToGo() {
        return System.nanoTime() >= deadline || Thread.currentThread().isInterrupted();
    }

    /** While the token is under way: whether somebody has given up, or this thread has to. */
    private boolean isOver() {
        return page.get(DECISION) != goesOn() || hasToGo() && page.change(DECISION, goesOn(), goesOn() + OVER);
    }

    /** The word in which the thread of that place says which reading it has come to. */
    private int came(int other) {
        return FIRST_LINE + places + other;
    }

    private boolean lead() {
        settling.begin(System.nanoTime());
        while (true) {
            tried = 0;
            long before = laps;
            double median = medianOfBlocks();
            if (Double.isNaN(median)) {
                return false;
            }
            Settling.Step step = settling.next(median, laps - before, System.nanoTime());
            boolean believed = step == Settling.Step.BELIEVE;
            long rest = step.restNanos();
            page.set(READING, Double.doubleToRawLongBits(believed ? median : Double.NaN));
            page.set(REST, rest);
            if (!lap(LAST)) {
                return false;
            }
            if (rest == 0) {
                return page.change(DECISION, goesOn(), goesOn() + DONE);
            }
            if (!rest(rest)) {
                return false;
            }
        }
    }

    private double medianOfBlocks() {
        double[] blocks = new double[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = block();
            if (Double.isNaN(blocks[i])) {
                return Double.NaN;
            }
        }
        Arrays.sort(blocks);
        return (blocks[BLOCKS / 2 - 1] + blocks[BLOCKS / 2]) / 2;
    }

    /** Whether it goes on after that. */
    private boolean rest(long nanos) {
        LockSupport.parkNanos(nanos);
        extend();
        return !isOver();
    }

    /** From thread to thread, in nanoseconds; NaN if it broke off. */
    private double block() {
        long start = System.nanoTime();
        long elapsed;
        int laps = 0;
        do {
            if (!lap(0)) {
                return Double.NaN;
            }
            laps++;
            elapsed = System.nanoTime() - start;
        } while (elapsed < BLOCK_NANOS);
        return elapsed / (2.0 * bounces * places * laps);
    }

    private boolean lap(int last) {
        begin();
        return serve(FIRST_LINE, last) && answer(FIRST_LINE + places - 1) != GONE;
    }

    private boolean follow() {
        tried = 0;
        while (true) {
            begin();
            int last = answer(FIRST_LINE + place - 1);
            if (last == GONE || !serve(FIRST_LINE + place, last)) {
                return false;
            }
            if (last == LAST) {
                long rest = page.get(REST);
                if (rest == 0) {
                    return isDone();
                }
                if (!rest(rest)) {
                    return false;
                }
                tried = 0;
            }
        }
    }

    /** Whether the first thread has got all answers. */
    private boolean isDone() {
        while (!isOver()) {
            Thread.yield();
        }
        return page.get(DECISION) == goesOn() + DONE;
    }

    private void begin() {
        laps++;
        lookUp = laps > OFTEN_LAPS ? LOOK_UP : lookUp;
    }

    /** Begins the exchanges with the thread in the next place. */
    private boolean serve(int line, int last) {
        ByteBuffer bytes = page.bytes();
        int at = SharedPage.at(line);
        long token = token();
        long start = System.nanoTime();
        for (int left = bounces; left > 0; left--, token += NEXT) {
            SharedPage.set(bytes, at, token + last);
            if (await(bytes, at, token + REPLY) == GONE) {
                return false;
            }
        }
        kept[tried++ % KEPT] = System.nanoTime() - start;
        return true;
    }

    /** Takes part in the exchanges that the thread in the place before begins; returns what it says of the lap, or GONE. */
    private int answer(int line) {
        ByteBuffer bytes = page.bytes();
        int at = SharedPage.at(line);
        long token = token();
        int last = 0;
        for (int left = bounces; left > 0; left--, token += NEXT) {
            last = await(bytes, at, token);
            if (last == GONE) {
                return GONE;
            }
            SharedPage.set(bytes, at, token + REPLY);
        }
        return last;
    }

    /** Of the lap's first exchange, other than any before. */
    private long token() {
        return reading << 32 | laps * bounces * NEXT;
    }

    /** Returns when the token has come: {@link #LAST} if it says so, else 0; {@link #GONE} if it does not come. */
    private int await(ByteBuffer bytes, int at, long token) {
        int mask = lookUp;
        int spins = 0;
        long seen = SharedPage.get(bytes, at);
        while ((seen & ~LAST) != token) {
            boolean over = (++spins & mask) == 0 && isOver();
            seen = SharedPage.get(bytes, at);
            // The first thread ends the reading as soon as it has given the last reply.
            if (over && (seen & ~LAST) != token) {
                return GONE;
            }
        }
        return (int) seen & LAST;
    }
}
