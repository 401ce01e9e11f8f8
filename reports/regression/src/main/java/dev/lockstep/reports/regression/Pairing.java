package dev.lockstep.reports.regression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.Set;

/** Brings together what has the same key, and judges it. */
final class Pairing {
    /** Fewer forks cannot show a change: whatever their scores, chance may have ordered them. */
    static final int FORKS = 3;

    /** A pair that can be tested, until all have been. */
    private record Candidate(RowId id, Sample base, Sample head, double floor) {}

    private final Suite base;
    private final Suite head;
    private final Settings settings;
    private final Comparability comparability;
    private final Set<RowId> settled;
    private final List<Row> rows = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Bootstrap.Pair> pairs = new ArrayList<>();

    /**
     * For two sides.
     *
     * @param settled rows to leave alone: they count as tests of the suite that reject nothing
     */
    Pairing(Suite base, Suite head, Settings settings, Set<RowId> settled) {
        this.base = base;
        this.head = head;
        this.settings = settings;
        this.settled = settled;
        this.comparability = new Comparability(base, head, settings);
    }

    List<Row> rows() {
        Map<RowId, Queue<RowId>> unpaired = new HashMap<>();
        base.samples().forEach((id, sample) -> {
            Sample other = head.samples().get(id);
            if (settled.contains(id)) {
                return;
            }
            if (other != null) {
                pair(id, sample, other);
            } else {
                unpaired.computeIfAbsent(withoutMode(id), key -> new ArrayDeque<>())
                        .add(id);
            }
        });
        Set<RowId> matched = new HashSet<>();
        head.samples().forEach((id, sample) -> {
            if (!base.samples().containsKey(id)) {
                Queue<RowId> others = unpaired.getOrDefault(withoutMode(id), new ArrayDeque<>());
                if (others.isEmpty()) {
                    lone(id, Optional.empty(), Optional.of(sample));
                } else {
                    RowId other = others.remove();
                    matched.add(other);
                    String why = "mode: " + other.mode() + " and " + id.mode();
                    add(
                            id,
                            Verdict.NOT_COMPARABLE,
                            why,
                            Optional.of(base.samples().get(other)),
                            Optional.of(sample));
                }
            }
        });
        base.samples().forEach((id, sample) -> {
            if (!head.samples().containsKey(id) && !matched.contains(id)) {
                lone(id, Optional.of(sample), Optional.empty());
            }
        });
        judge();
        return rows;
    }

    private static RowId withoutMode(RowId id) {
        return new RowId(id.benchmark(), "", id.params(), id.threads(), id.metric());
    }

    private void lone(RowId id, Optional<Sample> inBase, Optional<Sample> inHead) {
        Optional<String> failed = comparability.missing(id, inHead.isEmpty());
        Verdict otherwise = inHead.isPresent() ? Verdict.NEW : Verdict.GONE;
        Row row = row(id, failed.isPresent() ? Verdict.NOT_COMPARABLE : otherwise, failed.orElse(""), inBase, inHead);
        rows.add(failed.isPresent() && inHead.isEmpty() ? row.broken(failed.get()) : row);
    }

    private void add(RowId id, Verdict verdict, String why, Optional<Sample> inBase, Optional<Sample> inHead) {
        rows.add(row(id, verdict, why, inBase, inHead));
    }

    private Row row(RowId id, Verdict verdict, String why, Optional<Sample> inBase, Optional<Sample> inHead) {
        return new Row(
                id,
                verdict,
                why,
                inBase.map(Row.Score::of),
                inHead.map(Row.Score::of),
                settings.floor(id),
                Optional.empty());
    }

    private void pair(RowId id, Sample older, Sample newer) {
        Optional<String> why = comparability.why(id, older, newer);
        int forks = Math.min(older.forks().length, newer.forks().length);
        if (why.isPresent()) {
            Row row = row(id, Verdict.NOT_COMPARABLE, why.get(), Optional.of(older), Optional.of(newer));
            rows.add(comparability.fails(id) ? row.broken(why.get()) : row);
        } else if (forks < FORKS) {
            untested(id, older, newer, (forks == 1 ? "1 fork" : forks + " forks") + "; it takes " + FORKS);
        } else {
            Better better = comparability.better(id, older).orElseThrow();
            double floor = settings.floor(id);
            candidates.add(new Candidate(id, older, newer, floor));
            pairs.add(new Bootstrap.Pair(id.canonical(), older.forks(), newer.forks(), better, floor));
        }
    }

    private void untested(RowId id, Sample older, Sample newer, String why) {
        double higher = newer.mean() / older.mean();
        rows.add(new Row(
                id,
                Verdict.INCONCLUSIVE,
                why,
                Optional.of(Row.Score.of(older)),
                Optional.of(Row.Score.of(newer)),
                settings.floor(id),
                OptionalDouble.of(comparability.better(id, older).orElseThrow() == Better.LOWER ? higher : 1 / higher),
                Optional.empty(),
                Optional.empty(),
                false));
    }

    private void judge() {
        List<Row.Tested> outcomes = Inference.of(pairs, settings, pairs.size() + settled.size());
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            Row.Tested tested = outcomes.get(i);
            rows.add(new Row(
                    candidate.id(),
                    verdict(tested, candidate.floor()),
                    "",
                    Optional.of(Row.Score.of(candidate.base())),
                    Optional.of(Row.Score.of(candidate.head())),
                    candidate.floor(),
                    Optional.of(tested)));
        }
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
