package dev.lockstep.reports;

/**
 * One line of {@code ranks.csv}: what one rank scored in one iteration.
 *
 * @param key the cell
 * @param n operations per iteration; 0 when not given
 * @param fork counted as in the file
 * @param warmup whether the iteration only warmed up
 * @param iteration counted as in the file
 * @param rank empty for a benchmark without ranks
 * @param host where the rank ran
 * @param score in {@code unit}
 * @param unit as JMH names it
 */
public record RankSample(
        CellKey key,
        long n,
        int fork,
        boolean warmup,
        int iteration,
        String rank,
        String host,
        double score,
        Unit unit) {}
