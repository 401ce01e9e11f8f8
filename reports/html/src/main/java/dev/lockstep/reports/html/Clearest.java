package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Ratio;
import dev.lockstep.reports.regression.PairedRatio;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The clearest ratios of a run, a sentence each: of a claim, of a column to its reference, of the slowest codec or transport
 * to the fastest. Only one of each benchmark and pair, only of cells that may be compared, and only where the whole
 * interval lies on one side of 1.
 */
final class Clearest {
    static final int MOST = 5;

    /** The parameters whose values are different ways to do the same work. */
    private static final List<String> WAYS = List.of(Ladder.CODEC, Ladder.TRANSPORT);

    private record Found(String topic, String sentence, double clearness) {}

    private final List<Found> found = new ArrayList<>();

    static List<String> of(LineUp lineUp, Optional<ClaimsSection> claims) {
        Clearest clearest = new Clearest();
        claims.ifPresent(all ->
                all.rows().forEach(claim -> clearest.claim(claim, all.versus().toString())));
        if (claims.isEmpty()) {
            lineUp.tables()
                    .forEach(table -> table.groups().stream()
                            .filter(group -> group.unit().time())
                            .forEach(group -> {
                                group.rows().forEach(row -> clearest.columns(table, row));
                                WAYS.forEach(way -> clearest.ways(group, way));
                            }));
        }
        Set<String> topics = new HashSet<>();
        return clearest.found.stream()
                .sorted(Comparator.comparing(Found::clearness).reversed())
                .filter(one -> topics.add(one.topic()))
                .limit(MOST)
                .map(Found::sentence)
                .toList();
    }

    private void claim(ClaimRow claim, String base) {
        Verdict verdict = claim.row().verdict();
        if (verdict == Verdict.SLOWER || verdict == Verdict.FASTER) {
            PairedRatio paired = claim.row().paired().orElseThrow().ratio();
            String benchmark = claim.row().id().benchmark();
            add(
                    benchmark + claim.where(),
                    new Ratio(paired.ratio(), paired.low(), paired.high()),
                    subject(Names.title(benchmark), claim.label(), claim.where()),
                    "as with " + base);
        }
    }

    private void columns(LineUp.Table table, LineUp.Row row) {
        row.cells().values().stream()
                .filter(Clearest::tells)
                .forEach(cell -> table.reference(cell.column())
                        .flatMap(row::cell)
                        .filter(Clearest::tells)
                        .ifPresent(reference -> slower(
                                row.key().benchmark() + cell.column(),
                                subject(
                                        Names.title(row.key().benchmark()),
                                        Names.row(row.key()),
                                        cell.column().rankText()),
                                List.of(cell, reference),
                                one -> one.column().preposition() + " "
                                        + one.column().where())));
    }

    private void ways(LineUp.Group group, String way) {
        Map<CellKey, List<Cell>> alike = new LinkedHashMap<>();
        group.cells()
                .filter(cell -> tells(cell) && cell.key().params().containsKey(way))
                .forEach(cell -> alike.computeIfAbsent(cell.key().without(way), key -> new ArrayList<>())
                        .add(cell));
        alike.forEach((key, cells) -> slower(
                key.benchmark() + way + key.comm() + key.ranks(),
                subject(
                        Names.title(key.benchmark()),
                        Names.row(key.row()),
                        key.comm().isEmpty() ? "" : cells.get(0).column().label()),
                cells,
                one -> "with " + one.key().params().get(way)));
    }

    private static boolean tells(Cell cell) {
        return cell.comparable() && cell.claimable();
    }

    private void slower(String topic, String subject, Collection<Cell> cells, Function<Cell, String> how) {
        Comparator<Cell> byTime = Comparator.comparing(cell -> time(cell).mean());
        Cell slow = cells.stream().max(byTime).orElseThrow();
        Cell fast = cells.stream().min(byTime).orElseThrow();
        Ratio.of(time(slow), time(fast), Launches.FEWEST)
                .ifPresent(ratio -> add(topic, ratio, subject, how.apply(slow) + " as " + how.apply(fast)));
    }

    private static Launches time(Cell cell) {
        return cell.good().orElseThrow().launches();
    }

    private void add(String topic, Ratio ratio, String subject, String ways) {
        CellText.times(ratio)
                .ifPresent(times ->
                        found.add(new Found(topic, subject + ": " + times + " " + ways + ".", ratio.clearness())));
    }

    private static String subject(String... parts) {
        List<String> all = new ArrayList<>(List.of(parts));
        all.removeIf(String::isEmpty);
        return String.join(", ", all).replace(" · ", ", ");
    }
}
