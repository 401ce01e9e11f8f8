package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Status;
import dev.lockstep.run.CellKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which rates a line kept and which it missed, in messages per second. One that failed for another reason is neither.
 *
 * @param series its name in the chart
 * @param line its name in a sentence
 */
record RateSweep(String series, String line, SortedSet<Double> kept, SortedSet<Double> missed) {
    /** What a benchmark with a rate says of one that it did not keep. */
    private static final Pattern MISSED = Pattern.compile("the rate of \\d+ messages per second was missed");

    static RateSweep of(String series, String line, Collection<Cell> cells) {
        return new RateSweep(
                series,
                line,
                rates(cells.stream().filter(cell -> cell.good().isPresent()).toList()),
                rates(cells.stream().filter(RateSweep::isMissed).toList()));
    }

    /** The sweeps that have found a limit: their lines kept a rate and missed another. */
    static Map<CellKey, RateSweep> of(LineUp lineUp) {
        Map<CellKey, RateSweep> sweeps = new LinkedHashMap<>();
        Axis.RATE.lines(lineUp.cells().toList()).forEach((line, cells) -> sweeps.put(line, of("", "", cells)));
        sweeps.values().removeIf(sweep -> sweep.kept.isEmpty() || sweep.missed.isEmpty());
        return sweeps;
    }

    /** How many of the cells are what they have found: a rate that was missed. */
    static long found(LineUp lineUp) {
        Map<CellKey, RateSweep> sweeps = of(lineUp);
        return lineUp.cells().filter(cell -> isFound(cell, sweeps)).count();
    }

    static boolean isFound(Cell cell, Map<CellKey, RateSweep> sweeps) {
        return isMissed(cell) && sweeps.containsKey(Axis.RATE.line(cell.key()));
    }

    String missedText() {
        return missed.stream().map(RateSweep::text).collect(Collectors.joining(" and ")) + " messages a second; "
                + text(kept.last()) + " were kept.";
    }

    private static SortedSet<Double> rates(Collection<Cell> cells) {
        return cells.stream()
                .map(cell -> Axis.RATE.at(cell.key()).orElseThrow())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a cell has no number because its rate was missed. */
    static boolean isMissed(Cell cell) {
        return cell.status() instanceof Status.Failed failed
                && MISSED.matcher(failed.reason()).find();
    }

    /** The knee: the highest rate that was kept, if a higher one was missed. */
    Optional<Chart.Mark> knee() {
        return tooHigh()
                .map(missed -> new Chart.Mark(series, line + ": kept " + text(kept.last()) + "/s", kept.last()));
    }

    /** The lowest of the missed rates that are above all that were kept; empty if nothing was kept. */
    private Optional<Double> tooHigh() {
        return kept.isEmpty()
                ? Optional.empty()
                : missed.tailSet(kept.last()).stream().findFirst();
    }

    Stream<Chart.Mark> misses() {
        return missed.stream().map(rate -> new Chart.Mark(series, line + ": missed " + text(rate) + "/s", rate));
    }

    /** What became of the rates: {@code shm keeps 50,000 messages a second and misses 100,000.} Empty of no line. */
    static String sentence(List<RateSweep> sweeps) {
        String sentence = "";
        for (RateSweep sweep : sweeps) {
            sentence += sentence.isEmpty() ? sweep.clause(" messages a second") : "; " + sweep.clause("");
        }
        return sentence + (sentence.isEmpty() ? "" : ".");
    }

    private String clause(String unit) {
        if (missed.isEmpty()) {
            return line + " keeps all, up to " + text(kept.last()) + unit;
        }
        if (kept.isEmpty()) {
            return line + " misses even " + text(missed.first()) + unit;
        }
        SortedSet<Double> lower = missed.headSet(kept.last());
        if (lower.isEmpty()) {
            return line + " keeps " + text(kept.last()) + unit + " and misses " + text(missed.first());
        }
        // Chance had a part in it: nothing is said but what happened.
        return line + " kept " + text(kept.last()) + unit
                + tooHigh().map(rate -> " and missed " + text(rate)).orElse("")
                + ", but missed " + lower.stream().map(RateSweep::text).collect(Collectors.joining(" and ")) + " once";
    }

    private static String text(double rate) {
        return Axis.RATE.tick(rate);
    }
}
