package dev.lockstep.harness.plan;

import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import java.util.List;
import java.util.TreeSet;

/** Sees that a run has something to compare, before any of it is measured. */
public final class BaselineCheck {
    private BaselineCheck() {}

    /** Throws a {@link UsageException}, which says what would be right, if there is a base and nothing to compare with it. */
    public static void require(Baseline base, List<Cell> cells) {
        if (base.isNone() || cells.isEmpty()) {
            return;
        }
        TreeSet<String> values = new TreeSet<>();
        cells.forEach(cell -> base.valueIn(cell.key()).ifPresent(values::add));
        if (values.isEmpty()) {
            TreeSet<String> names = new TreeSet<>(List.of(Baseline.THREADS));
            cells.forEach(cell -> names.addAll(cell.jmhParams().keySet()));
            throw new UsageException(
                    "--vs " + base + ": none of the selected benchmarks has '" + base.name() + "'; they have " + names);
        }
        boolean any = cells.stream()
                .filter(cell -> base.isBase(cell.key()))
                .anyMatch(its -> cells.stream()
                        .anyMatch(other -> !base.isBase(other.key())
                                && base.common(other.key()).equals(base.common(its.key()))));
        if (!any) {
            throw new UsageException("--vs " + base + ": there is nothing to compare with it; " + base.name()
                    + " has the values " + values + ", so give another by " + option(base.name()));
        }
    }

    private static String option(String name) {
        return switch (name) {
            case Baseline.COMM, Baseline.RANKS, Baseline.THREADS, Baseline.THREAD_LEVEL -> "--" + name;
            default -> "-p " + name + "=...";
        };
    }
}
