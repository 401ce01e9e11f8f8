package dev.lockstep.comm.spi;

import dev.lockstep.comm.Communicator;
import java.util.List;
import java.util.Optional;

/** All ranks of one run, seen from one process. */
public interface World extends AutoCloseable {

    /**
     * How many ranks there are in all.
     *
     * @return at least 1
     */
    int size();

    /**
     * The ranks that live in this process.
     *
     * @return one, or all if ranks are threads; ascending
     */
    List<Integer> localRanks();

    /**
     * One of the communicators of a rank of this process. Those with the same index on all ranks form one communicator, and
     * different indices never meet. The same call gives the same object.
     *
     * @param rank one of {@link #localRanks()}
     * @param index 0 to {@link WorldOptions#communicators()} - 1
     * @return a communicator that this world closes
     */
    Communicator communicator(int rank, int index);

    /**
     * In which group a thread must have been made to use a rank's communicators; which rank a thread is, some libraries know by that.
     *
     * @param rank one of {@link #localRanks()}
     * @return empty if any thread will do
     */
    default Optional<ThreadGroup> threadGroup(int rank) {
        return Optional.empty();
    }

    /**
     * The library underneath and its version, in its own words.
     *
     * @return one line
     */
    String library();

    /**
     * The {@link ThreadLevel} that was granted: the one that was asked for, or a higher one.
     *
     * @return {@code SINGLE}, {@code FUNNELED}, {@code SERIALIZED} or {@code MULTIPLE}
     */
    String threadLevel();

    /**
     * Makes every operation that waits in this process fail with {@code reason}, where the library can; else does
     * nothing.
     *
     * @param reason what the waiting ranks are told
     */
    void abort(String reason);

    /** Leaves: closes the communicators and finalises the library. */
    @Override
    void close();
}
