package dev.lockstep.reports;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is measured, wherever it runs.
 *
 * @param benchmark class and method
 * @param mode JMH's short name, for example {@code ss}
 * @param params without {@code comm} and {@code ranks}
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
        params.keySet().removeAll(java.util.Set.of("comm", "ranks"));
        params = java.util.Collections.unmodifiableSortedMap(params);
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

    /** Rows of one benchmark in the order people expect: numbers as numbers. */
    static Comparator<RowKey> byParams() {
        return (a, b) -> {
            Iterator<Map.Entry<String, String>> others = b.params.entrySet().iterator();
            for (Map.Entry<String, String> mine : a.params.entrySet()) {
                if (!others.hasNext()) {
                    return 1;
                }
                Map.Entry<String, String> other = others.next();
                int order = mine.getKey().compareTo(other.getKey());
                order = order != 0 ? order : natural(mine.getValue(), other.getValue());
                if (order != 0) {
                    return order;
                }
            }
            return others.hasNext() ? -1 : Integer.compare(a.threads, b.threads);
        };
    }

    private static int natural(String a, String b) {
        String number = "-?\\d+(\\.\\d+)?";
        boolean numbers = a.matches(number) && b.matches(number);
        return numbers ? new BigDecimal(a).compareTo(new BigDecimal(b)) : a.compareTo(b);
    }
}
