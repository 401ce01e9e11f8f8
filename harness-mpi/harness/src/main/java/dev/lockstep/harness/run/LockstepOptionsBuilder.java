package dev.lockstep.harness.run;

import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Builds the options of a run, in the style of JMH's {@code OptionsBuilder}. Defaults are those of the command line:
 * all benchmarks, {@code comm=local}, two ranks of one thread, {@link RunOptions.Effort#DEFAULT},
 * {@link LaunchOptions#DEFAULT}, this JVM, {@link RunOptions.Plan#DEFAULT}.
 *
 * <p>Each method returns this builder, and throws a {@link UsageException} for a number out of its range, or for an
 * empty list. Of values given twice one counts.
 */
public final class LockstepOptionsBuilder {
    private final List<String> patterns = new ArrayList<>();
    private final Map<String, Set<String>> params = new LinkedHashMap<>();
    private List<String> comms = List.of("local");
    private List<Integer> ranks = List.of(2);
    private List<Integer> threads = List.of(1);
    private List<String> threadLevels = List.of();
    private int forks;
    private int warmupIterations;
    private int iterations;
    private long iterationMillis;
    private int distributionForks;
    private boolean keepSamples;
    private long maxMemory = RunOptions.USUAL_MEMORY;
    private Ops ops = new Ops.Calibrated();
    private double handicap;
    private LaunchOptions launch = LaunchOptions.DEFAULT;
    private final List<Profiling> profilers = new ArrayList<>();
    private Optional<String> profileMpi = Optional.empty();
    private RunOptions.Plan plan = RunOptions.Plan.DEFAULT;
    private Baseline versus = Baseline.NONE;
    private PlacementChoice.Wish placement = PlacementChoice.Wish.COMMON;
    private Jvm jvm;
    private Path java;
    private List<String> jvmArgs = List.of();
    private Path out = RunFolder.unnamed();

    /** A builder with the defaults. */
    public LockstepOptionsBuilder() {
        effort(RunOptions.Effort.DEFAULT);
    }

    /** Adds benchmarks whose names contain a regular expression. */
    public LockstepOptionsBuilder include(String regex) {
        patterns.add(regex);
        return this;
    }

    /** Chooses communicators by their providers' names. */
    public LockstepOptionsBuilder comm(String... names) {
        comms = Require.some("comm", Arrays.stream(names).distinct().toList());
        return this;
    }

    /** Chooses numbers of ranks, each at least 1. */
    public LockstepOptionsBuilder ranks(Integer... numbers) {
        ranks = Require.eachAtLeast(1, "ranks", List.of(numbers));
        return this;
    }

    /** Chooses numbers of threads per rank, each at least 1. */
    public LockstepOptionsBuilder threads(Integer... numbers) {
        threads = Require.eachAtLeast(1, "threads", List.of(numbers));
        return this;
    }

    /**
     * Chooses the thread levels that ranks ask their library for, in place of the usual one: the lowest that the library
     * gains by with one communicating thread, {@code multiple} with more.
     *
     * @param levels {@code single}, {@code funneled}, {@code serialized} or {@code multiple}; said twice, one counts
     * @return this
     */
    public LockstepOptionsBuilder threadLevel(String... levels) {
        threadLevels = List.of(levels);
        return this;
    }

    /**
     * Adds values of a benchmark's parameter, in place of the benchmark's own.
     *
     * @param name of the parameter
     * @param values said twice, one counts
     * @return this
     * @throws UsageException if there is none
     */
    public LockstepOptionsBuilder param(String name, String... values) {
        Require.some("parameter " + name, List.of(values));
        params.computeIfAbsent(name, n -> new LinkedHashSet<>()).addAll(Arrays.asList(values));
        return this;
    }

    /** Sets forks and iterations of each cell. */
    public LockstepOptionsBuilder effort(RunOptions.Effort forksAndIterations) {
        return forks(forksAndIterations.forks())
                .warmupIterations(forksAndIterations.warmupIterations())
                .measurementIterations(forksAndIterations.iterations())
                .iterationMillis(forksAndIterations.iterationMillis())
                .distributionForks(forksAndIterations.distributionForks());
    }

    /** Sets the number of launches of each cell, at least 1. */
    public LockstepOptionsBuilder forks(int number) {
        forks = (int) Require.atLeast(1, "forks", number);
        return this;
    }

    /** Sets the number of further launches that time each operation, for distributions; at least 0. */
    public LockstepOptionsBuilder distributionForks(int number) {
        distributionForks = (int) Require.atLeast(0, "distributionForks", number);
        return this;
    }

    /** Keeps every rank's part in each operation of the launches for distributions, besides their percentiles. */
    public LockstepOptionsBuilder keepSamples() {
        keepSamples = true;
        return this;
    }

    /** Sets how many bytes a rank's messages may take, at least 1; what takes more is left out. */
    public LockstepOptionsBuilder maxMemory(long bytes) {
        maxMemory = Require.atLeast(1, "maxMemory", bytes);
        return this;
    }

    /** Sets the number of iterations of each launch that do not count, at least 0. */
    public LockstepOptionsBuilder warmupIterations(int number) {
        warmupIterations = (int) Require.atLeast(0, "warmupIterations", number);
        return this;
    }

    /** Sets the number of iterations of each launch that count, at least 1. */
    public LockstepOptionsBuilder measurementIterations(int number) {
        iterations = (int) Require.atLeast(1, "measurementIterations", number);
        return this;
    }

    /**
     * Sets the length of an iteration, of warm-up or measurement, at least a millisecond. Ranks count operations, and
     * the pilot finds how many last so long; a benchmark without ranks goes by the clock.
     */
    public LockstepOptionsBuilder iterationTime(TimeValue time) {
        return iterationMillis(time.convertTo(TimeUnit.MILLISECONDS));
    }

    private LockstepOptionsBuilder iterationMillis(long millis) {
        iterationMillis = Require.atLeast(1, "iterationTime in ms", millis);
        return this;
    }

    /** Sets the rule by which the operations of an iteration are counted. */
    public LockstepOptionsBuilder ops(Ops rule) {
        ops = rule;
        return this;
    }

    /**
     * Makes every iteration do more than it counts, to see whether a comparison notices.
     *
     * @param share how much more, from 0, the default, to 1: 0.05 is 5%
     */
    public LockstepOptionsBuilder handicap(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new UsageException("a handicap must be from 0 to 1, not " + share);
        }
        handicap = share;
        return this;
    }

    /** Sets how processes are started: launcher, binding, time limit. */
    public LockstepOptionsBuilder launch(LaunchOptions how) {
        launch = how;
        return this;
    }

    /** Chooses the launcher, by its name or {@value Launchers#AUTO}. */
    public LockstepOptionsBuilder launcher(String name) {
        return launch(launch.by(name));
    }

    /**
     * Lets the JVM of one rank wait for a debugger, in every launch, and lifts all time limits.
     *
     * @throws IOException if this host has no free port
     */
    public LockstepOptionsBuilder debugRank(int rank) throws IOException {
        return launch(launch.debugging(DebugRank.of(rank)));
    }

    /**
     * Adds one of JMH's profilers, which works in every rank.
     *
     * @param name as after JMH's {@code -prof}
     * @param initLine its options, as after the name; may be empty
     * @throws UsageException if there is no such profiler, or it cannot work in ranks
     */
    public LockstepOptionsBuilder addProfiler(String name, String initLine) {
        profilers.add(Profiling.of(name, initLine));
        return this;
    }

    /**
     * Has each call of a communicator counted, in every rank: {@link MpiProfile}.
     *
     * @param what {@link MpiProfile#CALLS} or {@link MpiProfile#CRC}
     * @throws UsageException if it is neither
     */
    public LockstepOptionsBuilder profileMpi(String what) {
        if (!List.of(MpiProfile.CALLS, MpiProfile.CRC).contains(what)) {
            throw new UsageException("--profile-mpi counts calls; --profile-mpi=" + MpiProfile.CRC
                    + " looks at all messages, too. It is not '" + what + "'");
        }
        profileMpi = Optional.of(what);
        return this;
    }

    /** Sets the binding of ranks: {@code core}, {@code none}, {@code auto}, or a word of the launcher's own. */
    public LockstepOptionsBuilder bind(String binding) {
        return launch(launch.bound(binding));
    }

    /** Sets the launcher's arguments, passed on as they are, in place of earlier ones. */
    public LockstepOptionsBuilder launcherArgs(String... args) {
        return launch(launch.with(List.of(args)));
    }

    /** Limits the bytes of output that are kept of each rank, in each launch. */
    public LockstepOptionsBuilder outputLimit(long bytes) {
        return launch(launch.keeping(bytes));
    }

    /**
     * Sets the hosts that ranks are started on, filled in this order, in place of those that the launcher would choose.
     */
    public LockstepOptionsBuilder hosts(Hosts where) {
        return launch(launch.on(where));
    }

    /** Sets how long a launch may show no progress until it is ended, at least a second. */
    public LockstepOptionsBuilder timeout(TimeValue time) {
        return launch(launch.within(Require.atLeast(1, "timeout in s", time.convertTo(TimeUnit.SECONDS))));
    }

    /** Chooses the JVM of every fork and every rank by its {@code java}, with the {@link Jvm usual arguments}. */
    public LockstepOptionsBuilder jvm(String executable) {
        java = Path.of(executable);
        jvm = null;
        return this;
    }

    /** Sets the arguments of that JVM, or of this one, after the usual ones and in place of earlier ones. */
    public LockstepOptionsBuilder jvmArgs(String... args) {
        jvmArgs = List.of(args);
        jvm = null;
        return this;
    }

    /** Chooses the JVM of every fork and every rank, and all of its arguments. */
    public LockstepOptionsBuilder jvm(Jvm executableAndArguments) {
        jvm = executableAndArguments;
        return this;
    }

    /** Sets order, budget and shard of the run. */
    public LockstepOptionsBuilder plan(RunOptions.Plan seedBudgetAndShard) {
        plan = seedBudgetAndShard;
        return this;
    }

    /**
     * Compares cells with each other, in alternating launches. A base that is not among the measured values is added.
     * Forks are pairs of launches then: a claim needs {@link RunOptions.Effort#PAIRED ten}, which are not the default.
     */
    public LockstepOptionsBuilder versus(Baseline base) {
        versus = base;
        return this;
    }

    /** Chooses the placement of the cores in which cells are to have their launches. */
    public LockstepOptionsBuilder placement(PlacementChoice.Wish wish) {
        placement = wish;
        return this;
    }

    /** Chooses the folder for all that the run writes, which is empty or does not exist. */
    public LockstepOptionsBuilder output(Path folder) {
        out = folder;
        return this;
    }

    /**
     * Builds the options.
     *
     * @return the options
     * @throws UsageException if the JVM that was chosen is none, or a thread level or the precision cannot be, or samples are
     *     to be kept and nothing is to be timed that has any
     */
    public RunOptions build() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        params.forEach((name, set) -> values.put(name, List.copyOf(set)));
        if (keepSamples && distributionForks == 0) {
            throw new UsageException("--keep-samples keeps what launches for distributions time, and there are none:"
                    + " --distribution-forks 1 adds one to each cell");
        }
        requireWindowsCanBe();
        return new RunOptions(
                patterns,
                versus.among(Baseline.COMM, comms),
                versus.amongNumbers(Baseline.RANKS, ranks),
                versus.amongNumbers(Baseline.THREADS, threads),
                chosenThreadLevels(),
                values,
                new RunOptions.Effort(forks, warmupIterations, iterations, iterationMillis, distributionForks),
                keepSamples,
                ops,
                handicap,
                launch,
                profilers,
                chosenJvm(),
                chosenPlan(),
                versus,
                out,
                maxMemory,
                placement);
    }

    private void requireWindowsCanBe() {
        List<String> syncs = List.copyOf(params.getOrDefault(Arrival.SYNC, new LinkedHashSet<>()));
        if (!versus.among(Arrival.SYNC, syncs).contains(Arrival.WINDOW)) {
            return;
        }
        if (distributionForks == 0 || warmupIterations < 2) {
            throw new UsageException(
                    "sync=window is of launches for distributions, of which two warm-up iterations find how"
                            + " long a window is to be: it takes --distribution-forks 1 and --warmup 2, or more");
        }
        if (launch.hosts().beyondThisHost()) {
            throw new UsageException("sync=window takes ranks whose clocks are one, and --hosts may be several");
        }
    }

    private RunOptions.Plan chosenPlan() {
        double precision = plan.precision();
        if (!(precision >= 0 && precision < 1)) {
            throw new UsageException(
                    "--precision is a share of the score between 0 and 100%, not " + 100 * precision + "%");
        }
        if (precision > 0 && !versus.isNone()) {
            throw new UsageException(
                    "--precision is of scores, and --vs compares: more --forks make a claim more precise");
        }
        return plan;
    }

    private List<ThreadLevel> chosenThreadLevels() {
        try {
            return versus.among(Baseline.THREAD_LEVEL, threadLevels).stream()
                    .map(ThreadLevel::parse)
                    .distinct()
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private Jvm chosenJvm() {
        Jvm chosen = withoutProfile();
        return profileMpi
                .map(what -> chosen.with("-D" + MpiProfile.PROPERTY + "=" + what))
                .orElse(chosen);
    }

    private Jvm withoutProfile() {
        if (jvm != null) {
            return jvm;
        }
        return java == null ? Jvm.current(jvmArgs) : Jvm.at(java, jvmArgs);
    }
}
