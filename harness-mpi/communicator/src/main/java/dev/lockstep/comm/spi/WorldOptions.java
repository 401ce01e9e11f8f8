package dev.lockstep.comm.spi;

/**
 * What a process wants of its {@link World}.
 *
 * @param ranks how many ranks there are in all
 * @param threadsPerRank how many threads of each rank communicate at the same time
 */
public record WorldOptions(int ranks, int threadsPerRank) {
    /** Checks that both are at least 1. */
    public WorldOptions {
        if (ranks < 1 || threadsPerRank < 1) {
            throw new IllegalArgumentException(
                    "ranks and threads per rank must be at least 1, not " + ranks + " and " + threadsPerRank);
        }
    }
}
