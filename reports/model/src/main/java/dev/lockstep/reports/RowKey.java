package dev.lockstep.reports;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is measured, wherever it runs.
 *
 * @param benchmark class and method
 * @param mode JMH's short name, for example {@code ss}
 * @param params without {@code comm} and the {@code ranks} that go with it
 * @param threads per rank
 */
public record RowKey(String benchmark, String mode, SortedMap<String, String> params, int threads) {
    /** The parameter that is a message size in bytes. */
    public static final String SIZE = "bytes";

    private static final Map<String, String> SHORT_MODES =
            Map.of("Throughput", "thrpt", "AverageTime", "avgt", "SampleTime", "sample", "SingleShotTime", "ss");

    /** Takes JMH's long or short names of modes. */
    public RowKey {
        mode = SHORT_MODES.getOrDefault(mode, mode);
        params = new TreeMap<>(params);
        if (params.containsKey("comm")) { // otherwise "ranks" is somebody else's parameter
            params.keySet().removeAll(Set.of("comm", "ranks"));
        }
        params = Collections.unmodifiableSortedMap(params);
    }

    /** The message size in bytes, when the benchmark has one. */
    public Optional<Long> size() {
        String size = params.getOrDefault(SIZE, "");
        return size.matches("\\d{1,18}") ? Optional.of(Long.parseLong(size)) : Optional.empty();
    }

    /** {@code bytes=16, kind=new}; empty when there are no parameters. */
    public String paramText() {
        return params.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Rows of one benchmark in the order people expect: a run of sizes for each set of other parameters. */
    static Comparator<RowKey> byParams() {
        return Comparator.comparing(RowKey::withoutSize, RowKey::compare)
                .thenComparing(RowKey::threads)
                .thenComparing(row -> row.size().orElse(-1L));
    }

    private SortedMap<String, String> withoutSize() {
        SortedMap<String, String> others = new TreeMap<>(params);
        if (size().isPresent()) {
            others.remove(SIZE);
        }
        return others;
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

    private static int natural(String a, String b) {
        String number = "-?\\d+(\\.\\d+)?";
        boolean numbers = a.matches(number) && b.matches(number);
        return numbers ? new BigDecimal(a).compareTo(new BigDecimal(b)) : a.compareTo(b);
    }
}
