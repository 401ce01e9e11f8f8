package dev.lockstep.harness.run;

import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.placement.PlacementChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The options of a run: what to measure, and how.
 *
 * @param patterns regular expressions that benchmarks' names must contain one of; empty for all
 * @param comms communicator providers' names
 * @param ranks numbers of ranks
 * @param threads numbers of threads per rank
 * @param threadLevels that ranks ask their library for; empty for the usual one of each cell
 * @param params values of benchmark parameters; of those not named, the benchmark's own
 * @param effort how long and how often
 * @param keepSamples whether launches that time each operation keep every rank's part in it
 * @param ops how many operations an iteration has
 * @param handicap how much more work an iteration does than it counts: 0.05 is 5%, usually 0
 * @param launch how processes are started
 * @param profilers of JMH, for every rank
 * @param jvm the JVM's executable, and its arguments, the same for every cell
 * @param plan in what order, for how long, and which part of it
 * @param versus what is compared within it
 * @param out folder for all that the run writes
 * @param maxMemory how many bytes a rank's messages may take: what takes more is left out
 * @param placement in which cells are to have their launches (docs/method.md, "Placements")
 */
public record RunOptions(
        List<String> patterns,
        List<String> comms,
        List<Integer> ranks,
        List<Integer> threads,
        List<ThreadLevel> threadLevels,
        Map<String, List<String>> params,
        Effort effort,
        boolean keepSamples,
        Ops ops,
        double handicap,
        LaunchOptions launch,
        List<Profiling> profilers,
        Jvm jvm,
        Plan plan,
        Baseline versus,
        Path out,
        long maxMemory,
        PlacementChoice.Wish placement) {
    /** The bytes that a rank's messages may take where nothing else is said: OSU's default. */
    public static final long USUAL_MEMORY = 512L << 20;

    /** What libraries may take beside messages, as buffers of their own. */
    private static final long LIBRARIES_MEMORY = 256L << 20;

    private static final double ROUNDING = 1e-9;
    /** What a thread costs at least that sleeps until it is woken, twice. */
    private static final double SLEEP_NANOS = 10_000;

    private static final int SLEEPER = 3;

    public RunOptions {
        patterns = List.copyOf(patterns);
        comms = List.copyOf(comms);
        ranks = List.copyOf(ranks);
        threads = List.copyOf(threads);
        threadLevels = List.copyOf(threadLevels);
        params = Map.copyOf(params);
        profilers = List.copyOf(profilers);
    }

    /**
     * The number of operations that an iteration counts: the number found or given, or the next of which the handicap
     * is a whole number of operations.
     */
    public int counted(int n) {
        return handicap == 0 ? n : (int) Math.round(Math.ceil(n * handicap - ROUNDING) / handicap);
    }

    /** The number of operations that an iteration does: those that {@link #counted} gave, and the handicap. */
    public int done(int counted) {
        return Math.toIntExact(counted + Math.round(counted * handicap));
    }

    /**
     * Whether cells that lack launches in the placement that counts get more after the planned ones, at most as many again:
     * not where fewer than three were asked for, which have no interval that anything could be read from, but for pairs.
     */
    public boolean fills() {
        return (effort.forks >= PlacementChoice.LEAST || !versus.isNone())
                && !placement.equals(PlacementChoice.Wish.ALL);
    }

    /** Whether cells get launches until their intervals are narrow. */
    public boolean narrows() {
        return plan.precision > 0;
    }

    /**
     * How long an iteration of a cell should last. Exchanges in which threads sleep scatter from call to call: where
     * intervals are to be narrow, an iteration has three times as many of them.
     *
     * @param nanosPerCall of one invocation, its untimed barrier included
     */
    public long iterationMillis(double nanosPerCall) {
        return effort.iterationMillis() * (narrows() && nanosPerCall > SLEEP_NANOS ? SLEEPER : 1);
    }

    /** Whether each call of a communicator is counted. */
    public boolean profilesMpi() {
        return jvm.args().stream().anyMatch(argument -> argument.startsWith("-D" + MpiProfile.PROPERTY + "="));
    }

    /**
     * Arguments of every fork's and rank's JVM: room for the messages of its ranks, what was chosen, the seed, and the thread
     * level that ranks ask for.
     */
    public List<String> jvmArgs(RankLayout layout) {
        long messages = maxMemory * Math.max(1, layout.ranks() / layout.processes());
        return Stream.of(
                        List.of("-XX:MaxDirectMemorySize=" + (messages + LIBRARIES_MEMORY)),
                        launch.mayLeaveThisHost(System.getenv()) ? List.<String>of() : jvm.classData(),
                        jvm.args(),
                        List.of("-D" + Plan.SEED_PROPERTY + "=" + plan.seed()),
                        layout.threadLevelArgument(launch.launcher()))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The effort for each cell.
     *
     * @param forks launches of each cell; of the base of a comparison, pairs of them
     * @param warmupIterations before anything counts, in each launch; more where the pilot says so
     * @param iterations that count, in each launch
     * @param iterationMillis how long an iteration should last
     * @param distributionForks further launches of each cell whose operations can be timed one by one
     */
    public record Effort(int forks, int warmupIterations, int iterations, long iterationMillis, int distributionForks) {
        /** The effort for figures that are read and compared: the t of three launches is nearly twice that of five. */
        public static final Effort DEFAULT = new Effort(5, 5, 5, 200, 1);

        /** The effort for a claim: it needs ten pairs of launches (docs/method.md, "Claims"). */
        public static final Effort PAIRED = new Effort(10, 5, 5, 200, 1);

        /**
         * The number of warm-up iterations of a launch.
         *
         * @param found by the cell's pilot
         * @return those that it says; where it says none, those that were asked for
         */
        public int warmupIterations(RunEvent.Calibration found) {
            return found.warmupIterations() == null ? warmupIterations : found.warmupIterations();
        }

        /** The number of launches for the distribution of a cell; 0 if nothing times its operations. */
        public int distributionForks(Cell cell) {
            return cell.benchmark().timed() ? distributionForks : 0;
        }
    }

    /**
     * The order of a run's launches, its time, and its part of the cells.
     *
     * @param seed decides the order of the launches; every fork and rank has it as the system property
     *     {@value #SEED_PROPERTY}
     * @param budgetMillis how long the run may take, pilots included; 0 for as long as it needs
     * @param precision half of a 95% interval over its mean, until which cells get further launches: 0.1 is 10% either
     *     way; 0 for none
     * @param shard which part
     */
    public record Plan(long seed, long budgetMillis, double precision, Shard shard) {
        /** The property that tells ranks the seed, for payloads that are random and yet the same in every run. */
        public static final String SEED_PROPERTY = "lockstep.seed";

        /** The plan by default: seed 1, no budget, no precision, all cells. */
        public static final Plan DEFAULT = within(0);

        /** The plan by default, within a time. */
        public static Plan within(long budgetMillis) {
            return new Plan(1, budgetMillis, 0, Shard.WHOLE);
        }
    }
}
