package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Measures sides in turns, benchmark by benchmark: base, head, head, base and so on, so that what drifts on the machine drifts
 * through all of them. Each side's results are a folder of runs.
 */
final class Trial {
    /** Some launches of one side, one after the other. */
    record Step(String side, int forks) {}

    private final Map<String, Side> sides;
    private final Path out;
    private final Progress progress;
    private final Map<String, Path> counts = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Set<String> measured = new HashSet<>();
    private int turns;

    /**
     * For some sides.
     *
     * @param sides by name, in the order in which they begin
     * @param out a folder in which each gets one by its name
     * @param progress has been told how many {@link #steps} to expect
     */
    Trial(Map<String, Side> sides, Path out, Progress progress) {
        this.sides = Collections.unmodifiableMap(new LinkedHashMap<>(sides));
        this.out = out;
        this.progress = progress;
    }

    /** The same sides, in reverse and with as many operations per iteration, into another folder. */
    Trial again(Path elsewhere) {
        List<String> names = new ArrayList<>(sides.keySet());
        Collections.reverse(names);
        Map<String, Side> reversed = new LinkedHashMap<>();
        names.forEach(name -> reversed.put(name, sides.get(name)));
        Trial again = new Trial(reversed, elsewhere, progress);
        again.counts.putAll(counts);
        return again;
    }

    /** All that a side has measured so far; of one that has measured nothing, nothing. */
    Suite suite(String side, Settings settings) throws IOException {
        Path folder = out.resolve(side);
        return measured.contains(side) ? Suite.read(folder, settings) : Suite.none(folder, settings);
    }

    /** Benchmarks that some side could not measure, and why. */
    Map<String, String> failures() {
        return Collections.unmodifiableMap(failures);
    }

    /** The order of launches: every other one goes the other way round, and what is adjacent is one step. */
    static List<Step> steps(List<String> sides, int forks) {
        List<String> round = new ArrayList<>(sides);
        List<Step> steps = new ArrayList<>();
        for (int fork = 0; fork < forks; fork++) {
            for (String side : round) {
                Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
                if (last != null && last.side().equals(side)) {
                    steps.set(steps.size() - 1, new Step(side, last.forks() + 1));
                } else {
                    steps.add(new Step(side, 1));
                }
            }
            Collections.reverse(round);
        }
        return steps;
    }

    /**
     * Measures a benchmark on all sides; what has failed before is left out.
     *
     * @param benchmark JMH's full name of it
     * @param values of parameters, to measure some of its rows only; empty for all of them
     * @param forks launches on each side
     * @throws UsageException if a side's program refuses
     */
    void measure(String benchmark, Map<String, Set<String>> values, int forks)
            throws IOException, InterruptedException {
        measure(List.copyOf(sides.keySet()), benchmark, values, forks);
    }

    /** As {@link #measure(String, Map, int)}, on some sides. */
    void measure(List<String> some, String benchmark, Map<String, Set<String>> values, int forks)
            throws IOException, InterruptedException {
        for (Step step : steps(some, forks)) {
            String what =
                    step.side() + ": " + brief(benchmark) + (step.forks() > 1 ? ", " + step.forks() + " forks" : "");
            progress.begin(what);
            progress.end(what, failures.containsKey(benchmark) ? "left out" : take(step, benchmark, values));
        }
    }

    private String take(Step step, String benchmark, Map<String, Set<String>> values)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Turn turn = turn(step, benchmark, values, Optional.ofNullable(counts.get(benchmark)));
        int exit = run(step, turn);
        if (turn.counts().isPresent() && Child.lastWords(turn.log()).contains("has no count for")) {
            // A row that base does not have: it can be new only with a count of its own.
            turn = turn(step, benchmark, values, Optional.empty());
            exit = run(step, turn);
        }
        if (sides.get(step.side()).refused(exit)) {
            throw new UsageException(step.side() + " was refused (exit code " + exit + "): "
                    + Child.lastWords(turn.log()) + "; all of it is in " + turn.log());
        }
        if (!holdsResults(turn.results())) {
            failures.put(
                    benchmark,
                    "failed in " + step.side() + ": " + Child.lastWords(turn.log()) + "; all of it is in "
                            + turn.log());
            return "FAILED";
        }
        counts.putIfAbsent(benchmark, turn.results());
        measured.add(step.side());
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
    }

    private Turn turn(Step step, String benchmark, Map<String, Set<String>> values, Optional<Path> from) {
        String name = String.format("%04d-%s", ++turns, brief(benchmark).replaceAll("[^A-Za-z0-9._-]", "_"));
        return new Turn(
                benchmark,
                values,
                step.forks(),
                from,
                out.resolve(step.side()).resolve(name).toAbsolutePath());
    }

    private int run(Step step, Turn turn) throws IOException, InterruptedException {
        Files.createDirectories(turn.folder());
        return Child.run(sides.get(step.side()).command(turn), Path.of(""), turn.log());
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
