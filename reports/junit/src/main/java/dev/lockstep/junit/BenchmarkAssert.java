package dev.lockstep.junit;

import dev.lockstep.junit.Launcher.Listed;
import dev.lockstep.reports.regression.Row;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.reports.regression.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Asserts what a JMH benchmark of the class path costs beside another one. Launches of the two alternate, and the rule
 * is that of {@code ab}: the floor is 3%, the rate of false discoveries 5%. Rows of the two pair by mode, threads and
 * the parameters that both have.
 *
 * <p>A benchmark is named by the end of its class and method, as much of it as tells it from others: {@code
 * Mine.decode}. What is not said here is as the benchmark's annotations have it; where they say nothing, a launch has
 * five iterations of 500 ms to warm up and five of 200 ms that count.
 */
public final class BenchmarkAssert {
    /** The comparison tests nothing of fewer. */
    private static final int LEAST_FORKS = 3;

    private final Launcher launcher;
    private final Listed subject;
    private final OptionsBuilder options = new OptionsBuilder();
    private final Set<String> params = new TreeSet<>();
    private int forks = 5;
    private Duration budget = Duration.ofMinutes(10);

    BenchmarkAssert(Launcher launcher, String subject) {
        this.launcher = launcher;
        this.subject = find(launcher, subject);
    }

    /**
     * Begins an assertion.
     *
     * @param name the end of the benchmark's class and method
     * @throws IllegalArgumentException if no benchmark is named so, or several are; it says which there are
     */
    public static BenchmarkAssert assertThatBenchmark(String name) {
        return new BenchmarkAssert(new JmhLauncher(), name);
    }

    /** Sets the values of a parameter, of each benchmark that has it. The assertion has to hold for every value. */
    public BenchmarkAssert withParam(String name, String... values) {
        options.param(name, values);
        params.add(name);
        return this;
    }

    /**
     * Sets how many launches of each benchmark come before the first look at the data, and before each of at most two
     * more, which are taken while the data nearly say that one is slower; five by default.
     *
     * @param launches at least three
     */
    public BenchmarkAssert forks(int launches) {
        if (launches < LEAST_FORKS) {
            throw new IllegalArgumentException(
                    "forks must be at least " + LEAST_FORKS + ", not " + launches + ": fewer cannot show a difference");
        }
        forks = launches;
        return this;
    }

    /** Sets the iterations of each launch that do not count. */
    public BenchmarkAssert warmup(int iterations, Duration each) {
        options.warmupIterations(iterations).warmupTime(TimeValue.nanoseconds(each.toNanos()));
        return this;
    }

    /** Sets the iterations of each launch that count; their median is what the launch costs. */
    public BenchmarkAssert iterations(int iterations, Duration each) {
        options.measurementIterations(iterations).measurementTime(TimeValue.nanoseconds(each.toNanos()));
        return this;
    }

    /**
     * Sets the time after which no further pair of launches is begun, ten minutes by default. Launches that have to
     * confirm a verdict are not counted.
     */
    public BenchmarkAssert within(Duration limit) {
        budget = limit;
        return this;
    }

    /**
     * Asserts that the other benchmark costs more, beyond the floor. What is inconclusive fails.
     *
     * @param other the end of its class and method
     * @throws AssertionError if it is not so, or a benchmark fails
     * @throws IllegalArgumentException if there are no two such benchmarks, if they lack a parameter, or if one has several
     *     values of a parameter that the other lacks
     */
    public void isFasterThan(String other) {
        // The other one in the place of the subject is to be a regression.
        check(subject, find(launcher, other), false, "faster than", row -> row.verdict() == Verdict.REGRESSED);
    }

    /**
     * Asserts that this benchmark does not cost more than the other, beyond the floor. What is inconclusive passes;
     * what is slower fails if as many new launches say so by themselves, too.
     *
     * @param other the end of its class and method
     * @throws AssertionError if it is slower, if nothing was tested, or if a benchmark fails
     * @throws IllegalArgumentException if there are no two such benchmarks, if they lack a parameter, or if one has several
     *     values of a parameter that the other lacks
     */
    public void isNotSlowerThan(String other) {
        check(
                find(launcher, other),
                subject,
                true,
                "no slower than",
                row -> row.tested().isPresent() && row.verdict() != Verdict.REGRESSED);
    }

    private static Listed find(Launcher launcher, String name) {
        List<Listed> all = launcher.benchmarks();
        List<Listed> found = all.stream()
                .filter(one -> ("." + one.name()).endsWith("." + name))
                .sorted(Comparator.comparingInt(one -> one.name().length()))
                .toList();
        if (found.size() == 1 || !found.isEmpty() && found.get(0).name().equals(name)) {
            return found.get(0);
        }
        String problem = found.isEmpty() ? "no benchmark is named " : "several benchmarks are named ";
        List<Listed> which = found.isEmpty() ? all : found;
        throw new IllegalArgumentException(problem + name + "; there are:\n  "
                + which.stream().map(Listed::name).collect(Collectors.joining("\n  ")));
    }

    private void check(Listed base, Listed head, boolean confirming, String claim, Predicate<Row> holds) {
        if (base.equals(head)) {
            throw new IllegalArgumentException(base.name() + " cannot be compared with itself");
        }
        // JMH passes over a parameter that a benchmark lacks.
        params.stream()
                .filter(param ->
                        !base.params().contains(param) && !head.params().contains(param))
                .findFirst()
                .ifPresent(param -> {
                    throw new IllegalArgumentException("no parameter is named " + param + "; there are " + base.params()
                            + " of " + base.name() + " and " + head.params() + " of " + head.name());
                });
        try (Trial trial = new Trial(launcher, options, base, head)) {
            List<Row> failing = trial.result(forks, budget, confirming).rows().stream()
                    .filter(holds.negate())
                    .toList();
            if (!failing.isEmpty()) {
                throw new AssertionError("expected " + subject.name() + " to be " + claim + " "
                        + (subject == base ? head : base).name()
                        + "\nbase is " + base.name() + ", head is " + head.name()
                        + lines(failing.stream().map(BenchmarkAssert::seen))
                        + lines(failing.stream().map(this::advice).distinct()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String lines(Stream<String> lines) {
        return lines.map(line -> "\n" + line).collect(Collectors.joining());
    }

    private static String seen(Row row) {
        String params = row.id().paramText();
        return (params.isEmpty() ? "" : params + ": ") + Words.sentence(row) + "; forks " + Words.forks(row);
    }

    private String advice(Row row) {
        String where;
        if (!row.verdict().compared()) {
            where = "modes, threads, JVM arguments and values of parameters, which both have to share";
        } else if (row.tested().isEmpty()) {
            where = "the time: only " + Words.forks(row) + " forks began within " + budget.toSeconds() + " s";
        } else if (row.tested().get().doubted()) {
            where = "the warm-up: take more iterations, or longer ones";
        } else if (row.verdict() == Verdict.INCONCLUSIVE) {
            where = "what else the machine does: launches scatter so much that only a difference of "
                    + Words.detectable(row) + " would be found in four cases of five; then take more forks";
        } else {
            where = "the code: this many launches leave no doubt";
        }
        return "look first at " + where;
    }
}
