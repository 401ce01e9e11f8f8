package dev.lockstep.harness.plan;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.LeftOut;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Combinations of parameters that cannot be, by what is in their way. What is said of them is in what they differ from those that can be. */
final class Obstacles {
    /** What an obstacle stands in the way of. */
    private static final class Way {
        /** Methods by class. */
        final Map<String, Set<String>> names = new LinkedHashMap<>();

        final Map<String, Set<String>> values = new TreeMap<>();
    }

    private final Map<CombinationRule.Obstacle, Way> ways = new LinkedHashMap<>();

    /** All that was looked at, by benchmark's method and parameter. */
    private final Map<String, Set<String>> asked = new TreeMap<>();

    /** Looks at a combination. */
    void look(Benchmark benchmark, Map<String, String> params, Optional<CombinationRule.Obstacle> found) {
        params.forEach((name, value) ->
                asked.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
        found.ifPresent(obstacle -> {
            Way way = ways.computeIfAbsent(obstacle, o -> new Way());
            String[] name = benchmark.shortName().split("\\.");
            way.names.computeIfAbsent(name[0], n -> new LinkedHashSet<>()).add(name[name.length - 1]);
            params.forEach((param, value) -> way.values
                    .computeIfAbsent(param, p -> new LinkedHashSet<>())
                    .add(value));
        });
    }

    List<LeftOut> leftOut() {
        return ways.entrySet().stream()
                .map(e -> new LeftOut(
                        what(e.getValue()), e.getKey().reason(), e.getKey().remedy()))
                .toList();
    }

    private String what(Way way) {
        String names = way.names.entrySet().stream()
                .map(e -> e.getKey()
                        + (e.getValue().size() == 1 ? "." : " (")
                        + String.join(", ", e.getValue())
                        + (e.getValue().size() == 1 ? "" : ")"))
                .collect(Collectors.joining(", "));
        String values = way.values.entrySet().stream()
                .filter(e -> !e.getValue().equals(asked.get(e.getKey())))
                .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
                .collect(Collectors.joining(" "));
        return values.isEmpty() ? names : names + " with " + values;
    }
}
