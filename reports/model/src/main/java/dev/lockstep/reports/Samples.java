package dev.lockstep.reports;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.OpSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Every rank's part in the operations of one launch, as far as a picture shows it: by the first of its threads.
 *
 * @param all the whole launch
 * @param worst the operations around the one in which a rank took longest, one by one
 */
public record Samples(Strip all, Strip worst) {
    /** The most columns of a picture. */
    private static final int COLUMNS = 200;

    /** The most ranks. */
    private static final int RANKS = 64;

    /**
     * Some operations, from left to right.
     *
     * @param first the number of the first operation, from 1
     * @param each how many operations are a column, of which the longest time is shown
     * @param ranks from top to bottom
     * @param nanos by rank and column; NaN if it is not known
     * @param late how much later than the first rank it began, in nanoseconds, by rank and column; NaN if it is not known
     */
    public record Strip(long first, long each, List<Integer> ranks, double[][] nanos, double[][] late) {
        private static Strip of(long first, long each, long last, SortedSet<Integer> ranks) {
            int columns = (int) ((last - first) / each + 1);
            double[][] nanos = new double[ranks.size()][columns];
            double[][] late = new double[ranks.size()][columns];
            for (double[][] values : List.of(nanos, late)) {
                Arrays.stream(values).forEach(row -> Arrays.fill(row, Double.NaN));
            }
            return new Strip(first, each, List.copyOf(ranks), nanos, late);
        }

        private void add(OpSample sample) {
            long column = Math.floorDiv(sample.operation() - first, each);
            int row = ranks.indexOf(sample.rank());
            if (row >= 0 && column >= 0 && column < nanos[row].length) {
                put(nanos[row], (int) column, sample.nanos());
                if (sample.late() != null) {
                    put(late[row], (int) column, sample.late());
                }
            }
        }

        private static void put(double[] row, int column, double value) {
            row[column] = Double.isNaN(row[column]) ? value : Math.max(row[column], value);
        }
    }

    /** What a first reading finds. */
    private static final class Extent {
        private final SortedSet<Integer> ranks = new TreeSet<>();
        private long operations;
        private long worst;
        private long longest = -1;

        void add(OpSample sample) {
            if (ranks.size() < RANKS) {
                ranks.add(sample.rank());
            }
            operations = Math.max(operations, sample.operation());
            if (sample.counts() && sample.nanos() > longest) {
                // However many there are, the one that took longest is shown.
                if (ranks.add(sample.rank()) && ranks.size() > RANKS) {
                    ranks.remove(ranks.last() == sample.rank() ? ranks.first() : ranks.last());
                }
                longest = sample.nanos();
                worst = sample.operation();
            }
        }
    }

    /**
     * Reads a file that {@code --keep-samples} kept, twice, for it may be large.
     *
     * @throws InvalidInputException if it is none
     */
    static Samples read(Path file) throws IOException {
        try {
            Extent extent = new Extent();
            OpSample.read(file, sample -> {
                if (sample.thread() == 0 && sample.operation() > 0) {
                    extent.add(sample);
                }
            });
            if (extent.operations == 0) {
                throw new IOException("it has no lines");
            }
            long first = Math.max(1, Math.min(extent.worst - COLUMNS / 2, extent.operations - COLUMNS + 1));
            Samples samples = new Samples(
                    Strip.of(1, (extent.operations + COLUMNS - 1) / COLUMNS, extent.operations, extent.ranks),
                    Strip.of(first, 1, Math.min(extent.operations, first + COLUMNS - 1), extent.ranks));
            OpSample.read(file, sample -> {
                if (sample.thread() == 0) {
                    samples.all.add(sample);
                    samples.worst.add(sample);
                }
            });
            return samples;
        } catch (IOException | RuntimeException e) {
            throw new InvalidInputException(file, "", "samples of --keep-samples, compressed by gzip", e);
        }
    }
}
