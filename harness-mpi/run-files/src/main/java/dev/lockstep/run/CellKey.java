package dev.lockstep.run;

import dev.lockstep.run.placement.PlacementChoice;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A cell's identity: what makes two numbers those of the same thing, as JMH's results have it.
 *
 * @param benchmark class and method
 * @param mode JMH's short name, for example {@code ss}; its long names are shortened
 * @param params all of them, with {@code comm} and {@code ranks} where the benchmark has ranks
 * @param threads per rank
 */
public record CellKey(String benchmark, String mode, SortedMap<String, String> params, int threads) {
    /** The parameter that names the communicator. */
    public static final String COMM = "comm";

    /** The parameter that is the number of ranks, where there is a communicator; otherwise a benchmark's own. */
    public static final String RANKS = "ranks";

    /** The parameter that is a message size in bytes. */
    public static final String SIZE = "bytes";

    /** The parameter that names what messages go over: cells that differ in it alone are compared by whoever reads them. */
    public static final String TRANSPORT = "transport";

    /** Values that go without saying where a person reads them, by parameter. */
    private static final Map<String, String> USUAL = Map.ofEntries(
            Map.entry("buffer", "direct"),
            Map.entry("receive", "blocking"),
            Map.entry("link", "plain"),
            Map.entry("network", "lan"),
            Map.entry("producers", "1"),
            Map.entry("mediator", "tcp"),
            Map.entry("algorithm", "library"),
            Map.entry("send", "send"),
            Map.entry("root", "0"),
            Map.entry("inPlace", "false"),
            Map.entry("type", "float"),
            Map.entry("op", "sum"),
            Map.entry("reuse", "same"),
            Map.entry("blocks", "equal"),
            Map.entry("sync", "dissemination"),
            Map.entry("late", "none"));

    private static final String NUMBER = "-?\\d+(\\.\\d+)?";
    private static final Pattern TIME = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(ns|us|ms|s)");

    private static final Map<String, String> SHORT_MODES =
            Map.of("Throughput", "thrpt", "AverageTime", "avgt", "SampleTime", "sample", "SingleShotTime", "ss");

    public CellKey {
        mode = SHORT_MODES.getOrDefault(mode, mode);
        params = Collections.unmodifiableSortedMap(new TreeMap<>(params));
    }

    /** A key with parameters in any order. */
    public static CellKey of(String benchmark, String mode, Map<String, String> params, int threads) {
        return new CellKey(benchmark, mode, new TreeMap<>(params), threads);
    }

    /** The whole key in one line, by which the journal names the cell. */
    public String id() {
        return benchmark + " " + mode + " "
                + params.entrySet().stream()
                        .map(param -> param.getKey() + "=" + param.getValue() + " ")
                        .collect(Collectors.joining())
                + "threads=" + threads;
    }

    /** The communicator; empty for a benchmark that has no ranks. */
    public String comm() {
        return params.getOrDefault(COMM, "");
    }

    /** The number of ranks; 0 when it has none, or nobody said. */
    public int ranks() {
        String ranks = params.getOrDefault(RANKS, "");
        return comm().isEmpty() || !ranks.matches("\\d{1,9}") ? 0 : Integer.parseInt(ranks);
    }

    /** Where its ranks run, as placements see it, until it is known how many hops are read. */
    public PlacementChoice.Layout layout() {
        return new PlacementChoice.Layout(ranks(), threads, 1);
    }

    /** The same without communicator and ranks: what is measured, wherever it runs. */
    public CellKey row() {
        return comm().isEmpty() ? this : without(COMM).without(RANKS);
    }

    /** The same without a parameter. */
    public CellKey without(String param) {
        SortedMap<String, String> others = new TreeMap<>(params);
        others.remove(param);
        return new CellKey(benchmark, mode, others, threads);
    }

    /** The same without the mode, as {@code ranks.csv} has it. */
    public CellKey withoutMode() {
        return new CellKey(benchmark, "", params, threads);
    }

    /** The message size in bytes, when the benchmark has one. */
    public Optional<Long> size() {
        String size = params.getOrDefault(SIZE, "");
        return size.matches("\\d{1,18}") ? Optional.of(Long.parseLong(size)) : Optional.empty();
    }

    /** The parameters but those with a value that is usual: the others tell a cell apart. */
    public SortedMap<String, String> told() {
        SortedMap<String, String> told = new TreeMap<>(params);
        told.entrySet().removeIf(param -> param.getValue().equals(USUAL.get(param.getKey())));
        return told;
    }

    /** All parameters as text, {@code bytes=16, kind=new}; empty when there are none. */
    public String paramText() {
        return text(params);
    }

    /** As {@link #paramText}, of parameters that are {@link #told}. */
    public String toldText() {
        return text(told());
    }

    private static String text(SortedMap<String, String> params) {
        return params.entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The order in which people expect the cells of one benchmark: a run of sizes for each set of other parameters. */
    public static Comparator<CellKey> byParams() {
        return Comparator.<CellKey, SortedMap<String, String>>comparing(
                        key -> key.size().isPresent() ? key.without(SIZE).params : key.params, CellKey::compare)
                .thenComparing(CellKey::threads)
                .thenComparing(key -> key.size().orElse(-1L));
    }

    private static int compare(SortedMap<String, String> a, SortedMap<String, String> b) {
        Iterator<Map.Entry<String, String>> others = b.entrySet().iterator();
        for (Map.Entry<String, String> mine : a.entrySet()) {
            if (!others.hasNext()) {
                return 1;
            }
            Map.Entry<String, String> other = others.next();
            int byName = mine.getKey().compareTo(other.getKey());
            int order = byName != 0 ? byName : natural(mine.getValue(), other.getValue());
            if (order != 0) {
                return order;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    /** Numbers, then times, then words. */
    private static int natural(String a, String b) {
        int order = Comparator.comparing(CellKey::amount, Comparator.nullsLast(Comparator.naturalOrder()))
                .compare(a, b);
        return kind(a) != kind(b) ? kind(a) - kind(b) : order != 0 ? order : a.compareTo(b);
    }

    private static int kind(String value) {
        return value.matches(NUMBER) ? 0 : time(value).isPresent() ? 1 : 2;
    }

    private static BigDecimal amount(String value) {
        return value.matches(NUMBER) ? new BigDecimal(value) : time(value).orElse(null);
    }

    private static Optional<BigDecimal> time(String value) {
        Matcher time = TIME.matcher(value);
        return time.matches()
                ? Optional.of(new BigDecimal(time.group(1))
                        .scaleByPowerOfTen(3 * List.of("ns", "us", "ms", "s").indexOf(time.group(2))))
                : Optional.empty();
    }

    /** The value of a parameter that is a time, such as {@code 10ms}, in nanoseconds; empty if it is none. */
    public static OptionalDouble nanos(String value) {
        return time(value).stream().mapToDouble(BigDecimal::doubleValue).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
