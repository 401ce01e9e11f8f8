package dev.lockstep.reports;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.OpSample;
import dev.lockstep.run.OpTimeTags;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Reads the histogram logs of a cell's launches, and adds them up. */
final class DistributionReader {
    private static final String EXPECTED = "an HdrHistogram log with the tag " + OpTimeTags.SLOWEST;
    private static final List<String> OF_RANKS =
            List.of(OpTimeTags.RANK, OpTimeTags.SLOWEST_RANK, OpTimeTags.LAST_RANK);

    /** A histogram of five digits is 50 MB, whatever is in it; ours have three. */
    private static final int MOST_DIGITS = 3;

    private static final int MOST_TAGS = 3 * 4_096;

    /** The points of a curve for each power of ten. */
    private static final int POINTS = 10;

    /** What a percentile is worth: so many operations took longer. */
    private static final int TAIL = 10;

    private final Map<String, Histogram> byTag = new HashMap<>();

    /**
     * The distribution of a cell: one log for each launch that counts, and the samples of the first that has any.
     *
     * @param elsewhere the placement they ran in, if the numbers of other cells are of another one; else empty
     */
    static Distribution read(Path run, List<RunEvent.HistogramLog> launches, String elsewhere) throws IOException {
        DistributionReader reader = new DistributionReader();
        Optional<Samples> samples = Optional.empty();
        for (RunEvent.HistogramLog launch : launches) {
            reader.add(within(run, launch.file()));
            Path kept = run.resolve(OpSample.besides(launch.file()));
            if (samples.isEmpty() && Files.exists(kept)) {
                samples = Optional.of(Samples.read(within(run, OpSample.besides(launch.file()))));
            }
        }
        return reader.distribution(launches, samples, elsewhere);
    }

    private static Path within(Path run, String name) throws IOException {
        Path file = run.resolve(name).normalize();
        if (!Files.isRegularFile(file) || !file.toRealPath().startsWith(run.toRealPath())) {
            throw new InvalidInputException(run.resolve(RunFolder.JOURNAL), "", "a file of the run", "'" + name + "'");
        }
        return file;
    }

    private void add(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                HistogramLogReader log = new HistogramLogReader(in)) {
            boolean slowest = false;
            while (log.hasNext()) {
                EncodableHistogram next = log.nextIntervalHistogram();
                if (!(next instanceof Histogram histogram)) {
                    throw new InvalidInputException(file, "", EXPECTED, "something else");
                }
                int digits = histogram.getNumberOfSignificantValueDigits();
                if (digits > MOST_DIGITS) {
                    throw new InvalidInputException(
                            file, "", "at most " + MOST_DIGITS + " significant digits", String.valueOf(digits));
                }
                String tag = String.valueOf(histogram.getTag());
                if (!isRead(tag)) {
                    continue;
                }
                slowest |= tag.equals(OpTimeTags.SLOWEST) && histogram.getTotalCount() > 0;
                byTag.computeIfAbsent(tag, t -> new Histogram(digits)).add(histogram);
                if (byTag.size() > MOST_TAGS) {
                    throw new InvalidInputException(file, "", "at most " + MOST_TAGS + " tags", "more");
                }
            }
            if (!slowest) {
                throw new InvalidInputException(file, "", EXPECTED, "none");
            }
        } catch (RuntimeException e) {
            // The library does not say what it throws at lines that are no histogram's.
            throw new InvalidInputException(file, "", EXPECTED, e);
        }
    }

    private static boolean isRead(String tag) {
        return tag.equals(OpTimeTags.SLOWEST)
                || tag.equals(OpTimeTags.SINCE_LAST)
                || tag.equals(OpTimeTags.MISSED)
                || OF_RANKS.stream()
                        .anyMatch(prefix -> OpTimeTags.rank(prefix, tag).isPresent());
    }

    private SortedMap<Integer, Distribution.Percentiles> byRank(String prefix) {
        SortedMap<Integer, Distribution.Percentiles> ranks = new TreeMap<>();
        byTag.forEach((tag, histogram) ->
                OpTimeTags.rank(prefix, tag).ifPresent(rank -> ranks.put(rank, percentiles(histogram))));
        return ranks;
    }

    private Distribution distribution(
            List<RunEvent.HistogramLog> launches, Optional<Samples> samples, String elsewhere) {
        Histogram slowest = byTag.get(OpTimeTags.SLOWEST);
        Optional<Distribution.Room> room = launches.stream()
                // In a continuous exchange the first call of each iteration only opens the clock.
                .filter(launch -> launch.calls() - launch.recorded() > launch.iterations())
                .map(launch -> new Distribution.Room(launch.recorded(), launch.calls()))
                .findFirst();
        Distribution.Meeting meeting = new Distribution.Meeting(
                Optional.ofNullable(byTag.get(OpTimeTags.SINCE_LAST)).map(DistributionReader::percentiles),
                byRank(OpTimeTags.SLOWEST_RANK),
                byRank(OpTimeTags.LAST_RANK));
        Histogram late = byTag.getOrDefault(OpTimeTags.MISSED, new Histogram(MOST_DIGITS));
        long missed = late.getTotalCount();
        Distribution.Percentiles percentiles = percentiles(slowest, missed, late.getMaxValue());
        return new Distribution(
                percentiles,
                byRank(OpTimeTags.RANK),
                curve(slowest, missed, percentiles.max()),
                room,
                missed,
                meeting,
                samples,
                elsewhere);
    }

    private static Distribution.Percentiles percentiles(Histogram histogram) {
        return percentiles(histogram, 0, 0);
    }

    /** Of operations of which some missed their window: each took longer than a window, or might have. */
    private static Distribution.Percentiles percentiles(Histogram histogram, long missed, long longestMissed) {
        return new Distribution.Percentiles(
                histogram.getTotalCount(),
                histogram.getMean(),
                percentile(histogram, missed, 2),
                percentile(histogram, missed, 10),
                percentile(histogram, missed, 100),
                percentile(histogram, missed, 1000),
                Math.max(histogram.getMaxValue(), longestMissed));
    }

    private static OptionalDouble percentile(Histogram histogram, long missed, int oneIn) {
        long all = histogram.getTotalCount() + missed;
        return all < (long) TAIL * oneIn || missed * oneIn > all
                ? OptionalDouble.empty()
                : OptionalDouble.of(at(histogram, missed, oneIn));
    }

    private static double at(Histogram histogram, long missed, double oneIn) {
        double share = (1 - 1 / oneIn) * (histogram.getTotalCount() + missed) / histogram.getTotalCount();
        return histogram.getValueAtPercentile(Math.min(100, 100 * share));
    }

    private static List<Distribution.Point> curve(Histogram histogram, long missed, double longest) {
        List<Distribution.Point> curve = new ArrayList<>();
        long operations = histogram.getTotalCount() + missed;
        for (int i = 0; Math.pow(10, i / (double) POINTS) < operations; i++) {
            double oneIn = Math.pow(10, i / (double) POINTS);
            if (missed * oneIn <= operations) {
                curve.add(new Distribution.Point(oneIn, at(histogram, missed, oneIn)));
            }
        }
        curve.add(new Distribution.Point(operations, longest));
        return curve;
    }
}
