package dev.lockstep.harness.relay;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.OpTimesChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Adds up the times of single operations. Every rank executes exactly the same number of them, so call k of one rank and call k of another that it meets are the same operation: of
 * these the longest time counts. In a collective all ranks meet, in an exchange in pairs two, of a server's clients none. Threads of a rank have a communicator each and never meet, so it is call k of thread t
 * that is the same everywhere. Ranks that are not scored meet nobody: of them each has its own times, and may have none.
 *
 * <p>Memory: a histogram of some 100 KiB for each iteration and each thread, and 8 bytes for each call that some, but not yet all, of those who met in it have told.
 */
final class OpTimesMerge {
    private final RankLayout layout;
    private final int meeting;
    private final Scored.Ranks scored;
    private final Lane first;
    private final Map<Piece, Pending> pending = new HashMap<>();
    private final List<Histogram> slowest = new ArrayList<>();
    private final Map<Lane, Histogram> byLane = new TreeMap<>();
    private final Map<Lane, Received> received = new TreeMap<>();
    private String benchmark = "";
    private int opsPerCall = 1;
    private long calls;

    /** Of ranks that all meet, or, in order, so many of them. */
    OpTimesMerge(RankLayout layout, int meeting, Scored.Ranks scored) {
        this.layout = layout;
        this.meeting = meeting;
        this.scored = scored;
        this.first = new Lane(scored.include(0) ? 0 : 1, 0);
    }

    /** Of a launch; empty if it does not time its operations. */
    static Optional<OpTimesMerge> of(JobSpec spec, RankLayout layout) {
        return spec.opTimes()
                ? Optional.of(new OpTimesMerge(layout, meeting(spec, layout), spec.scored()))
                : Optional.empty();
    }

    private static int meeting(JobSpec spec, RankLayout layout) {
        if (spec.inPairs()) {
            return 2;
        }
        return spec.scored().meet() ? layout.ranks() : 1;
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

    /** A chunk's place, which is the same for all who meet: the first of these, and how many calls are before it. */
    private record Piece(Lane first, int offset) {}

    /** The longest times of a piece, of those who have told theirs. */
    private static final class Pending {
        private long[] longest = {};
        private int lanes;

        void take(long[] times) {
            longest = longest.length < times.length ? Arrays.copyOf(longest, times.length) : longest;
            for (int i = 0; i < times.length; i++) {
                longest[i] = Math.max(longest[i], times[i]);
            }
            lanes++;
        }
    }

    private int process(int rank) {
        return layout.ranksAreThreads() ? 0 : rank;
    }

    /** Notes a measured iteration of a process, which comes before its times. That all have as many is seen when they are merged, so one is counted. */
    synchronized void measured(int process, JmhFrames.Iteration iteration) {
        int batch = iteration.iterations().getBatchSize();
        benchmark = iteration.benchmark().id();
        opsPerCall = Math.max(1, iteration.benchmark().getOpsPerInvocation() / batch);
        if (process == 0) {
            calls += batch;
        }
        while (slowest.size() < iteration.iterations().getCount()) {
            slowest.add(new Histogram(Distribution.DIGITS));
        }
    }

    /** Takes a chunk of a process in. */
    synchronized void add(int process, OpTimesChunk chunk) throws RankFailure {
        Lane lane = new Lane(chunk.rank(), chunk.thread());
        boolean known = lane.rank >= 0 && lane.rank < layout.ranks() && process(lane.rank) == process;
        if (!known || lane.thread < 0 || lane.thread >= layout.threadsPerRank()) {
            throw new RankFailure("it sent operation times of " + lane + ", which it does not run");
        }
        if (slowest.isEmpty()) {
            throw new RankFailure("it sent operation times before it measured any");
        }
        Received before = received.getOrDefault(lane, new Received(chunk.calls(), chunk.recorded(), 0));
        if (!before.equals(new Received(chunk.calls(), chunk.recorded(), chunk.offset()))) {
            throw new RankFailure("it sent operation times of " + lane + " from " + chunk.offset() + " on, of "
                    + chunk.recorded() + "; there were " + before.count + " of " + before.recorded);
        }
        long[] times = Arrays.stream(chunk.nanos())
                .map(nanos -> Math.max(0, Math.round(nanos / (double) opsPerCall)))
                .toArray();
        received.put(lane, new Received(chunk.calls(), chunk.recorded(), chunk.offset() + times.length));
        if (times.length > 0) {
            Histogram own = byLane.computeIfAbsent(lane, l -> new Histogram(Distribution.DIGITS));
            Arrays.stream(times).forEach(own::recordValue);
        }
        if (scored.include(lane.rank)) {
            meet(lane, chunk, times);
        }
    }

    private void meet(Lane lane, OpTimesChunk chunk, long[] times) {
        Piece piece = new Piece(new Lane(lane.rank - lane.rank % meeting, lane.thread), chunk.offset());
        Pending those = pending.computeIfAbsent(piece, p -> new Pending());
        those.take(times);
        long members = IntStream.range(piece.first.rank, Math.min(piece.first.rank + meeting, layout.ranks()))
                .filter(scored::include)
                .count();
        if (those.lanes == members) {
            pending.remove(piece);
            // Iterations have equal shares; what does not divide so is refused in the end.
            int share = Math.max(1, chunk.recorded() / slowest.size());
            for (int i = 0; i < those.longest.length; i++) {
                int iteration = Math.min((piece.offset + i) / share, slowest.size() - 1);
                slowest.get(iteration).recordValue(those.longest[i]);
            }
        }
    }

    /** Checks, once all ranks have ended, that what they timed can be lined up. */
    synchronized void requireWhole(IntFunction<RankLink> links) throws RankFailure {
        for (int rank = 0; rank < layout.ranks(); rank++) {
            for (int thread = 0; scored.include(rank) && thread < layout.threadsPerRank(); thread++) {
                Lane lane = new Lane(rank, thread);
                String fault = fault(received.get(lane), received.get(first));
                if (fault != null) {
                    throw new RankFailure(lane + " " + fault, links.apply(process(rank)));
                }
            }
        }
        if (!pending.isEmpty()) {
            throw new RankFailure(
                    "ranks sent the times of the same operations in different pieces: " + pending.keySet());
        }
    }

    /** What they timed, if it is whole. */
    synchronized Distribution result() {
        Map<Integer, Histogram> byRank = new TreeMap<>();
        Map<String, Histogram> byThread = new LinkedHashMap<>();
        byLane.forEach((lane, times) -> {
            byRank.computeIfAbsent(lane.rank, rank -> new Histogram(Distribution.DIGITS))
                    .add(times);
            if (layout.threadsPerRank() > 1) {
                byThread.put("rank-" + lane.rank + "-thread-" + lane.thread, times);
            }
        });
        return new Distribution(benchmark, calls, received.get(first).recorded, opsPerCall, slowest, byRank, byThread);
    }

    /** Null if there is none. */
    private String fault(Received lane, Received reference) {
        if (lane == null || lane.count < lane.recorded) {
            return "did not send all of its operation times";
        } else if (lane.calls != calls) {
            return "timed " + lane.calls + " calls of " + calls
                    + ": a benchmark that takes OpTimes calls mark() exactly once in each";
        } else if (lane.recorded == 0) {
            return "recorded none of its " + calls + " calls: the first of an iteration only opens the clock";
        } else if (lane.recorded != reference.recorded) {
            return "recorded " + lane.recorded + " calls, and " + first + " " + reference.recorded;
        } else if (lane.recorded % slowest.size() != 0) {
            return "recorded " + lane.recorded + " calls, not equally many in each of " + slowest.size()
                    + " iterations";
        }
        return null;
    }
}
