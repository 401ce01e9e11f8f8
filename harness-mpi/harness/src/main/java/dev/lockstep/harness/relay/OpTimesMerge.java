package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.OpTimesChunk;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Adds up the times of single operations. Every rank executes exactly the same number of them, so call k of one rank and call k of another are the same collective: of these
 * and all other ranks' the longest counts. Threads of a rank have a communicator each and never meet, so it is call k of thread t that is the same everywhere.
 *
 * <p>Memory: 8 bytes for each call that a thread recorded, however many ranks there are, and for each rank a histogram of some 100 KiB.
 */
final class OpTimesMerge {
    private static final Lane FIRST = new Lane(0, 0);

    private final RankLayout layout;
    private final long[][] slowest;
    private final Map<Integer, Histogram> byRank = new TreeMap<>();
    private final Map<Lane, Received> received = new TreeMap<>();
    private String benchmark = "";
    private int opsPerCall = 1;
    private int iterations;
    private long calls;

    OpTimesMerge(RankLayout layout) {
        this.layout = layout;
        this.slowest = new long[layout.threadsPerRank()][0];
    }

    /** One thread of one rank. */
    private record Lane(int rank, int thread) implements Comparable<Lane> {
        @Override
        public int compareTo(Lane other) {
            return rank == other.rank ? Integer.compare(thread, other.thread) : Integer.compare(rank, other.rank);
        }

        @Override
        public String toString() {
            return "rank " + rank + ", thread " + thread;
        }
    }

    /** What has come of a lane so far. */
    private record Received(long calls, int recorded, int count) {}

    private int process(int rank) {
        return layout.ranksAreThreads() ? 0 : rank;
    }

    /** Notes a measured iteration of a process, which comes before its times. That all have as many is seen when they are merged, so one is counted. */
    synchronized void measured(int process, JmhFrames.Iteration iteration) {
        int batch = iteration.iterations().getBatchSize();
        benchmark = iteration.benchmark().id();
        opsPerCall = Math.max(1, iteration.benchmark().getOpsPerInvocation() / batch);
        if (process == 0) {
            iterations++;
            calls += batch;
        }
    }

    /** Takes a chunk of a process in. */
    synchronized void add(int process, OpTimesChunk chunk) throws RankFailure {
        Lane lane = new Lane(chunk.rank(), chunk.thread());
        boolean known = lane.rank >= 0 && lane.rank < layout.ranks() && process(lane.rank) == process;
        if (!known || lane.thread < 0 || lane.thread >= layout.threadsPerRank()) {
            throw new RankFailure("it sent operation times of " + lane + ", which it does not run");
        }
        Received before = received.getOrDefault(lane, new Received(chunk.calls(), chunk.recorded(), 0));
        if (!before.equals(new Received(chunk.calls(), chunk.recorded(), chunk.offset()))) {
            throw new RankFailure("it sent operation times of " + lane + " from " + chunk.offset() + " on, of "
                    + chunk.recorded() + "; there were " + before.count + " of " + before.recorded);
        }
        long[] longest = slowest[lane.thread];
        if (longest.length < chunk.recorded()) {
            longest = Arrays.copyOf(longest, chunk.recorded());
            slowest[lane.thread] = longest;
        }
        Histogram own = byRank.computeIfAbsent(lane.rank, rank -> new Histogram(Distribution.DIGITS));
        int at = chunk.offset();
        for (long nanos : chunk.nanos()) {
            long perOp = Math.max(0, Math.round(nanos / (double) opsPerCall));
            own.recordValue(perOp);
            longest[at] = Math.max(longest[at], perOp);
            at++;
        }
        received.put(lane, new Received(chunk.calls(), chunk.recorded(), at));
    }

    /** Checks, once all ranks have ended, that what they timed can be lined up. */
    synchronized void requireWhole(IntFunction<RankLink> links) throws RankFailure {
        Received first = received.get(FIRST);
        for (int rank = 0; rank < layout.ranks(); rank++) {
            for (int thread = 0; thread < layout.threadsPerRank(); thread++) {
                Lane lane = new Lane(rank, thread);
                String fault = fault(received.get(lane), first);
                if (fault != null) {
                    throw new RankFailure(lane + " " + fault, links.apply(process(rank)));
                }
            }
        }
    }

    /** What they timed, if it is whole. */
    synchronized Distribution result() {
        Histogram all = new Histogram(Distribution.DIGITS);
        Arrays.stream(slowest).flatMapToLong(Arrays::stream).forEach(all::recordValue);
        return new Distribution(benchmark, iterations, calls, received.get(FIRST).recorded, opsPerCall, all, byRank);
    }

    /** Null if there is none. */
    private String fault(Received lane, Received first) {
        if (lane == null || lane.count < lane.recorded) {
            return "did not send all of its operation times";
        } else if (lane.calls != calls) {
            return "timed " + lane.calls + " calls of " + calls
                    + ": a benchmark that takes OpTimes calls mark() exactly once in each";
        } else if (lane.recorded == 0) {
            return "recorded none of its " + calls + " calls: the first of an iteration only opens the clock";
        } else if (lane.recorded != first.recorded) {
            return "recorded " + lane.recorded + " calls, and " + FIRST + " " + first.recorded;
        }
        return null;
    }
}
