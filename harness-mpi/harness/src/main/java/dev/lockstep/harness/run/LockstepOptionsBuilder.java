package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.Launchers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds the options of a run, in the style of JMH's {@code OptionsBuilder}. What is not said is as on the command line: all benchmarks, {@code comm=local}, two ranks
 * of one thread, {@link RunOptions.Effort#DEFAULT}, {@link RunOptions.Launch#DEFAULT}, this JVM, {@link RunOptions.Plan#DEFAULT}.
 */
public final class LockstepOptionsBuilder {
    private final List<String> patterns = new ArrayList<>();
    private final Map<String, Set<String>> params = new LinkedHashMap<>();
    private List<String> comms = List.of("local");
    private List<Integer> ranks = List.of(2);
    private List<Integer> threads = List.of(1);
    private RunOptions.Effort effort = RunOptions.Effort.DEFAULT;
    private Ops ops = new Ops.Calibrated();
    private RunOptions.Launch launch = RunOptions.Launch.DEFAULT;
    private Jvm jvm = Jvm.current(List.of());
    private RunOptions.Plan plan = RunOptions.Plan.DEFAULT;
    private Path out = Path.of("lockstep-results", Conductor.folderName());

    /** With the defaults. */
    public LockstepOptionsBuilder() {
        // Everything has its default.
    }

    /**
     * Adds benchmarks.
     *
     * @param regex that their names must contain; of several, one
     * @return this
     */
    public LockstepOptionsBuilder include(String regex) {
        patterns.add(regex);
        return this;
    }

    /**
     * Chooses communicators.
     *
     * @param names of providers; said twice, one counts
     * @return this
     */
    public LockstepOptionsBuilder comm(String... names) {
        comms = Arrays.stream(names).distinct().toList();
        return this;
    }

    /**
     * Chooses numbers of ranks.
     *
     * @param numbers each at least 1; said twice, one counts
     * @return this
     */
    public LockstepOptionsBuilder ranks(Integer... numbers) {
        ranks = Arrays.stream(numbers).distinct().toList();
        return this;
    }

    /**
     * Chooses numbers of threads per rank.
     *
     * @param numbers each at least 1; said twice, one counts
     * @return this
     */
    public LockstepOptionsBuilder threads(Integer... numbers) {
        threads = Arrays.stream(numbers).distinct().toList();
        return this;
    }

    /**
     * Adds values of a benchmark's parameter, in place of the benchmark's own.
     *
     * @param name of the parameter
     * @param values said twice, one counts
     * @return this
     */
    public LockstepOptionsBuilder param(String name, String... values) {
        params.computeIfAbsent(name, n -> new LinkedHashSet<>()).addAll(Arrays.asList(values));
        return this;
    }

    /**
     * Says how long and how often.
     *
     * @param forksAndIterations of each cell
     * @return this
     */
    public LockstepOptionsBuilder effort(RunOptions.Effort forksAndIterations) {
        effort = forksAndIterations;
        return this;
    }

    /**
     * Says how many operations an iteration has.
     *
     * @param rule how they are counted
     * @return this
     */
    public LockstepOptionsBuilder ops(Ops rule) {
        ops = rule;
        return this;
    }

    /**
     * Says how processes are started.
     *
     * @param how launcher, binding, time limit
     * @return this
     */
    public LockstepOptionsBuilder launch(RunOptions.Launch how) {
        launch = how;
        return this;
    }

    /**
     * Says how processes are started: by which launcher, and all else as usual.
     *
     * @param name of a launcher, or {@value Launchers#AUTO}
     * @return this
     */
    public LockstepOptionsBuilder launcher(String name) {
        return launch(launch.by(name));
    }

    /**
     * Chooses the JVM of every fork and every rank.
     *
     * @param executableAndArguments the same for every cell
     * @return this
     */
    public LockstepOptionsBuilder jvm(Jvm executableAndArguments) {
        jvm = executableAndArguments;
        return this;
    }

    /**
     * Says in what order, for how long, and which part.
     *
     * @param seedBudgetAndShard of the run
     * @return this
     */
    public LockstepOptionsBuilder plan(RunOptions.Plan seedBudgetAndShard) {
        plan = seedBudgetAndShard;
        return this;
    }

    /**
     * Chooses the folder for all that the run writes.
     *
     * @param folder empty, or not there yet
     * @return this
     */
    public LockstepOptionsBuilder output(Path folder) {
        out = folder;
        return this;
    }

    /**
     * Ends it.
     *
     * @return the options
     */
    public RunOptions build() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        params.forEach((name, set) -> values.put(name, List.copyOf(set)));
        return new RunOptions(
                patterns,
                comms,
                ranks,
                threads,
                values,
                effort,
                ops,
                launch,
                jvm.with("-D" + RunOptions.Plan.SEED_PROPERTY + "=" + plan.seed()),
                plan,
                out);
    }
}
