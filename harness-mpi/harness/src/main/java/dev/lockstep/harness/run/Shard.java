package dev.lockstep.harness.run;

import dev.lockstep.run.Baseline;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One part of a run that several machines share. Which cells it has depends on the cells alone. Cells that are compared
 * with each other, that is those that differ in communicator and ranks only, or in what {@link Baseline} names, stay
 * together: a ratio across machines would say nothing.
 *
 * @param index which part, from 1
 * @param count of how many
 */
public record Shard(int index, int count) {
    /** All cells. */
    public static final Shard WHOLE = new Shard(1, 1);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    /**
     * Reads a shard.
     *
     * @param text such as {@code 1/2}
     * @throws UsageException if it is none
     */
    public static Shard parse(String text) {
        Matcher m = TEXT.matcher(text);
        if (m.matches()) {
            Shard shard = new Shard(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
            if (shard.index >= 1 && shard.index <= shard.count) {
                return shard;
            }
        }
        throw new UsageException("--shard takes i/n with i from 1 to n, such as 1/2, not '" + text + "'");
    }

    /**
     * The cells of this part, in the same order; maybe none. Every cell costs about the same, whatever the machine, for
     * calibration gives their iterations the same time; so the rows with most cells are dealt out first, each to the
     * shard that has fewest cells so far.
     */
    public List<Cell> of(List<Cell> cells, Baseline versus) {
        Function<Cell, String> key = c -> versus.common(c.key()).row().id();
        Map<String, Long> rows =
                cells.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.counting()));
        long[] load = new long[count];
        Map<String, Integer> owner = new HashMap<>();
        rows.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(row -> {
                    int least = 0;
                    for (int i = 1; i < count; i++) {
                        least = load[i] < load[least] ? i : least;
                    }
                    load[least] += row.getValue();
                    owner.put(row.getKey(), least + 1);
                });
        return cells.stream().filter(c -> owner.get(key.apply(c)) == index).toList();
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
