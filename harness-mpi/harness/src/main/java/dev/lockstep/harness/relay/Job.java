package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.LaunchFolder;
import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.LaunchScript;
import dev.lockstep.harness.launch.Leftovers;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.rank.RankMain;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One launch: its folder, its key, its relay and the script that starts it. */
public final class Job implements Closeable {
    private final LaunchFolder folder;
    private final Relay relay;
    private final Path script;
    private final long outputLimit;
    private final Session session;
    private final Optional<OpTimesMerge> opTimes;
    private final RankLayout layout;
    private final Timeline timeline;
    private final String launcher;
    private volatile Optional<Path> sharedMemory = Optional.empty();

    private Job(JobSpec spec, RankLayout layout, Session session, Optional<OpTimesMerge> opTimes, Timeline timeline)
            throws IOException {
        this.opTimes = opTimes;
        this.timeline = timeline;
        this.layout = layout;
        this.launcher = spec.options().launcher();
        this.outputLimit = spec.options().outputLimit();
        this.session = session;
        this.folder = LaunchFolder.create(spec.folder());
        JobKey key = JobKey.random();
        folder.writeKey(key);
        this.relay = new Relay(
                key,
                layout.processes(),
                RelayAddresses.bind(layout.hosts().beyondThisHost()),
                new Watchdog(Limits.of(spec.options().timeoutSeconds()), folder.path()),
                session,
                new Ending(),
                timeline);
        this.script = writeScriptOrClose(spec, key);
    }

    /**
     * A launch in place of a fork of JMH.
     *
     * @param spec how
     * @param layout of ranks and processes
     * @return listening, not started
     * @throws IOException if folder, script or port cannot be had
     */
    public static Job fork(JobSpec spec, RankLayout layout) throws IOException {
        LaunchFolder folder = LaunchFolder.create(spec.folder());
        Files.deleteIfExists(folder.rows());
        RankRows rows = new RankRows(folder.rows(), spec.fork(), layout.ranks(), layout.processes(), spec.params());
        Timeline timeline = new Timeline();
        Optional<OpTimesMerge> opTimes = OpTimesMerge.of(spec, layout);
        JmhMerge merge = new JmhMerge(
                layout.processes(),
                layout.ranks(),
                rows,
                new RankLogs(folder.path(), spec.options().outputLimit()),
                timeline,
                opTimes,
                spec.hops(layout),
                folder::jmhPort);
        return new Job(spec, layout, merge, opTimes, timeline);
    }

    /**
     * A launch that runs a pilot.
     *
     * @param spec how
     * @param layout of ranks and processes
     * @param plan what it is to try
     * @return listening, not started
     * @throws IOException if folder, script or port cannot be had
     */
    public static Job pilot(JobSpec spec, RankLayout layout, PilotPlan plan) throws IOException {
        return new Job(spec, layout, new PilotSession(plan), Optional.empty(), new Timeline());
    }

    /**
     * A launch whose processes say what their hosts are like, and measure nothing.
     *
     * @param spec how
     * @param layout of ranks and processes
     * @return listening, not started
     * @throws IOException if folder, script or port cannot be had
     */
    public static Job probe(JobSpec spec, RankLayout layout) throws IOException {
        return new Job(spec, layout, new HostFactsSession(), Optional.empty(), new Timeline());
    }

    private Path writeScriptOrClose(JobSpec spec, JobKey key) throws IOException {
        try {
            return writeScript(spec, key);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private Path writeScript(JobSpec spec, JobKey key) throws IOException {
        LaunchPlan plan = LaunchPlan.of(layout, spec.options(), key, relay.addresses());
        sharedMemory = plan.sharedMemory();
        return LaunchScript.write(folder, plan);
    }

    /** What the relay does to the launch when it is over, well or not. */
    private final class Ending implements Relay.Ending {
        @Override
        public void completed(List<RankInfo> ranks) throws IOException {
            Files.write(
                    folder.path().resolve("ranks.txt"),
                    ranks.stream().map(r -> KeyValues.format(r.properties())).collect(Collectors.toList()));
            if (opTimes.isPresent()) {
                opTimes.get().result().write(folder.path());
            }
            timeline.mark("complete");
            timeline.write(folder.path().resolve("timeline.txt"));
            folder.markComplete();
        }

        @Override
        public void failed(List<RankInfo> ranks) {
            Leftovers.attempt("end the launcher", folder::killLauncher);
            folder.clearAway(layout.launcher(launcher), sharedMemory);
        }

        @Override
        public Optional<String> launcherEnd() {
            return folder.launcherEnd();
        }
    }

    /**
     * What to run in place of a JVM, with the JVM's command line as arguments.
     *
     * @return an executable file
     */
    public Path script() {
        return script;
    }

    /**
     * Why it failed.
     *
     * @return empty if it has not
     */
    public Optional<String> failure() {
        return relay.failure();
    }

    /**
     * Ends it.
     *
     * @param reason kept, and told to the ranks
     */
    public void fail(String reason) {
        relay.fail(reason);
    }

    /**
     * Whether every rank's results have arrived.
     *
     * @return true from the acknowledgement on
     */
    public boolean isComplete() {
        return relay.isComplete();
    }

    /**
     * What a pilot found.
     *
     * @return by cell, for the cells that all processes finished
     */
    public Map<String, Map<String, String>> found() {
        if (session instanceof PilotSession pilot) {
            return pilot.finished(layout.processes());
        }
        throw new IllegalStateException("this launch is no pilot");
    }

    /**
     * What its processes said of themselves.
     *
     * @return by rank; those that have come
     */
    public List<RankInfo> ranks() {
        return relay.ranks();
    }

    /**
     * How far the clock of a probe's host is ahead of this one's.
     *
     * @param rank of the probe
     * @return in milliseconds; up to the time that its greeting took
     */
    public long clockAhead(int rank) {
        if (session instanceof HostFactsSession probe) {
            return probe.clockAhead(rank);
        }
        throw new IllegalStateException("this launch is no probe");
    }

    /**
     * Starts it, where JMH does not.
     *
     * @param jvm executable and arguments of each rank
     * @param argument of {@link RankMain}
     * @param log for all that launcher and ranks print
     * @return the script, running
     * @throws IOException if it cannot be started
     */
    public LaunchProcess start(List<String> jvm, String argument, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(script.toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RankMain.class.getName(), argument));
        return new LaunchProcess(command, log, outputLimit);
    }

    @Override
    public void close() {
        Leftovers.attempt("close the relay", relay::close);
        folder.clear(sharedMemory);
    }
}
