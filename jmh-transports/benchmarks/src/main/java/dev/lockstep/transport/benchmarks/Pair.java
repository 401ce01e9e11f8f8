package dev.lockstep.transport.benchmarks;

/**
 * A pair of ranks that exchange messages: 0 and 1, 2 and 3, and so on.
 *
 * @param peer the other one
 * @param first true for the even rank, which sends first
 */
public record Pair(int peer, boolean first) {

    /**
     * The pair of a rank.
     *
     * @param rank which
     * @param ranks how many there are
     * @throws IllegalArgumentException if one rank would be left over
     */
    public static Pair of(int rank, int ranks) {
        if (ranks % 2 != 0) {
            throw new IllegalArgumentException("messages go to and fro in pairs: the number of ranks must be even, not "
                    + ranks + " (plain JMH: -t 2; lockstep: --ranks 2)");
        }
        return new Pair(rank ^ 1, rank % 2 == 0);
    }
}
