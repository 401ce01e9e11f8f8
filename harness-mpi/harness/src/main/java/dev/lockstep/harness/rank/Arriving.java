package dev.lockstep.harness.rank;

import dev.lockstep.harness.Arrival;
import java.util.Optional;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One thread's way to each operation. All ranks count operations alike, so each knows who is late, without a message; a
 * random choice is drawn from the same numbers.
 */
public final class Arriving {
    private final Barrier barrier;
    private final Optional<Windows> windows;
    private final Arrival.Late late;
    private final int rank;
    private final int size;
    private boolean measured;
    private long operation;
    private int turn;
    private long random;

    /**
     * One thread's.
     *
     * @param windows where operations are timed one by one: that is where they can be taken back
     */
    Arriving(Arrival arrival, Barrier own, Barrier librarys, Optional<Windows> windows, int rank, int size) {
        this.windows = windows.filter(w -> arrival.sync() == Arrival.Sync.WINDOW);
        barrier = switch (arrival.sync()) {
            case DISSEMINATION, WINDOW -> own;
            case BARRIER -> librarys;
            case NONE -> () -> {};
        };
        late = arrival.late().orElse(null);
        this.rank = rank;
        this.size = size;
        if (late != null && late.rank() >= size) {
            throw new IllegalArgumentException(
                    "late=" + late.rank() + ":...: there is no such rank; there are " + size + " from 0 on");
        }
    }

    /** Before an iteration: the same ranks are late in each. */
    public void begin(IterationParams iteration) {
        windows.ifPresent(w -> w.begin(measured, LeavingTimes.clock(), System.nanoTime()));
        measured = iteration.getType() == IterationType.MEASUREMENT;
        operation = 0;
        turn = 0;
        random = Long.getLong("lockstep.seed", 1);
    }

    /** Returns when the operation may begin here. */
    public void await() {
        if (windows.isPresent()) {
            windows.get().await(barrier);
        } else {
            barrier.await();
        }
        if (late != null) {
            long nanos = delay();
            for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
                Thread.onSpinWait();
            }
        }
    }

    /** Whether the operation that has ended at a time of {@link System#nanoTime} was within its window here; where there are none, it was. */
    boolean held(long end) {
        return windows.isEmpty() || windows.get().held(end);
    }

    /** By how much this rank is late for the operation that comes next; 0 if it is not. */
    long delay() {
        if (operation++ % late.every() != 0) {
            return 0;
        }
        long nanos = late.nanos();
        int who = late.rank();
        if (who == Arrival.Late.ROTATE) {
            who = turn;
            turn = turn + 1 == size ? 0 : turn + 1;
        } else if (who == Arrival.Late.RANDOM) {
            who = (int) (next() % size);
            nanos = next() % (2 * nanos + 1);
        }
        return who == rank ? nanos : 0;
    }

    /** Knuth's linear congruential generator; its high bits are the random ones. */
    private long next() {
        random = random * 6364136223846793005L + 1442695040888963407L;
        return random >>> 33;
    }
}
