package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Figures;
import dev.lockstep.run.CellKey;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** The quantity that lines are drawn over: a parameter that is a number or a time, such as the message size, or threads, or ranks. */
sealed interface Axis {
    Axis SIZE = new Param(CellKey.SIZE);
    Axis RATE = new Param("rate");

    /** Fewer points than this are no curve, unless they are sizes and there is nothing else. */
    int FEWEST = 3;

    /** Its title. */
    default String title() {
        return param();
    }

    /** The name of the parameter. */
    String param();

    /** Where on it a cell lies; empty if it has no number there. */
    OptionalDouble at(CellKey cell);

    /** The cell without it: what all cells of a line share. */
    default CellKey line(CellKey cell) {
        return cell.without(param());
    }

    /** A number on it, as it stands below the axis. */
    default String tick(double x) {
        return BigDecimal.valueOf(x).stripTrailingZeros().scale() > 0
                ? String.valueOf(x)
                : String.format(Locale.ROOT, "%,d", (long) x);
    }

    /** A number on it, as it stands alone. */
    default String label(double x) {
        return param() + "=" + tick(x);
    }

    /** The lines of some cells, in the order in which their places are shown. */
    default Map<CellKey, List<Cell>> lines(Collection<Cell> cells) {
        return cells.stream()
                .filter(cell -> at(cell.key()).isPresent())
                .sorted(java.util.Comparator.comparing(cell -> cell.column().precedence()))
                .collect(Collectors.groupingBy(cell -> line(cell.key()), LinkedHashMap::new, Collectors.toList()));
    }

    /** The axes over which some cells of a benchmark are drawn as lines; empty if there is none. */
    static List<Axis> of(Collection<Cell> cells) {
        Set<Axis> candidates = new LinkedHashSet<>();
        cells.stream()
                .flatMap(cell -> cell.key().row().params().keySet().stream())
                .forEach(name -> candidates.addAll(List.of(new Param(name), new Time(name))));
        candidates.addAll(List.of(Count.values()));
        List<Axis> curves = candidates.stream()
                .filter(axis ->
                        cells.stream().allMatch(cell -> axis.at(cell.key()).isPresent()))
                .filter(axis -> axis.lines(cells).values().stream().anyMatch(line -> axis.count(line) >= FEWEST))
                .toList();
        return curves.isEmpty() && SIZE.count(cells) > 1 ? List.of(SIZE) : curves;
    }

    private long count(Collection<Cell> cells) {
        return cells.stream()
                .flatMapToDouble(cell -> at(cell.key()).stream())
                .distinct()
                .count();
    }

    /** A parameter of the benchmark. */
    record Param(String param) implements Axis {
        @Override
        public String title() {
            return equals(SIZE) ? "message size" : equals(RATE) ? "rate, messages per second" : param;
        }

        @Override
        public OptionalDouble at(CellKey cell) {
            String value = cell.params().getOrDefault(param, "");
            return value.matches("\\d{1,18}(\\.\\d{1,9})?")
                    ? OptionalDouble.of(Double.parseDouble(value))
                    : OptionalDouble.empty();
        }

        @Override
        public String tick(double x) {
            return equals(SIZE) ? Figures.bytes((long) x) : Axis.super.tick(x);
        }

        @Override
        public String label(double x) {
            return equals(SIZE) ? tick(x) : Axis.super.label(x);
        }
    }

    /** A parameter of the benchmark that is a time, in nanoseconds. */
    record Time(String param) implements Axis {
        @Override
        public OptionalDouble at(CellKey cell) {
            return CellKey.nanos(cell.params().getOrDefault(param, ""));
        }

        @Override
        public String tick(double x) {
            return Figures.time(x);
        }
    }

    /** How many take part. */
    enum Count implements Axis {
        THREADS("threads", "threads per rank") {
            @Override
            public OptionalDouble at(CellKey cell) {
                return OptionalDouble.of(cell.threads());
            }

            @Override
            public CellKey line(CellKey cell) {
                return new CellKey(cell.benchmark(), cell.mode(), cell.params(), 1);
            }
        },
        RANKS(CellKey.RANKS, "ranks") {
            @Override
            public OptionalDouble at(CellKey cell) {
                return cell.ranks() == 0 ? OptionalDouble.empty() : OptionalDouble.of(cell.ranks());
            }
        };

        private final String param;
        private final String title;

        Count(String param, String title) {
            this.param = param;
            this.title = title;
        }

        @Override
        public String param() {
            return param;
        }

        @Override
        public String title() {
            return title;
        }

        @Override
        public String label(double x) {
            return title + ": " + tick(x);
        }
    }
}
