package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.relay.JobSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a run is to measure, and how.
 *
 * @param patterns regular expressions that benchmarks' names must contain one of; empty for all
 * @param comms communicator providers' names
 * @param ranks numbers of ranks
 * @param threads numbers of threads per rank
 * @param params values of benchmark parameters; of those not named, the benchmark's own
 * @param effort how long and how often
 * @param ops how many operations an iteration has
 * @param launch how processes are started
 * @param jvm the JVM's executable, and its arguments, the same for every cell
 * @param out folder for all that the run writes
 */
public record RunOptions(
        List<String> patterns,
        List<String> comms,
        List<Integer> ranks,
        List<Integer> threads,
        Map<String, List<String>> params,
        Effort effort,
        Ops ops,
        Launch launch,
        Jvm jvm,
        Path out) {

    /** Copies the collections. */
    public RunOptions {
        patterns = List.copyOf(patterns);
        comms = List.copyOf(comms);
        ranks = List.copyOf(ranks);
        threads = List.copyOf(threads);
        params = Map.copyOf(params);
    }

    /**
     * How long and how often.
     *
     * @param forks launches of each cell
     * @param warmupIterations before anything counts, in each launch
     * @param iterations that count, in each launch
     * @param iterationMillis how long an iteration should last
     */
    public record Effort(int forks, int warmupIterations, int iterations, long iterationMillis) {
        /** For figures that are compared. */
        public static final Effort DEFAULT = new Effort(3, 5, 5, 200);

        /** For a first look. */
        public static final Effort QUICK = new Effort(2, 8, 8, 100);
    }

    /**
     * How processes are started.
     *
     * @param launcher a launcher's name, or {@code auto}
     * @param bind as in {@link LaunchRequest}
     * @param args the user's own, for the launcher
     * @param hosts where the ranks are started
     * @param timeoutSeconds how long all ranks may be silent, and how long an iteration may last
     */
    public record Launch(String launcher, String bind, List<String> args, Hosts hosts, long timeoutSeconds) {
        /** When nothing else is said. */
        public static final Launch DEFAULT = new Launch(
                Launchers.AUTO, LaunchRequest.AUTO, List.of(), Hosts.UNSAID, JobSpec.DEFAULT_TIMEOUT_SECONDS);

        /** Copies the list. */
        public Launch {
            args = List.copyOf(args);
        }

        /**
         * The same by another launcher.
         *
         * @param name of a launcher, or {@code auto}
         * @return a copy
         */
        public Launch by(String name) {
            return new Launch(name, bind, args, hosts, timeoutSeconds);
        }

        /**
         * The same elsewhere.
         *
         * @param where to start the ranks
         * @return a copy
         */
        public Launch on(Hosts where) {
            return new Launch(launcher, bind, args, where, timeoutSeconds);
        }

        /**
         * One launch.
         *
         * @param folder for its script, logs and numbers
         * @param fork its number within its cell, from 1; 0 for a pilot
         * @return how it is made
         */
        public JobSpec job(Path folder, int fork) {
            return new JobSpec(folder, fork, launcher, bind, args, hosts, timeoutSeconds);
        }

        /**
         * How the processes of a layout will be started, as far as it is known before a launch: port and key come with it.
         *
         * @param layout of ranks and processes
         * @return with a made-up port
         */
        public LaunchPlan plan(RankLayout layout) {
            return LaunchPlan.of(
                    layout, new LaunchPlan.Preferences(launcher, bind, args), JobKey.random(), List.of("127.0.0.1:0"));
        }
    }
}
