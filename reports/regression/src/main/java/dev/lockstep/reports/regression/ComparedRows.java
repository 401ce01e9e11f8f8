package dev.lockstep.reports.regression;

import dev.lockstep.run.MetricNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    /** A row that both have. */
    private record Pair(RowId id, Sample older, Sample newer) {}

    /** What becomes of a pair before any is tested: a row, or a candidate for the test. */
    private record Sorted(Pair pair, Row row, Inference.Candidate candidate) {}

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

    /** The rows, in no order; both cores are at work. */
    List<Row> all() {
        List<Pair> pairs = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        Map<RowId, Queue<RowId>> unpaired = new HashMap<>();
        base.samples().forEach((id, older) -> {
            Sample newer = head.samples().get(id);
            if (newer != null) {
                pairs.add(new Pair(id, older, newer));
            } else {
                unpaired.computeIfAbsent(withoutMode(id), key -> new ArrayDeque<>())
                        .add(id);
            }
        });
        if (pairs.size() < head.samples().size()) {
            head.samples().keySet().stream()
                    .filter(id -> !base.samples().containsKey(id))
                    .forEach(id -> {
                        Queue<RowId> others = unpaired.getOrDefault(withoutMode(id), new ArrayDeque<>());
                        rows.add(others.isEmpty() ? lone(id, false, Verdict.NEW) : otherMode(others.remove(), id));
                    });
        }
        unpaired.values().forEach(ids -> ids.forEach(id -> rows.add(lone(id, true, Verdict.GONE))));
        Map<Boolean, List<Sorted>> sorted =
                pairs.parallelStream().map(this::sorted).collect(Collectors.partitioningBy(one -> one.row == null));
        sorted.get(false).forEach(one -> rows.add(one.row));
        rows.addAll(judged(sorted.get(true)));
        return rows;
    }

    private Row otherMode(RowId inBase, RowId id) {
        String why = "mode: " + inBase.mode() + " and " + id.mode();
        return new Row(
                id,
                Verdict.NOT_COMPARABLE,
                why,
                score(base.samples().get(inBase)),
                score(head.samples().get(id)),
                settings.floor(id),
                Optional.empty());
    }

    private static RowId withoutMode(RowId id) {
        return new RowId(id.cell().withoutMode(), id.metric());
    }

    private static Optional<Row.Score> score(Sample sample) {
        return Optional.ofNullable(sample)
                .filter(some -> !some.launches().isEmpty())
                .map(Row.Score::of);
    }

    private Row row(Pair pair, Verdict verdict, String why) {
        return new Row(
                pair.id, verdict, why, score(pair.older), score(pair.newer), settings.floor(pair.id), Optional.empty());
    }

    private Row lone(RowId id, boolean inBase, Verdict otherwise) {
        Optional<String> failed = comparability.missing(id, inBase);
        Row row = row(new Pair(id, base.samples().get(id), head.samples().get(id)), otherwise, "");
        return failed.map(why -> inBase ? row.broken(why) : row.judged(Verdict.NOT_COMPARABLE, why))
                .orElse(row);
    }

    private Sorted sorted(Pair pair) {
        RowId id = pair.id;
        Optional<String> why = comparability.why(id, pair.older, pair.newer);
        int forks = Math.min(pair.older.launches().size(), pair.newer.launches().size());
        if (why.isPresent()) {
            Row row = row(pair, Verdict.NOT_COMPARABLE, why.get());
            return new Sorted(pair, comparability.fails(id) ? row.broken(why.get()) : row, null);
        }
        if (forks == 0) {
            return new Sorted(
                    pair, row(pair, Verdict.INCONCLUSIVE, chosen.doubts().get(id)), null);
        }
        Better better = comparability.better(id, pair.older).orElseThrow();
        double[] before = pair.older.costs(better, comparability::cost);
        double[] after = pair.newer.costs(better, comparability::cost);
        Optional<String> where = Optional.ofNullable(chosen.where().get(id));
        int least = where.isPresent() ? LEAST_OF_CHOSEN : LEAST_OF_ALL;
        if (forks < least) {
            String few = (forks == 1 ? "1 fork" : forks + " forks")
                    + where.map(words -> " " + words).orElse("") + "; it takes " + least;
            Row row = row(pair, Verdict.INCONCLUSIVE, chosen.doubts().getOrDefault(id, few));
            return new Sorted(pair, row.costing(Math.exp(TTest.difference(before, after))), null);
        }
        boolean doubted = doubt(pair).isPresent();
        return new Sorted(pair, null, new Inference.Candidate(before, after, settings.floor(id), kind(id), doubted));
    }

    /** The slowest rank's time scatters as scores do; what else is counted may be exact. */
    private static String kind(RowId id) {
        return (Math.max(1, id.cell().ranks()) * id.threads() > 1 ? "communicating" : "alone")
                + (id.metric().equals(MetricNames.SLOWEST) ? "" : id.metric());
    }

    private List<Row> judged(List<Sorted> candidates) {
        List<Inference.Candidate> tests =
                candidates.stream().map(Sorted::candidate).toList();
        List<Row.Tested> outcomes = fitting.apply(tests).test(tests, settings.falseDiscoveryRate());
        return IntStream.range(0, tests.size())
                .parallel()
                .mapToObj(i -> judged(
                        candidates.get(i).pair, outcomes.get(i), tests.get(i).floor()))
                .toList();
    }

    private Row judged(Pair pair, Row.Tested tested, double floor) {
        Stream<String> remarks =
                Stream.concat(Stream.ofNullable(chosen.remarks().get(pair.id)), stalls(pair, tested, floor).stream());
        return new Row(
                pair.id,
                verdict(tested, floor),
                tested.doubted() ? doubt(pair).orElseThrow() : remarks.collect(Collectors.joining("; ")),
                score(pair.older),
                score(pair.newer),
                floor,
                Optional.of(tested));
    }

    /** The reason why a test's outcome says nothing. */
    private Optional<String> doubt(Pair pair) {
        boolean before = pair.older.isDrifting();
        boolean after = pair.newer.isDrifting();
        return Optional.ofNullable(chosen.doubts().get(pair.id))
                .or(() -> before || after
                        ? Optional.of((before && after ? "both were" : before ? "base was" : "head was")
                                + " still changing while it was measured")
                        : Optional.empty());
    }

    /** What a median does not see: that the means of launches moved beyond the floor, by Welch's 95% interval. */
    private Optional<String> stalls(Pair pair, Row.Tested tested, double floor) {
        Better better = comparability.better(pair.id, pair.older).orElseThrow();
        TTest means = TTest.welch(
                pair.older.costs(better, Sample.Launch::mean), pair.newer.costs(better, Sample.Launch::mean));
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
