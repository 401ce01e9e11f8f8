package dev.lockstep.reports.regression;

import dev.lockstep.reports.JmhResult;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RunEvent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Tells why two numbers of the same name must not be compared (docs/method.md). */
final class Comparability {
    /** Where classes are read from at the start, which every checkout has elsewhere. */
    private static final String CLASS_DATA = "-XX:SharedArchiveFile=";

    private static final int OPS_FACTOR = 2;
    private static final String UNKNOWN = "unknown";
    static final String OVERSUBSCRIBED = "oversubscribed: more ranks × threads than cores";

    private final Settings settings;
    private final Optional<String> cpus;
    private final Set<CellKey> crowdedBase;
    private final Set<CellKey> crowdedHead;
    private final Map<CellKey, RunEvent.Planned> plannedBase;
    private final Map<CellKey, RunEvent.Planned> plannedHead;
    private final Map<CellKey, String> failedBase;
    private final Map<CellKey, String> failedHead;

    Comparability(Suite base, Suite head, Settings settings) {
        this.settings = settings;
        this.cpus = base.cpu().isPresent() && head.cpu().isPresent()
                ? differ("CPU", base.cpu().get(), head.cpu().get())
                : Optional.empty();
        this.crowdedBase = base.oversubscribed();
        this.crowdedHead = head.oversubscribed();
        this.plannedBase = base.planned();
        this.plannedHead = head.planned();
        this.failedBase = base.failures();
        this.failedHead = head.failures();
    }

    /** The reason why a side lacks a row; empty when the row just is not there. */
    Optional<String> missing(RowId row, boolean inHead) {
        String reason = (inHead ? failedHead : failedBase).get(row.cell());
        return Optional.ofNullable(reason).map(text -> "failed in " + (inHead ? "head" : "base") + ": " + text);
    }

    /** Whether a row fails in head and not in base. */
    boolean fails(RowId row) {
        return missing(row, true).isPresent() && missing(row, false).isEmpty();
    }

    /** The reason why samples may not be compared; empty when they may. */
    Optional<String> why(RowId row, Sample base, Sample head) {
        return missing(row, false)
                .or(() -> missing(row, true))
                .or(() -> crowded(row))
                .or(() -> work(plannedBase.get(row.cell()), plannedHead.get(row.cell())))
                .or(() -> units(base.unit(), head.unit()))
                .or(() -> better(row, base).isEmpty() ? Optional.of(direction(row, base)) : Optional.empty())
                .or(() -> base.noRatio(this::cost).map(text -> "base has " + text))
                .or(() -> head.noRatio(this::cost).map(text -> "head has " + text))
                .or(() -> jdks(base.jvm(), head.jvm()))
                .or(() -> flags(base.jvm().arguments(), head.jvm().arguments()))
                .or(() -> allowed(Settings.Difference.CPU) ? Optional.empty() : cpus)
                .or(() -> operations(row, base.n(), head.n()));
    }

    /** What a launch cost, by the statistic that counts. */
    double cost(Sample.Launch launch) {
        return launch.cost(settings.statistic());
    }

    /** The direction in which a row's scores are better; empty when it is not known. */
    Optional<Better> better(RowId row, Sample sample) {
        return settings.rule(row.metric()).flatMap(Settings.MetricRule::better).or(() -> Better.of(row, sample.unit()));
    }

    private static String direction(RowId row, Sample sample) {
        return row.metric().isEmpty()
                ? "mode " + row.mode() + " with scores in " + sample.unit().name()
                : "it is unknown whether more or less of " + row.metric() + " is better; its unit is "
                        + sample.unit().name();
    }

    private boolean allowed(Settings.Difference difference) {
        return settings.allowed().contains(difference);
    }

    private Optional<String> crowded(RowId row) {
        return crowdedBase.contains(row.cell()) || crowdedHead.contains(row.cell())
                ? Optional.of(OVERSUBSCRIBED)
                : Optional.empty();
    }

    /** Of JMH's own files no cell is known. */
    private static Optional<String> work(RunEvent.Planned base, RunEvent.Planned head) {
        return base == null || head == null
                ? Optional.empty()
                : differ("scored ranks", scored(base), scored(head))
                        .or(() -> differ("emulated", emulated(base), emulated(head)))
                        .or(() -> differ("receiving", receiving(base), receiving(head)));
    }

    private static String scored(RunEvent.Planned cell) {
        return Objects.requireNonNullElse(cell.scored(), "all");
    }

    private static String receiving(RunEvent.Planned cell) {
        return RunEvent.BY_CALLBACK.equals(cell.how()) ? RunEvent.BY_CALLBACK : "waiting";
    }

    private static String emulated(RunEvent.Planned cell) {
        return Objects.requireNonNullElse(cell.emulated(), "");
    }

    static Optional<String> units(Unit base, Unit head) {
        return differ("unit", base.base(), head.base()).map(text -> "unit: " + base.name() + " and " + head.name());
    }

    private Optional<String> jdks(JmhResult.Jvm base, JmhResult.Jvm head) {
        return allowed(Settings.Difference.JDK)
                ? Optional.empty()
                : differ("JDK", base.jdk(), head.jdk())
                        .or(() -> differ("virtual machine", base.name(), head.name()))
                        .or(() -> differ("virtual machine", base.version(), head.version()));
    }

    private Optional<String> flags(List<String> base, List<String> head) {
        if (allowed(Settings.Difference.FLAGS) || base.equals(head)) {
            return Optional.empty();
        }
        return differ("flags", String.join(" ", counting(base)), String.join(" ", counting(head)));
    }

    private List<String> counting(List<String> flags) {
        return flags.stream()
                .filter(flag -> !flag.startsWith(CLASS_DATA))
                .filter(flag -> settings.ignoredFlags().stream()
                        .noneMatch(ignored -> ignored.matcher(flag).find()))
                .toList();
    }

    /** The score of a batch is that of all its operations with JMH, and that of one of them where there are ranks. */
    private Optional<String> operations(RowId row, int base, int head) {
        boolean perOperation = row.params().containsKey("comm") && row.params().containsKey("ranks");
        boolean apart = perOperation ? Math.max(base, head) > (long) OPS_FACTOR * Math.min(base, head) : base != head;
        return apart && !allowed(Settings.Difference.OPS) ? Optional.of(counts(base, head)) : Optional.empty();
    }

    static String counts(int base, int head) {
        return "operations per iteration: " + base + " and " + head;
    }

    private static Optional<String> differ(String what, String base, String head) {
        boolean same = base.equals(head) || base.equals(UNKNOWN) || head.equals(UNKNOWN);
        return same
                ? Optional.empty()
                : Optional.of(
                        what + ": " + (base.isEmpty() ? "none" : base) + " and " + (head.isEmpty() ? "none" : head));
    }
}
