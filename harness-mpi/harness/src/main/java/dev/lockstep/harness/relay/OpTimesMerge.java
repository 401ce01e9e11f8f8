package dev.lockstep.harness.relay;

import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.run.OpSample;
import dev.lockstep.run.OpTimeTags;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Adds up the times of single operations. Every rank executes exactly the same number of them, so call k of one rank and call k of another that it meets are the same operation: of
 * these the longest time counts, and who was slowest and who came last is counted. In a collective all ranks meet, in an exchange in pairs two, of a server's clients none. Threads of a rank have a communicator each and never meet, so it is call k of thread t
 * that is the same everywhere. Ranks that are not scored meet nobody: of them each has its own times, and may have none. A
 * further rank that serves clients says so, and has none.
 *
 * <p>Memory: a histogram of some 100 KiB for each iteration and each thread, two for each rank, and 40 bytes for each call that some, but not yet all, of those who met in it have told;
 * if samples are kept, 16 more for each of them.
 */
final class OpTimesMerge {
    private final RankLayout layout;
    private final int meeting;
    private final Scored.Ranks scored;
    private final Optional<Path> samples;
    private final Lane first;
    private final Map<Piece, MetOperations> pending = new HashMap<>();
    private final List<Histogram> slowest = new ArrayList<>();
    private final Map<Lane, Histogram> byLane = new TreeMap<>();
    private final Map<Lane, Received> received = new TreeMap<>();
    private final Set<Integer> servers = new HashSet<>();
    private final Map<String, Histogram> byTag = new TreeMap<>();
    private Optional<Origin> origin = Optional.empty();
    private String benchmark = "";
    private int opsPerCall = 1;
    private long calls;

    /**
     * Of ranks that all meet, or, in order, so many of them.
     *
     * @param samples the file for every rank's part in every operation; empty if nobody wants it
     */
    OpTimesMerge(RankLayout layout, int meeting, Scored.Ranks scored, Optional<Path> samples) {
        this.samples = samples;
        this.layout = layout;
        this.meeting = meeting;
        this.scored = scored;
        this.first = new Lane(scored.include(0) ? 0 : 1, 0);
    }

    /** Of a launch; empty if it does not time its operations. */
    static Optional<OpTimesMerge> of(JobSpec spec, RankLayout layout) {
        Optional<Path> samples =
                Optional.of(spec.folder().resolve(Distribution.SAMPLES)).filter(file -> spec.keepSamples());
        return spec.opTimes()
                ? Optional.of(new OpTimesMerge(layout, meeting(spec, layout), spec.scored(), samples))
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

    /** From when samples count, by which clock. */
    private record Origin(long clock, long nanos) {}

    /** What has come of a lane so far. */
    private record Received(long calls, int recorded, int count) {}

    /** A chunk's place, which is the same for all who meet: the first of these, and how many calls are before it. */
    private record Piece(Lane first, int offset) {}

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
        if (chunk.isOfServer()) {
            servers.add(lane.rank);
            return;
        }
        Received before = received.getOrDefault(lane, new Received(chunk.calls(), chunk.recorded(), 0));
        if (!before.equals(new Received(chunk.calls(), chunk.recorded(), chunk.offset()))) {
            throw new RankFailure("it sent operation times of " + lane + " from " + chunk.offset() + " on, of "
                    + chunk.recorded() + "; there were " + before.count + " of " + before.recorded);
        }
        received.put(lane, new Received(chunk.calls(), chunk.recorded(), chunk.offset() + chunk.nanos().length));
        if (chunk.nanos().length > 0) {
            Histogram own = byLane.computeIfAbsent(lane, l -> new Histogram(Distribution.DIGITS));
            Arrays.stream(chunk.nanos())
                    .filter(nanos -> nanos >= 0)
                    .map(this::perOperation)
                    .forEach(own::recordValue);
        }
        if (scored.include(lane.rank)) {
            meet(lane, chunk);
        }
    }

    private long perOperation(long nanos) {
        return Math.max(0, Math.round(nanos / (double) opsPerCall));
    }

    private void meet(Lane lane, OpTimesChunk chunk) throws RankFailure {
        Piece piece = new Piece(new Lane(lane.rank - lane.rank % meeting, lane.thread), chunk.offset());
        MetOperations those = pending.computeIfAbsent(piece, p -> new MetOperations(samples.isPresent()));
        those.take(chunk);
        long members = IntStream.range(piece.first.rank, Math.min(piece.first.rank + meeting, layout.ranks()))
                .filter(scored::include)
                .count();
        if (those.told() == members) {
            pending.remove(piece);
            // Iterations have equal shares; what does not divide so is refused in the end.
            int share = Math.max(1, chunk.recorded() / slowest.size());
            for (int i = 0; i < those.length(); i++) {
                record(those, i, Math.min((piece.offset + i) / share, slowest.size() - 1));
            }
            if (samples.isPresent()) {
                keep(those, piece, share);
            }
        }
    }

    private void record(MetOperations those, int i, int iteration) {
        long nanos = perOperation(those.longest(i));
        if (those.missed(i)) {
            tagged(OpTimeTags.MISSED).recordValue(nanos);
            return;
        }
        slowest.get(iteration).recordValue(nanos);
        if (those.told() > 1) {
            tagged(OpTimeTags.SLOWEST_RANK + those.slowest(i)).recordValue(nanos);
        }
        if (those.comparable()) {
            tagged(OpTimeTags.LAST_RANK + those.latest(i)).recordValue(those.lateness(i));
            tagged(OpTimeTags.SINCE_LAST).recordValue(perOperation(those.sinceLast(i)));
        }
    }

    private Histogram tagged(String tag) {
        return byTag.computeIfAbsent(tag, t -> new Histogram(Distribution.DIGITS));
    }

    private void keep(MetOperations those, Piece piece, int share) throws RankFailure {
        if (those.length() == 0) {
            return;
        }
        if (origin.isEmpty()) {
            origin = Optional.of(new Origin(those.clock(), those.began(0)));
        }
        try {
            OpSample.append(
                    samples.get(),
                    IntStream.range(0, those.length())
                            .boxed()
                            .flatMap(i ->
                                    those.kept().stream().map(of -> sample(those, of, i, piece.offset + i, share))));
        } catch (IOException e) {
            throw new RankFailure("cannot write " + samples.get() + ": " + e.getMessage());
        }
    }

    private OpSample sample(MetOperations those, OpTimesChunk of, int i, int operation, int share) {
        Origin from = origin.orElseThrow();
        boolean comparable = those.clock() != OpTimesChunk.NO_CLOCK && those.clock() == from.clock;
        return new OpSample(
                1 + Math.min(operation / share, slowest.size() - 1),
                1L + operation,
                of.thread(),
                of.rank(),
                comparable ? of.began()[i] - from.nanos : null,
                comparable ? of.began()[i] - those.began(i) : null,
                perOperation(OpTimesChunk.duration(of.nanos()[i])),
                !those.missed(i));
    }

    /** Checks, once all ranks have ended, that what they timed can be lined up. */
    synchronized void requireWhole(IntFunction<RankLink> links) throws RankFailure {
        for (int rank = 0; rank < layout.ranks(); rank++) {
            for (int thread = 0;
                    scored.include(rank) && !servers.contains(rank) && thread < layout.threadsPerRank();
                    thread++) {
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
        if (slowest.stream().allMatch(iteration -> iteration.getTotalCount() == 0)) {
            throw new RankFailure("all " + calls + " operations missed their window: take sync=dissemination");
        }
    }

    /** What they timed, if it is whole. */
    synchronized Distribution result() {
        Map<String, Histogram> tagged = new LinkedHashMap<>();
        Map<String, Histogram> byThread = new LinkedHashMap<>();
        byLane.forEach((lane, times) -> {
            tagged.computeIfAbsent(OpTimeTags.RANK + lane.rank, rank -> new Histogram(Distribution.DIGITS))
                    .add(times);
            if (layout.threadsPerRank() > 1) {
                byThread.put(OpTimeTags.thread(lane.rank, lane.thread), times);
            }
        });
        tagged.putAll(byThread);
        tagged.putAll(byTag);
        return new Distribution(benchmark, calls, received.get(first).recorded, opsPerCall, slowest, tagged);
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
