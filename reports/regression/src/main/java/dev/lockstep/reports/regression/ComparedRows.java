package dev.lockstep.reports.regression;

import dev.lockstep.run.MetricNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of two runs: those with the same key are compared. */
final class ComparedRows {
    /** Fewer forks of a side cannot show a change: whatever their scores, chance may have ordered them. */
    static final int LEAST_OF_ALL = 3;

    /**
     * The same where placement left out some: nobody planned how many remain, and those of few may be of the same few
     * minutes. Of three against three all of head's lie above all of base's by chance in 1 of 20, of five in 1 of 252.
     */
    static final int LEAST_OF_CHOSEN = 5;

    private final Chosen chosen;
    private final Suite base;
    private final Suite head;
    private final Settings settings;
    private final Comparability comparability;
    private final Function<List<Inference.Candidate>, Inference> fitting;
    private final List<Row> rows = new ArrayList<>();
    /** Rows that can be tested, all at once. */
    private final Map<RowId, Inference.Candidate> candidates = new LinkedHashMap<>();

    /**
     * Compares two sides.
     *
     * @param fitting gives the priors
     */
    ComparedRows(Chosen chosen, Settings settings, Function<List<Inference.Candidate>, Inference> fitting) {
        this.chosen = chosen;
        this.base = chosen.base();
        this.head = chosen.head();
        this.settings = settings;
        this.fitting = fitting;
        this.comparability = new Comparability(base, head, settings);
    }

    List<Row> all() {
        Map<RowId, Queue<RowId>> unpaired = new HashMap<>();
        base.samples().keySet().forEach(id -> {
            if (head.samples().containsKey(id)) {
                pair(id, base.samples().get(id), head.samples().get(id));
            } else {
                unpaired.computeIfAbsent(withoutMode(id), key -> new ArrayDeque<>())
                        .add(id);
            }
        });
        head.samples().keySet().stream()
                .filter(id -> !base.samples().containsKey(id))
                .forEach(id -> {
                    Queue<RowId> others = unpaired.getOrDefault(withoutMode(id), new ArrayDeque<>());
                    rows.add(others.isEmpty() ? lone(id, false, Verdict.NEW) : otherMode(others.remove(), id));
                });
        unpaired.values().forEach(ids -> ids.forEach(id -> rows.add(lone(id, true, Verdict.GONE))));
        judge();
        return rows;
    }

    private Row otherMode(RowId inBase, RowId id) {
        String why = "mode: " + inBase.mode() + " and " + id.mode();
        return new Row(
                id,
                Verdict.NOT_COMPARABLE,
                why,
                score(base, inBase),
                score(head, id),
                settings.floor(id),
                Optional.empty());
    }

    private static RowId withoutMode(RowId id) {
        return new RowId(id.cell().withoutMode(), id.metric());
    }

    private static Optional<Row.Score> score(Suite side, RowId id) {
        return Optional.ofNullable(side.samples().get(id))
                .filter(sample -> !sample.launches().isEmpty())
                .map(Row.Score::of);
    }

    private Row row(RowId id, Verdict verdict, String why) {
        return new Row(id, verdict, why, score(base, id), score(head, id), settings.floor(id), Optional.empty());
    }

    private Row lone(RowId id, boolean inBase, Verdict otherwise) {
        Optional<String> failed = comparability.missing(id, inBase);
        Row row = row(id, otherwise, "");
        return failed.map(why -> inBase ? row.broken(why) : row.judged(Verdict.NOT_COMPARABLE, why))
                .orElse(row);
    }

    private void pair(RowId id, Sample older, Sample newer) {
        Optional<String> why = comparability.why(id, older, newer);
        int forks = Math.min(older.launches().size(), newer.launches().size());
        if (why.isPresent()) {
            Row row = row(id, Verdict.NOT_COMPARABLE, why.get());
            rows.add(comparability.fails(id) ? row.broken(why.get()) : row);
            return;
        }
        if (forks == 0) {
            rows.add(row(id, Verdict.INCONCLUSIVE, chosen.doubts().get(id)));
            return;
        }
        Better better = comparability.better(id, older).orElseThrow();
        double[] before = older.costs(better, comparability::cost);
        double[] after = newer.costs(better, comparability::cost);
        Optional<String> where = Optional.ofNullable(chosen.where().get(id));
        int least = where.isPresent() ? LEAST_OF_CHOSEN : LEAST_OF_ALL;
        if (forks < least) {
            String few = (forks == 1 ? "1 fork" : forks + " forks")
                    + where.map(words -> " " + words).orElse("") + "; it takes " + least;
            rows.add(row(id, Verdict.INCONCLUSIVE, chosen.doubts().getOrDefault(id, few))
                    .costing(Math.exp(TTest.difference(before, after))));
        } else {
            boolean doubted = doubt(id).isPresent();
            candidates.put(id, new Inference.Candidate(before, after, settings.floor(id), kind(id), doubted));
        }
    }

    /** The slowest rank's time scatters as scores do; what else is counted may be exact. */
    private static String kind(RowId id) {
        return (Math.max(1, id.cell().ranks()) * id.threads() > 1 ? "communicating" : "alone")
                + (id.metric().equals(MetricNames.SLOWEST) ? "" : id.metric());
    }

    private void judge() {
        List<Inference.Candidate> tests = List.copyOf(candidates.values());
        Iterator<Row.Tested> outcomes =
                fitting.apply(tests).test(tests, settings.falseDiscoveryRate()).iterator();
        candidates.forEach((id, candidate) -> {
            Row.Tested tested = outcomes.next();
            Stream<String> remarks = Stream.concat(
                    Stream.ofNullable(chosen.remarks().get(id)), stalls(id, tested, candidate.floor()).stream());
            rows.add(new Row(
                    id,
                    verdict(tested, candidate.floor()),
                    tested.doubted() ? doubt(id).orElseThrow() : remarks.collect(Collectors.joining("; ")),
                    score(base, id),
                    score(head, id),
                    candidate.floor(),
                    Optional.of(tested)));
        });
    }

    /** The reason why a test's outcome says nothing. */
    private Optional<String> doubt(RowId id) {
        boolean before = base.samples().get(id).isDrifting();
        boolean after = head.samples().get(id).isDrifting();
        return Optional.ofNullable(chosen.doubts().get(id))
                .or(() -> before || after
                        ? Optional.of((before && after ? "both were" : before ? "base was" : "head was")
                                + " still changing while it was measured")
                        : Optional.empty());
    }

    /** What a median does not see: that the means of launches moved beyond the floor, by Welch's 95% interval. */
    private Optional<String> stalls(RowId id, Row.Tested tested, double floor) {
        Better better = comparability.better(id, base.samples().get(id)).orElseThrow();
        TTest means = TTest.welch(
                base.samples().get(id).costs(better, Sample.Launch::mean),
                head.samples().get(id).costs(better, Sample.Launch::mean));
        double beyond = Math.log1p(floor);
        return Math.abs(means.difference()) > beyond
                        && Math.abs(Math.log(tested.ratio())) <= beyond
                        && Math.min(means.pSlower(), means.pFaster()) < Inference.TAIL
                ? Optional.of("stalls: by the means of launches it is " + Words.change(Math.exp(means.difference())))
                : Optional.empty();
    }

    private Verdict verdict(Row.Tested tested, double floor) {
        if (tested.doubted()) {
            return Verdict.INCONCLUSIVE;
        }
        if (tested.qSlower() <= settings.falseDiscoveryRate()) {
            return Verdict.REGRESSED;
        }
        if (tested.qFaster() <= settings.falseDiscoveryRate()) {
            return Verdict.IMPROVED;
        }
        boolean within = tested.low() >= 1 / (1 + floor) && tested.high() <= 1 + floor;
        return within ? Verdict.NO_CHANGE : Verdict.INCONCLUSIVE;
    }
}
