package dev.lockstep.reports.regression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

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
    private final Set<RowId> settled;
    private final List<Row> rows = new ArrayList<>();
    /** Rows that can be tested, all at once, and their samples. */
    private final List<RowId> candidates = new ArrayList<>();

    private final List<Bootstrap.Pair> pairs = new ArrayList<>();

    /**
     * Compares two sides.
     *
     * @param settled rows to leave alone: they count as tests of the suite that reject nothing
     */
    ComparedRows(Chosen chosen, Settings settings, Set<RowId> settled) {
        this.chosen = chosen;
        this.base = chosen.base();
        this.head = chosen.head();
        this.settings = settings;
        this.settled = settled;
        this.comparability = new Comparability(base, head, settings);
    }

    List<Row> all() {
        Map<RowId, Queue<RowId>> unpaired = new HashMap<>();
        base.samples().keySet().stream().filter(id -> !settled.contains(id)).forEach(id -> {
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
                .filter(sample -> sample.forks().length > 0)
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
        int forks = Math.min(older.forks().length, newer.forks().length);
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
        Optional<String> where = Optional.ofNullable(chosen.where().get(id));
        int least = where.isPresent() ? LEAST_OF_CHOSEN : LEAST_OF_ALL;
        if (forks < least) {
            String few = (forks == 1 ? "1 fork" : forks + " forks")
                    + where.map(words -> " " + words).orElse("") + "; it takes " + least;
            double higher = newer.mean() / older.mean();
            String doubt = chosen.doubts().getOrDefault(id, few);
            rows.add(row(id, Verdict.INCONCLUSIVE, doubt).costing(better == Better.LOWER ? higher : 1 / higher));
        } else {
            candidates.add(id);
            pairs.add(new Bootstrap.Pair(id.canonical(), older.forks(), newer.forks(), better, settings.floor(id)));
        }
    }

    private void judge() {
        List<Row.Tested> outcomes = Inference.of(pairs, settings, pairs.size() + settled.size());
        for (int i = 0; i < candidates.size(); i++) {
            RowId id = candidates.get(i);
            double floor = pairs.get(i).floor();
            Row.Tested tested = outcomes.get(i);
            Optional<String> doubt = doubt(id);
            rows.add(new Row(
                    id,
                    doubt.isPresent() ? Verdict.INCONCLUSIVE : verdict(tested, floor),
                    doubt.orElse(chosen.remarks().getOrDefault(id, "")),
                    score(base, id),
                    score(head, id),
                    floor,
                    Optional.of(tested)));
        }
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

    private Verdict verdict(Row.Tested tested, double floor) {
        if (tested.qSlower() <= settings.falseDiscoveryRate()) {
            return Verdict.REGRESSED;
        }
        if (tested.qFaster() <= settings.falseDiscoveryRate()) {
            return Verdict.IMPROVED;
        }
        Estimate estimate = tested.estimate();
        boolean within = estimate.low() >= 1 / (1 + floor) && estimate.high() <= 1 + floor;
        return within ? Verdict.NO_CHANGE : Verdict.INCONCLUSIVE;
    }
}
