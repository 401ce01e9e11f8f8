package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures variants in turns, benchmark by benchmark: base, head, head, base and so on, so that what drifts on the
 * machine drifts through all of them. Each variant's results are a folder of runs.
 */
final class Experiment {
    /** A benchmark, or some of its rows, that a variant could not measure. */
    record Failure(String variant, String words) {
        @Override
        public String toString() {
            return "failed in " + variant + ": " + words;
        }
    }

    /** Some launches of one variant, one after the other. */
    record Step(String variant, int forks) {}

    /** JMH goes on with the other rows of a benchmark, and leaves the failed one out of its results. */
    private static final String JMH_FAILURE = "<failure>";

    private final Map<String, Variant> variants;
    private final Path out;
    private final Progress progress;
    private final Counts counts;
    private final Map<String, Failure> failures = new LinkedHashMap<>();
    private final Set<String> givenUp = new HashSet<>();
    private final Set<String> measured = new HashSet<>();
    private int batches;

    /**
     * Prepares an experiment.
     *
     * @param variants by name, in the order in which they begin
     * @param out a folder in which each variant gets one by its name
     * @param progress has been told how many {@link #steps} to expect
     */
    Experiment(Map<String, Variant> variants, Path out, Progress progress) {
        this(variants, out, progress, new Counts(out));
    }

    private Experiment(Map<String, Variant> variants, Path out, Progress progress, Counts counts) {
        this.variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
        this.out = out;
        this.progress = progress;
        this.counts = counts;
    }

    /** The same variants in reverse order, with as many operations per iteration, into another folder. */
    Experiment again(Path elsewhere) {
        List<String> names = new ArrayList<>(variants.keySet());
        Collections.reverse(names);
        Map<String, Variant> reversed = new LinkedHashMap<>();
        names.forEach(name -> reversed.put(name, variants.get(name)));
        return new Experiment(reversed, elsewhere, progress, counts);
    }

    /** Everything that a variant has measured so far; empty if it has measured nothing. */
    Suite suite(String variant, Settings settings) throws IOException {
        Path folder = out.resolve(variant);
        return measured.contains(variant) ? Suite.read(folder, settings) : Suite.none(folder, settings);
    }

    Set<String> givenUp() {
        return Collections.unmodifiableSet(givenUp);
    }

    /** The benchmarks of which some variant could not measure all rows. */
    Map<String, Failure> failures() {
        return Collections.unmodifiableMap(failures);
    }

    /** The order of launches: every other round runs backwards, and adjacent launches of one variant are one step. */
    static List<Step> steps(List<String> variants, int forks) {
        List<String> round = new ArrayList<>(variants);
        List<Step> steps = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            for (String variant : round) {
                Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
                if (last != null && last.variant().equals(variant)) {
                    steps.set(steps.size() - 1, new Step(variant, last.forks() + 1));
                } else {
                    steps.add(new Step(variant, 1));
                }
            }
            Collections.reverse(round);
        }
        return steps;
    }

    /**
     * Measures a benchmark on all variants; skips those on which it has failed before.
     *
     * @param values of parameters, to measure only some rows; empty for all of them
     * @param forks launches on each variant
     * @throws UsageException if a variant's program refuses
     */
    void measure(String benchmark, Map<String, Set<String>> values, int forks)
            throws IOException, InterruptedException {
        measure(List.copyOf(variants.keySet()), benchmark, values, forks);
    }

    /** As {@link #measure(String, Map, int)}, on some variants. */
    void measure(List<String> some, String benchmark, Map<String, Set<String>> values, int forks)
            throws IOException, InterruptedException {
        for (Step step : steps(some, forks)) {
            String what =
                    step.variant() + ": " + brief(benchmark) + (step.forks() > 1 ? ", " + step.forks() + " forks" : "");
            progress.begin(what);
            progress.end(what, givenUp.contains(benchmark) ? "left out" : take(step, benchmark, values));
        }
    }

    private String take(Step step, String benchmark, Map<String, Set<String>> values)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        LaunchBatch batch = batch(step, benchmark, values);
        Files.createDirectories(batch.folder());
        int exit = Child.run(variants.get(step.variant()).command(batch), Path.of(""), batch.log());
        if (variants.get(step.variant()).refused(exit)) {
            throw new UsageException(step.variant() + " was refused (exit code " + exit + "): "
                    + Child.lastWords(batch.log()) + "; all of it is in " + batch.log());
        }
        if (!holdsResults(batch.everything())) {
            // What there is of a file would be taken for a run.
            Files.deleteIfExists(batch.everything());
            Files.deleteIfExists(batch.results());
            givenUp.add(benchmark);
            failures.put(benchmark, failure(step, batch));
            return "FAILED";
        }
        measured.add(step.variant());
        counts.add(benchmark, batch.everything());
        if (Files.readString(batch.log(), StandardCharsets.ISO_8859_1).contains(JMH_FAILURE)) {
            failures.putIfAbsent(benchmark, failure(step, batch));
            return "some of it FAILED";
        }
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
    }

    private static Failure failure(Step step, LaunchBatch batch) throws IOException {
        String log = Files.readString(batch.log(), StandardCharsets.ISO_8859_1);
        int reason = log.indexOf(JMH_FAILURE);
        String words = reason < 0
                ? Child.lastWords(batch.log())
                : Child.oneLine(log.substring(reason + JMH_FAILURE.length())
                        .lines()
                        .filter(line -> !line.isBlank())
                        .limit(1)
                        .toList());
        return new Failure(step.variant(), words + "; all of it is in " + batch.log());
    }

    private LaunchBatch batch(Step step, String benchmark, Map<String, Set<String>> values) {
        String name = String.format("%04d-%s", ++batches, brief(benchmark).replaceAll("[^A-Za-z0-9._-]", "_"));
        return new LaunchBatch(
                benchmark,
                values,
                step.forks(),
                counts.of(benchmark),
                out.resolve(step.variant()).resolve(name).toAbsolutePath());
    }

    private static boolean holdsResults(Path file) throws IOException {
        // JMH leaves an empty file, or an empty list, when nothing came of it.
        return Files.exists(file) && Files.readString(file).contains("\"benchmark\"");
    }

    private static String brief(String benchmark) {
        String[] parts = benchmark.split("\\.");
        return parts.length < 2 ? benchmark : parts[parts.length - 2] + "." + parts[parts.length - 1];
    }
}
