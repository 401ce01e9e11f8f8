package dev.lockstep.comm.spi;

/**
 * What a process wants of its {@link World}.
 *
 * @param ranks how many ranks there are in all
 * @param threadsPerRank how many threads of each rank communicate at the same time: more than one needs the highest
 *     thread level
 * @param communicators how many communicators each rank gets; at least one for each thread
 */
public record WorldOptions(int ranks, int threadsPerRank, int communicators) {
    /** Checks the numbers. */
    public WorldOptions {
        if (ranks < 1 || threadsPerRank < 1 || communicators < threadsPerRank) {
            throw new IllegalArgumentException(
                    "ranks and threads per rank must be at least 1, and communicators no fewer" + " than threads; not "
                            + ranks + ", " + threadsPerRank + " and " + communicators);
        }
    }

    /**
     * With one communicator for each thread.
     *
     * @param ranks how many ranks there are in all
     * @param threadsPerRank how many threads of each rank communicate at the same time
     */
    public WorldOptions(int ranks, int threadsPerRank) {
        this(ranks, threadsPerRank, threadsPerRank);
    }
}
