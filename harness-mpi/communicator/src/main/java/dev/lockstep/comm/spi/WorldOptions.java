package dev.lockstep.comm.spi;

import java.util.Optional;

/**
 * What a process wants of its {@link World}.
 *
 * @param ranks how many ranks there are in all
 * @param threadsPerRank how many threads of each rank communicate at the same time: more than one needs the highest
 *     thread level
 * @param communicators how many communicators each rank gets; at least one for each thread
 * @param peers the processes of the launch; empty if Lockstep's harness has not started this one
 */
public record WorldOptions(int ranks, int threadsPerRank, int communicators, Optional<Peers> peers) {
    /** Checks the numbers. */
    public WorldOptions {
        if (ranks < 1 || threadsPerRank < 1 || communicators < threadsPerRank) {
            throw new IllegalArgumentException(
                    "ranks and threads per rank must be at least 1, and communicators no fewer" + " than threads; not "
                            + ranks + ", " + threadsPerRank + " and " + communicators);
        }
    }

    /**
     * Without a harness.
     *
     * @param ranks how many ranks there are in all
     * @param threadsPerRank how many threads of each rank communicate at the same time
     * @param communicators how many communicators each rank gets
     */
    public WorldOptions(int ranks, int threadsPerRank, int communicators) {
        this(ranks, threadsPerRank, communicators, Optional.empty());
    }

    /**
     * Without a harness, and with one communicator for each thread.
     *
     * @param ranks how many ranks there are in all
     * @param threadsPerRank how many threads of each rank communicate at the same time
     */
    public WorldOptions(int ranks, int threadsPerRank) {
        this(ranks, threadsPerRank, threadsPerRank);
    }

    /**
     * The same in a process of a launch.
     *
     * @param others its processes
     * @return a copy
     */
    public WorldOptions with(Peers others) {
        return new WorldOptions(ranks, threadsPerRank, communicators, Optional.of(others));
    }
}
