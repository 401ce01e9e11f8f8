package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.JobKey;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.ActionPlan;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The host's side of a launch without the launch: JMH's real host, and the relay before it. */
final class HostOfRanks implements Closeable {
    final JobKey key = JobKey.random();
    final BinaryLinkServer jmh;
    final Relay relay;
    /** How far its clock is ahead of the real one, in nanoseconds. */
    final AtomicLong ahead = new AtomicLong();

    private final Ended ending = new Ended();

    /** Writes into the folder; what JMH prints goes to the console. */
    HostOfRanks(int ranks, Path folder, PrintStream console) throws IOException {
        this(ranks, folder, console, Optional.empty());
    }

    /** Likewise, and takes operation times in. */
    HostOfRanks(int ranks, Path folder, PrintStream console, Optional<OpTimesMerge> opTimes) throws IOException {
        jmh = new BinaryLinkServer(
                new OptionsBuilder().build(), OutputFormatFactory.createFormatInstance(console, VerboseMode.NORMAL));
        jmh.setPlan(new ActionPlan(null));
        RankRows rows = new RankRows(folder.resolve("ranks.csv"), 1, ranks, ranks, Map.of());
        JmhMerge merge = new JmhMerge(
                ranks,
                ranks,
                rows,
                new RankLogs(folder, 1 << 20),
                new Timeline(),
                opTimes,
                Optional.of(place -> true),
                jmh::getPort);
        relay = new Relay(
                key,
                ranks,
                InetAddress.getLoopbackAddress(),
                new Watchdog(limits(() -> System.nanoTime() + ahead.get()), folder),
                merge,
                ending,
                new Timeline());
    }

    /** Of a host that waits for ranks as long as it takes, and for nothing that might come besides. */
    static Limits limits(LongSupplier clock) {
        return new Limits(3600, 3600, 3600, 0, clock);
    }

    /** Of a launch without a launcher: remembers how it ended. */
    static class Ended implements Relay.Ending {
        final CountDownLatch complete = new CountDownLatch(1);
        volatile Optional<String> launcherEnd = Optional.empty();

        @Override
        public void completed(List<RankInfo> all) {
            complete.countDown();
        }

        @Override
        public void failed(List<RankInfo> all) {
            // Nothing to kill.
        }

        @Override
        public Optional<String> launcherEnd() {
            return launcherEnd;
        }
    }

    void awaitComplete() throws InterruptedException {
        ending.complete.await();
    }

    List<IterationResult> results() {
        jmh.waitFinish();
        return jmh.getResults();
    }

    @Override
    public void close() throws IOException {
        relay.close();
        jmh.terminate();
    }
}
