package dev.lockstep.comm.spi;

import java.util.Optional;

/**
 * What a process wants of its {@link World}.
 *
 * @param ranks how many ranks there are in all
 * @param threadsPerRank how many threads of each rank communicate at the same time
 * @param communicators how many communicators each rank gets; at least one for each thread
 * @param threadLevel which threads will call the library; with several per rank {@link ThreadLevel#MULTIPLE}. With
 *     {@link ThreadLevel#SINGLE} and {@link ThreadLevel#FUNNELED} it is the thread that opens the world
 * @param peers the processes of the launch; empty if Lockstep's harness has not started this one
 */
public record WorldOptions(
        int ranks, int threadsPerRank, int communicators, ThreadLevel threadLevel, Optional<Peers> peers) {
    /** Checks the numbers, and that the thread level is enough for them. */
    public WorldOptions {
        if (ranks < 1 || threadsPerRank < 1 || communicators < threadsPerRank) {
            throw new IllegalArgumentException(
                    "ranks and threads per rank must be at least 1, and communicators no fewer" + " than threads; not "
                            + ranks + ", " + threadsPerRank + " and " + communicators);
        }
        if (threadsPerRank > 1 && threadLevel != ThreadLevel.MULTIPLE) {
            throw new IllegalArgumentException(threadsPerRank
                    + " threads of a rank that communicate at the same time need the thread level MULTIPLE, not "
                    + threadLevel);
        }
    }

    /**
     * At a thread level with which any thread may communicate.
     *
     * @param ranks how many ranks there are in all
     * @param threadsPerRank how many threads of each rank communicate at the same time
     * @param communicators how many communicators each rank gets
     * @param peers the processes of the launch
     */
    public WorldOptions(int ranks, int threadsPerRank, int communicators, Optional<Peers> peers) {
        this(
                ranks,
                threadsPerRank,
                communicators,
                threadsPerRank > 1 ? ThreadLevel.MULTIPLE : ThreadLevel.SERIALIZED,
                peers);
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
        return new WorldOptions(ranks, threadsPerRank, communicators, threadLevel, Optional.of(others));
    }

    /**
     * The same at another thread level.
     *
     * @param level to ask for
     * @return a copy
     */
    public WorldOptions at(ThreadLevel level) {
        return new WorldOptions(ranks, threadsPerRank, communicators, level, peers);
    }
}
