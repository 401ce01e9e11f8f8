package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A module's {@code benchmarks.jar} under JMH's own command line, as a user starts it: for the integration tests of such modules. */
public final class BenchmarksJar {
    private static final long TIMEOUT_SECONDS = 600;

    private final Path jar;
    private final Path scratch;

    /**
     * The jar of the module that is being built.
     *
     * @param scratch a directory for output and results
     */
    public BenchmarksJar(Path scratch) {
        this.jar = Path.of("target", "benchmarks.jar");
        this.scratch = scratch;
    }

    /**
     * The benchmarks in it.
     *
     * @param options JMH's, for a part of them
     * @return their full names, as {@code -l} prints them
     */
    public Set<String> list(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-l"));
        arguments.addAll(List.of(options));
        Set<String> names = new TreeSet<>(run(arguments).lines().toList());
        names.removeIf(line -> line.isBlank() || line.startsWith("Benchmarks:"));
        return names;
    }

    /**
     * Runs benchmarks very briefly and requires a number from each.
     *
     * @param options JMH's, such as {@code -t 4}
     * @return the names of those that have run
     */
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

    /**
     * Runs the jar and requires that it fails.
     *
     * @param arguments JMH's
     * @return all that it printed
     */
    public String runToFailure(String... arguments) throws IOException, InterruptedException {
        Path output = scratch.resolve("failure.txt");
        assertThat(start(List.of(arguments), output))
                .as(Files.readString(output))
                .isNotZero();
        return Files.readString(output);
    }

    private String run(List<String> arguments) throws IOException, InterruptedException {
        Path output = scratch.resolve("output.txt");
        assertThat(start(arguments, output)).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }

    private int start(List<String> arguments, Path output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // JMH allows one run per machine at a time; a test wants no number that another run could spoil.
        command.add("-Djmh.ignoreLock=true");
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("%s ended within %s s; it printed:%n%s", command, TIMEOUT_SECONDS, Files.readString(output))
                    .isTrue();
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
