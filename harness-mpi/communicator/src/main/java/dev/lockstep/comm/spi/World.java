package dev.lockstep.comm.spi;

import dev.lockstep.comm.Communicator;
import java.util.List;
import java.util.Optional;

/** All ranks of one run, seen from one process. */
public interface World extends AutoCloseable {

    /** The number of all ranks, at least 1. */
    int size();

    /** The ranks that live in this process, ascending: one, or all if ranks are threads. */
    List<Integer> localRanks();

    /**
     * A communicator of a rank of this process, which this world closes. Those with the same index on all ranks form
     * one communicator, and different indices never meet. The same call gives the same object.
     *
     * @param rank one of {@link #localRanks()}
     * @param index 0 to {@link WorldOptions#communicators()} - 1
     */
    Communicator communicator(int rank, int index);

    /**
     * The group of threads that may use a rank's communicators, since some libraries tell ranks by it; empty if any
     * thread will do.
     *
     * @param rank one of {@link #localRanks()}
     */
    default Optional<ThreadGroup> threadGroup(int rank) {
        return Optional.empty();
    }

    /** The library underneath and its version, in its own words, on one line. */
    String library();

    /**
     * The {@link ThreadLevel} that was granted: the one that was asked for, or a higher one.
     *
     * @return {@code SINGLE}, {@code FUNNELED}, {@code SERIALIZED} or {@code MULTIPLE}
     */
    String threadLevel();

    /**
     * Whether what a rank has sent leaves only when its receiver asks for it, and while the sender is in a call. The ranks
     * of such a world have to leave together, after a collective: each of them ends when all that take part have it.
     */
    default boolean sendsWhenAsked() {
        return false;
    }

    /** What the library counts in this process; nothing unless it was asked to. */
    default List<Counter> counters() {
        return List.of();
    }

    /**
     * Makes every operation that waits in this process fail with {@code reason}, where the library can; else does
     * nothing.
     */
    void abort(String reason);

    /** Closes the communicators and finalises the library. */
    @Override
    void close();
}
