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
 * Measures sides in turns, benchmark by benchmark: base, head, head, base and so on, so that what drifts on the machine drifts
 * through all of them. Each side's results are a folder of runs.
 */
final class Trial {
    /**
     * A benchmark, or some of its rows, that a side could not measure.
     *
     * @param side which
     * @param words why
     */
    record Failure(String side, String words) {
        @Override
        public String toString() {
            return "failed in " + side + ": " + words;
        }
    }

    /** Some launches of one side, one after the other. */
    record Step(String side, int forks) {}

    /** JMH goes on with the other rows of a benchmark, and leaves the one out of its results. */
    private static final String JMH_FAILURE = "<failure>";

    private final Map<String, Side> sides;
    private final Path out;
    private final Progress progress;
    private final Counts counts;
    private final Map<String, Failure> failures = new LinkedHashMap<>();
    private final Set<String> givenUp = new HashSet<>();
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
        this(sides, out, progress, new Counts(out));
    }

    private Trial(Map<String, Side> sides, Path out, Progress progress, Counts counts) {
        this.sides = Collections.unmodifiableMap(new LinkedHashMap<>(sides));
        this.out = out;
        this.progress = progress;
        this.counts = counts;
    }

    /** The same sides, in reverse and with as many operations per iteration, into another folder. */
    Trial again(Path elsewhere) {
        List<String> names = new ArrayList<>(sides.keySet());
        Collections.reverse(names);
        Map<String, Side> reversed = new LinkedHashMap<>();
        names.forEach(name -> reversed.put(name, sides.get(name)));
        return new Trial(reversed, elsewhere, progress, counts);
    }

    /** All that a side has measured so far; of one that has measured nothing, nothing. */
    Suite suite(String side, Settings settings) throws IOException {
        Path folder = out.resolve(side);
        return measured.contains(side) ? Suite.read(folder, settings) : Suite.none(folder, settings);
    }

    /** Benchmarks that are given up. */
    Set<String> givenUp() {
        return Collections.unmodifiableSet(givenUp);
    }

    /** Benchmarks of which some side could not measure all rows. */
    Map<String, Failure> failures() {
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
            progress.end(what, givenUp.contains(benchmark) ? "left out" : take(step, benchmark, values));
        }
    }

    private String take(Step step, String benchmark, Map<String, Set<String>> values)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Turn turn = turn(step, benchmark, values);
        Files.createDirectories(turn.folder());
        int exit = Child.run(sides.get(step.side()).command(turn), Path.of(""), turn.log());
        if (sides.get(step.side()).refused(exit)) {
            throw new UsageException(step.side() + " was refused (exit code " + exit + "): "
                    + Child.lastWords(turn.log()) + "; all of it is in " + turn.log());
        }
        if (!holdsResults(turn.results())) {
            // What there is of a file would be taken for a run.
            Files.deleteIfExists(turn.results());
            givenUp.add(benchmark);
            failures.put(benchmark, failure(step, turn));
            return "FAILED";
        }
        measured.add(step.side());
        counts.add(benchmark, turn.results());
        if (Files.readString(turn.log(), StandardCharsets.ISO_8859_1).contains(JMH_FAILURE)) {
            failures.putIfAbsent(benchmark, failure(step, turn));
            return "some of it FAILED";
        }
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
    }

    private static Failure failure(Step step, Turn turn) throws IOException {
        String log = Files.readString(turn.log(), StandardCharsets.ISO_8859_1);
        int reason = log.indexOf(JMH_FAILURE);
        String words = reason < 0
                ? Child.lastWords(turn.log())
                : Child.oneLine(log.substring(reason + JMH_FAILURE.length())
                        .lines()
                        .filter(line -> !line.isBlank())
                        .limit(1)
                        .toList());
        return new Failure(step.side(), words + "; all of it is in " + turn.log());
    }

    private Turn turn(Step step, String benchmark, Map<String, Set<String>> values) {
        String name = String.format("%04d-%s", ++turns, brief(benchmark).replaceAll("[^A-Za-z0-9._-]", "_"));
        return new Turn(
                benchmark,
                values,
                step.forks(),
                counts.of(benchmark),
                out.resolve(step.side()).resolve(name).toAbsolutePath());
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
