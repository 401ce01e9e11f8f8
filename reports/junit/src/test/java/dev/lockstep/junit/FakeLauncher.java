package dev.lockstep.junit;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.options.Options;

/** In place of JMH: benchmarks of which each launch costs what a test says. */
final class FakeLauncher implements Launcher {
    private final Map<String, Fake> benchmarks = new LinkedHashMap<>();
    private final List<String> launched = new ArrayList<>();
    private Path results;

    /** What a launch costs, in us/op, by its number among its benchmark's, from 0, and the value of {@code bytes}. */
    @FunctionalInterface
    interface Cost {
        double of(int launch, String bytes);
    }

    /** Parameters have a value each, unless a test gives others. */
    private record Fake(String mode, Map<String, String> params, Cost cost) {}

    /** Launches around a mean: the highest lies this share above the lowest. */
    static Cost around(double mean, double spread) {
        return (launch, bytes) -> mean * (1 + spread / 4 * (launch % 5));
    }

    FakeLauncher add(String name, Cost cost) {
        return add(name, "avgt", Map.of(), cost);
    }

    FakeLauncher add(String name, String mode, Map<String, String> params, Cost cost) {
        benchmarks.put(name, new Fake(mode, new TreeMap<>(params), cost));
        return this;
    }

    /** The names of what was launched, without the package. */
    List<String> launched() {
        return launched.stream().map(name -> name.replaceFirst("^.*?\\.", "")).toList();
    }

    /** The last file of results. */
    Path results() {
        return results;
    }

    @Override
    public List<Listed> benchmarks() {
        return benchmarks.entrySet().stream()
                .map(one -> new Listed(one.getKey(), one.getValue().params.keySet()))
                .toList();
    }

    @Override
    public void launch(String benchmark, Options options, Path file) {
        results = file;
        Fake fake = benchmarks.get(benchmark);
        int number = (int) launched.stream().filter(benchmark::equals).count();
        launched.add(benchmark);
        try {
            new ObjectMapper()
                    .writeValue(
                            file.toFile(),
                            rows(fake, options).stream()
                                    .map(params -> entry(benchmark, fake, params, number))
                                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Map<String, String>> rows(Fake fake, Options options) {
        List<Map<String, String>> rows = List.of(Map.of());
        for (Map.Entry<String, String> param : fake.params.entrySet()) {
            List<Map<String, String>> more = new ArrayList<>();
            for (Map<String, String> row : rows) {
                for (String value : options.getParameter(param.getKey()).orElse(List.of(param.getValue()))) {
                    Map<String, String> longer = new TreeMap<>(row);
                    longer.put(param.getKey(), value);
                    more.add(longer);
                }
            }
            rows = more;
        }
        return rows;
    }

    private static Map<String, Object> entry(String name, Fake fake, Map<String, String> params, int launch) {
        double cost = fake.cost.of(launch, params.getOrDefault("bytes", ""));
        String unit = fake.mode.equals("thrpt") ? "ops/us" : "us/op";
        return Map.of(
                "benchmark",
                name,
                "mode",
                fake.mode,
                "params",
                params,
                "primaryMetric",
                Map.of("score", cost, "scoreUnit", unit, "rawData", List.of(List.of(cost))));
    }
}
