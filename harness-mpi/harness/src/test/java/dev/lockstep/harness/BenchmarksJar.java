package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A module's {@code benchmarks.jar} under JMH's own command line, as a user starts it: for the integration tests of such modules. */
public final class BenchmarksJar {
    private final Path jar;
    private final Path scratch;

    /** The jar of the module that is being built. */
    public BenchmarksJar(Path scratch) {
        this.jar = Path.of("target", "benchmarks.jar").toAbsolutePath();
        this.scratch = scratch;
    }

    /** The benchmarks in it; gives their full names, as {@code -l} prints them. */
    public Set<String> list(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-l"));
        arguments.addAll(List.of(options));
        Set<String> names = new TreeSet<>(run(arguments).lines().toList());
        names.removeIf(line -> line.isBlank() || line.startsWith("Benchmarks:"));
        return names;
    }

    /** Runs benchmarks very briefly and requires a number from each; gives the names of those that have run. */
    public Set<String> scored(String... options) throws IOException, InterruptedException {
        Path json = scratch.resolve("results.json");
        List<String> arguments =
                new ArrayList<>(List.of("-wi", "1", "-i", "1", "-w", "50ms", "-r", "50ms", "-foe", "true"));
        if (!List.of(options).contains("-bs")) {
            arguments.addAll(List.of("-bs", "10", "-wbs", "10"));
        }
        arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
        arguments.addAll(List.of(options));
        String output = run(arguments);

        Set<String> scored = new TreeSet<>();
        for (JsonNode entry : new ObjectMapper().readTree(json.toFile())) {
            double score = entry.at("/primaryMetric/score").asDouble();
            assertThat(score)
                    .as("score of %s in:%n%s", entry, output)
                    .isPositive()
                    .isFinite();
            scored.add(entry.path("benchmark").asText());
        }
        assertThat(scored).as(output).isNotEmpty();
        return scored;
    }

    /** Runs the jar and requires that it fails; gives all that it printed. */
    public String runToFailure(String... arguments) throws IOException, InterruptedException {
        Child.Outcome outcome = start(List.of(arguments));
        assertThat(outcome.exit()).as(outcome.output()).isNotZero();
        return outcome.output();
    }

    private String run(List<String> arguments) throws IOException, InterruptedException {
        Child.Outcome outcome = start(arguments);
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        return outcome.output();
    }

    private Child.Outcome start(List<String> arguments) throws IOException, InterruptedException {
        // JMH allows one run per machine at a time; a test wants no number that another run could spoil.
        List<String> all = new ArrayList<>(List.of("-Djmh.ignoreLock=true", "-jar", jar.toString()));
        all.addAll(arguments);
        return new Child(scratch).run(all);
    }
}
