package dev.lockstep.harness.relay;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.RequiresThreadLevel;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.LinkFilter;
import dev.lockstep.harness.machine.JdkWarnings;
import dev.lockstep.harness.rank.OpTimer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Turns each fork of JMH into ranks, by the one door that JMH leaves open: an external profiler may put words before the fork's command line. JMH's command line names
 * it {@code -prof ranks}; {@code comm} and {@code ranks} are the benchmark's own parameters:
 *
 * <pre>java -jar benchmarks.jar AllReduce -p comm=openmpi -p ranks=2 -prof ranks</pre>
 */
public class RanksProfiler implements ExternalProfiler {
    private static final String COMM = "comm";
    private static final String RANKS = "ranks";

    private final String line;
    private final AtomicInteger launches = new AtomicInteger();
    private Job job;

    /**
     * Called by JMH, in its host and in each fork, so it does nothing.
     *
     * @param line a {@link JobSpec} as text
     */
    public RanksProfiler(String line) {
        this.line = line;
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        JmhFrames.requireTested();
        LinkFilter.guardHost();
        closeJob();
        try {
            JobSpec spec = spec().pairing(type(params.getBenchmark()).isAnnotationPresent(InPairs.class));
            job = Job.fork(spec, layout(params).on(spec.options().hosts()));
            return List.of(job.script().toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the launch of " + params.getBenchmark(), e);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class of " + params.getBenchmark(), e);
        }
    }

    private static Class<?> type(String method) throws ClassNotFoundException {
        return Class.forName(
                method.substring(0, method.lastIndexOf('.')),
                false,
                Thread.currentThread().getContextClassLoader());
    }

    private JobSpec spec() {
        Path folder = Path.of("lockstep-ranks", ProcessHandle.current().pid() + "-" + launches.incrementAndGet());
        return JobSpec.parse(line, folder);
    }

    /** With what the benchmark's class and its rule say that its processes need. */
    private static RankLayout layout(BenchmarkParams params) {
        String method = params.getBenchmark();
        Map<String, String> values = new TreeMap<>();
        params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
        try {
            Class<?> type = type(method);
            Combinations combinations = type.getAnnotation(Combinations.class);
            RequiresThreadLevel own = type.getAnnotation(RequiresThreadLevel.class);
            RankLayout layout = own == null ? ranks(params) : ranks(params).at(own.value());
            if (combinations == null) {
                return layout;
            }
            CombinationRule rule = combinations.value().getConstructor().newInstance();
            return rule.threadLevel(values)
                    .map(layout::at)
                    .orElse(layout)
                    .with(rule.requirements(values))
                    .withOwnThreads(rule.ownThreads(values));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the rule of " + method + " cannot be asked: " + e, e);
        }
    }

    private static RankLayout ranks(BenchmarkParams params) {
        if (!params.getParamsKeys().containsAll(List.of(COMM, RANKS))) {
            return RankLayout.plain(params.getThreads());
        }
        String comm = params.getParam(COMM);
        String ranks = params.getParam(RANKS);
        CommunicatorProvider provider = Communicators.discover()
                .find(comm)
                .orElseThrow(() -> new IllegalArgumentException("no communicator is called '" + comm + "'; there are "
                        + Communicators.discover().names()));
        if (!provider.ranksAreThreads()) {
            return RankLayout.of(provider, number(ranks), params.getThreads());
        }
        int size = ranks.equals("auto") ? params.getThreads() : number(ranks);
        if (params.getThreads() % size != 0) {
            throw new IllegalArgumentException(params.getThreads() + " threads cannot be shared evenly among " + size
                    + " ranks: make -t a multiple of ranks");
        }
        return RankLayout.of(provider, size, params.getThreads() / size);
    }

    private static int number(String ranks) {
        try {
            int n = Integer.parseInt(ranks);
            if (n >= 1) {
                return n;
            }
        } catch (NumberFormatException e) {
            // Said below, as for numbers that are too small.
        }
        throw new IllegalArgumentException(
                "ranks must be a positive number when each rank is a process, not '" + ranks + "': say -p ranks=2");
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        List<String> options = new ArrayList<>(JdkWarnings.off(feature(params.getJdkVersion())));
        options.removeAll(params.getJvmArgs());
        if (params.getJvmArgs().stream().noneMatch(arg -> arg.startsWith("-D" + RankLayout.THREAD_LEVEL + "="))) {
            options.addAll(layout(params)
                    .threadLevelArgument(
                            JobSpec.parse(line, Path.of("")).options().launcher()));
        }
        if (JobSpec.parse(line, Path.of("")).opTimes()) {
            options.add("-D" + OpTimer.PROPERTY + "=true");
        }
        return options;
    }

    /** Of the JDK that JMH forks, which it has asked: {@code 25.0.3}, {@code 24-ea}. */
    private static int feature(String version) {
        String digits = version.replaceFirst("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {
        // The relay listens already: its address stands in the launch script.
    }

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File stdOut, File stdErr) {
        closeJob();
        return List.of();
    }

    private void closeJob() {
        if (job != null) {
            job.close();
            job = null;
        }
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }

    @Override
    public String getDescription() {
        return "Runs each fork as ranks, one process each, and merges their results (Lockstep)";
    }
}
