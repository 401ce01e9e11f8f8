package dev.lockstep.harness.launch;

import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.KeyValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How processes are started, as the user chose; the same for all launches of a run.
 *
 * @param launcher a launcher's name, or {@code auto}
 * @param bind as in {@link LaunchRequest}
 * @param args the user's own, for the launcher
 * @param timeoutSeconds how long no rank may get further, so also how long an iteration may last
 * @param debug the rank that waits for a debugger; then there is no time limit
 * @param outputLimit how many bytes are kept of what each rank prints
 * @param hosts where the ranks are started
 */
public record LaunchOptions(
        String launcher,
        String bind,
        List<String> args,
        long timeoutSeconds,
        Optional<DebugRank> debug,
        long outputLimit,
        Hosts hosts) {
    /** When nothing else is said: five minutes, 16 MB, and where the launcher starts ranks by itself. */
    public static final LaunchOptions DEFAULT = new LaunchOptions(
            Launchers.AUTO, LaunchRequest.AUTO, List.of(), 300, Optional.empty(), 16L << 20, Hosts.NOT_GIVEN);

    /** What a batch system tells the processes of a job, which may have several hosts. */
    private static final List<String> JOBS = List.of("SLURM_JOB_ID", "PBS_NODEFILE", "LSB_HOSTS", "PE_HOSTFILE");

    /** Each of the launcher's arguments has a key of its own, numbered from 1, so that it may hold anything. */
    private static final String ARG = "arg.";

    /** Copies the list, and lifts the limit for who debugs. */
    public LaunchOptions {
        args = List.copyOf(args);
        timeoutSeconds = debug.isPresent() ? DebugRank.NO_LIMIT_SECONDS : timeoutSeconds;
    }

    /**
     * When JMH itself begins to interrupt an iteration: after the relay has given up, which knows all ranks and can end them.
     *
     * @return in seconds
     */
    public long iterationTimeoutSeconds() {
        return timeoutSeconds + 30;
    }

    /**
     * Whether ranks may run on other hosts than this one: on those that are given, or on a job's, of which the launcher
     * knows.
     *
     * @param environment of this process
     */
    public boolean mayLeaveThisHost(Map<String, String> environment) {
        return hosts.beyondThisHost()
                || launcher.equals(SrunLauncher.PROGRAM)
                || JOBS.stream().anyMatch(environment::containsKey);
    }

    /** The same by another launcher, or {@code auto}. */
    public LaunchOptions by(String name) {
        return new LaunchOptions(name, bind, args, timeoutSeconds, debug, outputLimit, hosts);
    }

    /** The same, bound as {@link LaunchRequest} says. */
    public LaunchOptions bound(String binding) {
        return new LaunchOptions(launcher, binding, args, timeoutSeconds, debug, outputLimit, hosts);
    }

    /** The same with these arguments for the launcher. */
    public LaunchOptions with(List<String> launcherArgs) {
        return new LaunchOptions(launcher, bind, launcherArgs, timeoutSeconds, debug, outputLimit, hosts);
    }

    /** The same with another limit, in seconds. */
    public LaunchOptions within(long seconds) {
        return new LaunchOptions(launcher, bind, args, seconds, debug, outputLimit, hosts);
    }

    /** The same, with a rank that waits for a debugger, and no time limit. */
    public LaunchOptions debugging(DebugRank rank) {
        return new LaunchOptions(launcher, bind, args, timeoutSeconds, Optional.of(rank), outputLimit, hosts);
    }

    /** The same with no rank that waits, and the same time limit. */
    public LaunchOptions withoutDebugger() {
        return new LaunchOptions(launcher, bind, args, timeoutSeconds, Optional.empty(), outputLimit, hosts);
    }

    /** The same, with so many bytes kept of what each rank prints. */
    public LaunchOptions keeping(long bytes) {
        return new LaunchOptions(launcher, bind, args, timeoutSeconds, debug, bytes, hosts);
    }

    /** The same on these hosts. */
    public LaunchOptions on(Hosts where) {
        return new LaunchOptions(launcher, bind, args, timeoutSeconds, debug, outputLimit, where);
    }

    /**
     * How the processes of a layout will be started, as far as it is known before a launch: port and key come with it.
     *
     * @param layout of ranks and processes
     * @return with a made-up port
     */
    public LaunchPlan plan(RankLayout layout) {
        return LaunchPlan.of(layout, this, JobKey.random(), List.of("127.0.0.1:0"));
    }

    /**
     * As text.
     *
     * @return for {@link KeyValues}
     */
    public Map<String, String> toMap() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("launcher", launcher);
        all.put("bind", bind);
        for (int i = 0; i < args.size(); i++) {
            all.put(ARG + (i + 1), args.get(i));
        }
        all.put("hosts", hosts.toString());
        all.put("timeout", String.valueOf(timeoutSeconds));
        all.put("output", String.valueOf(outputLimit));
        debug.ifPresent(rank -> all.put("debug", rank.format()));
        return all;
    }

    /**
     * From text.
     *
     * @param all as {@link #toMap} writes it; what is left out is as in {@link #DEFAULT}
     * @return the options
     * @throws IllegalArgumentException if a value is none
     */
    public static LaunchOptions of(Map<String, String> all) {
        List<String> args = new ArrayList<>();
        for (String arg = all.get(ARG + 1); arg != null; arg = all.get(ARG + (args.size() + 1))) {
            args.add(arg);
        }
        return new LaunchOptions(
                all.getOrDefault("launcher", DEFAULT.launcher),
                all.getOrDefault("bind", DEFAULT.bind),
                args,
                Long.parseLong(all.getOrDefault("timeout", String.valueOf(DEFAULT.timeoutSeconds))),
                Optional.ofNullable(all.get("debug")).map(DebugRank::parse),
                Long.parseLong(all.getOrDefault("output", String.valueOf(DEFAULT.outputLimit))),
                Hosts.parse(all.getOrDefault("hosts", "")));
    }
}
