package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A paired comparison within a run: cells in which {@code name} has the value {@code value} are the base; every other cell that differs from one of them in
 * {@code name} only is compared with it. In each round of launches the base is launched twice, before and after those that are compared with it, so that a steady
 * drift of the machine cancels, and so that the ratio of the two says what no difference looks like (docs/method.md, "Claims").
 *
 * @param name {@value #COMM}, {@value #RANKS}, {@value #THREADS}, or a benchmark's parameter
 * @param value of the base
 */
public record Versus(String name, String value) {
    /** Communicators are compared. */
    public static final String COMM = "comm";

    /** Numbers of ranks are compared. */
    public static final String RANKS = "ranks";

    /** Numbers of threads per rank are compared. */
    public static final String THREADS = "threads";

    /** Refuses what is no number where there must be one, and writes numbers in one way. */
    public Versus {
        Objects.requireNonNull(name, "name");
        if (name.equals(RANKS) || name.equals(THREADS)) {
            value = String.valueOf(number(name, value));
        }
    }

    /**
     * Reads what the user wrote.
     *
     * @param text such as {@code comm=local}
     * @return the comparison
     * @throws UsageException if it is none
     */
    public static Versus parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new UsageException(
                    "--vs takes a name and the value of the base, such as comm=local or bytes=64, not '" + text + "'");
        }
        return new Versus(text.substring(0, equals), text.substring(equals + 1));
    }

    /** Of options as {@link OptionsJson} wrote them. */
    static Optional<Versus> of(JsonNode options) {
        JsonNode versus = options.path("versus");
        return versus.isObject()
                ? Optional.of(new Versus(
                        versus.path("name").asText(), versus.path("value").asText()))
                : Optional.empty();
    }

    /** Those values, and that of the base if they are of what is compared and it is not among them. */
    List<String> among(String what, List<String> values) {
        if (!what.equals(name) || values.contains(value)) {
            return values;
        }
        List<String> all = new ArrayList<>(values);
        all.add(value);
        return all;
    }

    /** As {@link #among(String, List)}, of numbers. */
    List<Integer> amongNumbers(String what, List<Integer> values) {
        return among(what, values.stream().map(String::valueOf).toList()).stream()
                .map(Integer::valueOf)
                .toList();
    }

    /** What is compared, in this cell; empty for a cell that has none. */
    Optional<String> valueOf(Cell cell) {
        return switch (name) {
            case THREADS -> Optional.of(String.valueOf(cell.layout().threadsPerRank()));
            default -> Optional.ofNullable(cell.jmhParams().get(name));
        };
    }

    boolean isBase(Cell cell) {
        return valueOf(cell).filter(value::equals).isPresent();
    }

    /** How often a cell is launched in each round. */
    int launchesPerRound(Cell cell) {
        return isBase(cell) ? 2 : 1;
    }

    /** Equal for cells that differ in what is compared only. */
    String pair(Cell cell) {
        return id(cell, cell.jmhParams());
    }

    /** As {@link Cell#row}, and without what is compared: equal for all cells that are set beside each other in any way. */
    String row(Cell cell) {
        return id(cell, cell.params());
    }

    private String id(Cell cell, Map<String, String> params) {
        Map<String, String> others = new TreeMap<>(params);
        others.remove(name);
        int threads = name.equals(THREADS) ? 0 : cell.layout().threadsPerRank();
        return Cell.id(cell.benchmark().name(), cell.benchmark().modeLabel(), others, threads);
    }

    /**
     * Sees that there is something to compare.
     *
     * @throws UsageException if there is not; says what would be right
     */
    void require(List<Cell> cells) {
        if (cells.isEmpty()) {
            return;
        }
        if (cells.stream().allMatch(cell -> valueOf(cell).isEmpty())) {
            TreeSet<String> names = new TreeSet<>(List.of(THREADS));
            cells.forEach(cell -> names.addAll(cell.jmhParams().keySet()));
            throw new UsageException(
                    "--vs " + this + ": none of the selected benchmarks has '" + name + "'; they have " + names);
        }
        boolean any = cells.stream()
                .filter(this::isBase)
                .anyMatch(base -> cells.stream().anyMatch(c -> !isBase(c) && pair(c).equals(pair(base))));
        if (!any) {
            TreeSet<String> values = new TreeSet<>();
            cells.forEach(cell -> valueOf(cell).ifPresent(values::add));
            throw new UsageException("--vs " + this + ": there is nothing to compare with it; " + name
                    + " has the values " + values + ", so give another by " + option());
        }
    }

    private String option() {
        return switch (name) {
            case COMM, RANKS, THREADS -> "--" + name;
            default -> "-p " + name + "=...";
        };
    }

    private static int number(String name, String text) {
        if (!text.matches("0*[1-9]\\d{0,6}")) {
            throw new UsageException("--vs " + name + " takes a number of at least 1, not '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
