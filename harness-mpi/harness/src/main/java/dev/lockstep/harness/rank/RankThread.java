package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.OpTimesChunk;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** One benchmark thread of a rank: its communicator and its barrier. There is one per thread index of a process, whichever of JMH's threads takes it. */
public final class RankThread {
    /** What names of the harness's own results begin with. */
    public static final String OWN = "ranks.";

    /** Secondary result: what a rank measured whose time is not the score. */
    public static final String UNSCORED = OWN + "unscored";

    /** Secondary result: the time of calls where the score is another. */
    public static final String CALLS = OWN + "calls";

    /** JMH keeps whole nanoseconds of so many operations. */
    private static final long PRECISION = 1000;

    private final int rank;
    private final int thread;
    private final Communicator comm;
    private final Barrier barrier;
    private final Barrier librarys;
    private Arriving arriving;
    private final Gathering gathering;
    private final RankProcess process;
    private final Optional<OpTimer> opTimer;
    private final ThreadMeeting threadsOfRank;
    private final Counting counting;
    private final List<Result<?>> reported = new ArrayList<>();
    private OptionalDouble score = OptionalDouble.empty();

    private volatile Check selfCheck;
    private volatile Thread occupant;
    private volatile boolean scored = true;
    private volatile boolean serves;
    private volatile long iterationStart;
    private volatile boolean inIteration;
    private volatile long lastIterationNanos;
    private boolean filled;
    private int iterations;
    private int measured;
    private int handles;
    private int begun;
    private Optional<PlacementProbe> probe = Optional.empty();

    RankThread(
            RankProcess process,
            int rank,
            int thread,
            Communicator comm,
            Communicator barrierComm,
            Optional<OpTimer> opTimer,
            Counting counting,
            ThreadMeeting threadsOfRank) {
        this.process = process;
        this.rank = rank;
        this.thread = thread;
        this.comm = comm;
        this.barrier = Barrier.over(barrierComm);
        this.librarys = barrierComm::barrier;
        this.gathering = Gathering.over(barrierComm);
        this.opTimer = opTimer;
        this.counting = counting;
        this.threadsOfRank = threadsOfRank;
        arrive(new Arrival(Arrival.Sync.DISSEMINATION, Optional.empty()));
    }

    /**
     * Which rank.
     *
     * @return 0 to ranks - 1
     */
    public int rank() {
        return rank;
    }

    /**
     * How many threads each rank has.
     *
     * @return at least 1
     */
    public int threads() {
        return process.threadsPerRank();
    }

    /**
     * Which of the rank's threads.
     *
     * @return 0 to threads per rank - 1
     */
    public int thread() {
        return thread;
    }

    /**
     * For the benchmark's own messages.
     *
     * @return owned by the process
     */
    public Communicator comm() {
        return comm;
    }

    /**
     * The untimed barrier, on a communicator of its own.
     *
     * @return for this thread only
     */
    public Barrier barrier() {
        return barrier;
    }

    /**
     * How this thread comes to each operation.
     *
     * @param arrival of all ranks alike
     * @throws IllegalArgumentException if a rank is late that there is not
     */
    public void arrive(Arrival arrival) {
        arriving = new Arriving(
                arrival, barrier, librarys, opTimer.map(timer -> new Windows(this::exchange)), rank, comm.size());
    }

    /**
     * What this thread goes through before each operation.
     *
     * @return for this thread only
     */
    public Arriving arriving() {
        return arriving;
    }

    /**
     * Returns when all threads of the rank have called it.
     *
     * @throws IllegalStateException if one of them has failed, or this one was interrupted
     */
    public void awaitThreads() {
        threadsOfRank.await();
    }

    /** Says that what JMH had the calling thread do has failed: the rank's other threads wait for it no more. */
    void fail(Throwable cause) {
        threadsOfRank.fail(cause);
        process.failed("rank " + rank + ", thread " + thread + ": " + cause);
    }

    /** JMH's thread that takes this part; null before the first. */
    Thread occupant() {
        return occupant;
    }

    /** Says that the calling thread, which is JMH's, takes this part. */
    public void take() {
        occupant = Thread.currentThread();
        process.moved();
    }

    /**
     * What times each operation.
     *
     * @return empty in forks that scores come from
     */
    public Optional<OpTimer> opTimer() {
        return opTimer;
    }

    /**
     * Says that one more handle of the calling thread, which is JMH's, belongs to this part.
     *
     * @param scores whether its time is part of the score
     * @param operations of an iteration
     */
    public void attach(boolean scores, int operations) {
        take();
        scored = scores;
        counting.of(operations);
        handles++;
    }

    /** Whether nothing is measured that anybody reads. */
    boolean isPilot() {
        return process.isPilot();
    }

    /** Whether its time is part of the score. */
    boolean scored() {
        return scored && !serves;
    }

    /** Says that its time is none, whatever handles say. */
    public void serve() {
        serves = true;
    }

    /**
     * A number of the benchmark's own, of this iteration.
     *
     * @param metric its name
     * @param value of this thread; another one under that name takes its place
     * @param unit for people
     */
    public void report(String metric, double value, String unit) {
        reported.removeIf(result -> result.getLabel().equals(metric));
        reported.add(new ScalarResult(metric, value, unit, AggregationPolicy.AVG));
    }

    /**
     * The score of this iteration, in place of the time of its calls.
     *
     * @param nanos per operation
     */
    public void score(double nanos) {
        score = OptionalDouble.of(nanos);
    }

    /**
     * Makes of what JMH says of this thread's iteration what the rank says of it. A pilot goes by the time of calls.
     *
     * @param results of one iteration; changed
     */
    @SuppressWarnings("rawtypes")
    void tell(Collection<Result> results) {
        for (Result own : List.copyOf(results)) {
            boolean hasOther = score.isPresent() && process.isMeasuring();
            if (own.getRole().isPrimary() && (!scored() || hasOther)) {
                results.remove(own);
                results.add(new ScalarResult(
                        scored() ? CALLS : UNSCORED, own.getScore(), own.getScoreUnit(), AggregationPolicy.AVG));
                if (scored()) {
                    results.add(new SingleShotResult(
                            ResultRole.PRIMARY,
                            own.getLabel(),
                            Math.round(score.getAsDouble() * PRECISION),
                            PRECISION,
                            unit(own.getScoreUnit())));
                }
            }
        }
        results.addAll(reported);
        reported.clear();
        score = OptionalDouble.empty();
    }

    private static TimeUnit unit(String perOp) {
        return Stream.of(TimeUnit.values())
                .filter(unit -> perOp.equals(TimeValue.tuToString(unit) + "/op"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a score in " + perOp + " is no time of an operation"));
    }

    /** From the next iteration on. */
    void probe(PlacementProbe of) {
        probe = Optional.of(of);
    }

    /** Sends what was timed, once the last iteration is over; nothing if it broke off, for then the launch has failed. */
    void sendOpTimes(RelayLink relay) throws IOException {
        // Reads what the benchmark's thread wrote last, and so sees all that it wrote before.
        if (opTimer.isPresent() && !inIteration && serves) {
            relay.send(FrameType.OP_TIMES, OpTimesChunk.ofServer(rank, thread).format());
        } else if (opTimer.isPresent() && !inIteration) {
            for (OpTimesChunk chunk : opTimer.get().chunks(rank, thread)) {
                relay.send(FrameType.OP_TIMES, chunk.format());
            }
        }
    }

    /**
     * Tells this thread's counterparts on the other ranks something, apart from the benchmark's messages.
     *
     * @param mine at most {@value AllGather#MAX_BYTES} bytes
     * @return by rank
     */
    public List<byte[]> exchange(byte[] mine) {
        return gathering.allGather(mine);
    }

    /**
     * Where the other ranks can reach this one.
     *
     * @return an address of this host
     */
    public InetAddress address() {
        return process.address();
    }

    /**
     * What this launch has of its host's shared memory.
     *
     * @return a folder; empty if there is none
     */
    public Optional<Path> folder() {
        return process.folder();
    }

    /**
     * A benchmark's self-check, which the pilot runs, and each launch in its last iteration.
     *
     * @param fill before the iteration
     * @param verify after it; throws an {@link IllegalStateException} if the result is wrong
     */
    public void selfCheck(Runnable fill, Runnable verify) {
        selfCheck = new Check(fill, verify);
    }

    /**
     * Begins an iteration. Every handle of the thread calls it: the first waits and fills, the last starts the clock and probes.
     *
     * @param iteration which kind, and of how many
     */
    public void beginIteration(IterationParams iteration) {
        take();
        if (!inIteration) {
            process.awaitIteration(++iterations);
            begun = 0;
            measured = iteration.getType() == IterationType.MEASUREMENT ? measured + 1 : 0;
            boolean last = process.isMeasuring() && measured == iteration.getCount();
            if (selfCheck != null && (process.checking() || last)) {
                filled = true;
                selfCheck.fill.run();
            }
            if (process.isPilot() || last) {
                // JMH begins on one rank sooner than on another: by more than a small batch lasts, or fills what
                // another has sent.
                barrier.await();
            }
        }
        iterationStart = System.nanoTime();
        inIteration = true;
        if (++begun == handles) {
            probe.ifPresent(p -> p.before(iterations));
            counting.begin();
        }
    }

    /** Ends an iteration. Every handle of the thread calls it; the first one counts. */
    public void endIteration() {
        process.moved();
        if (inIteration) {
            lastIterationNanos = System.nanoTime() - iterationStart;
            counting.end(this);
            leaveTogether();
            probe.ifPresent(p -> p.after(iterations));
        }
        if (filled) {
            filled = false;
            verify();
        }
        inIteration = false;
        if (--begun == 0) {
            leaveTogether();
        }
    }

    /** What this rank has sent, another may still have to ask it for, and asks in vain while it waits elsewhere. */
    private void leaveTogether() {
        if (process.ranksLeaveTogether()) {
            librarys.await();
        }
    }

    private void verify() {
        try {
            selfCheck.verify.run();
        } catch (IllegalStateException e) {
            throw new IllegalStateException("rank " + rank + ": " + e.getMessage(), e);
        }
        process.checked();
    }

    /** How long the last whole iteration took, barriers included. */
    long lastIterationNanos() {
        return lastIterationNanos;
    }

    /** Forgets the self-check of an earlier benchmark, and what else it has said. */
    void clear() {
        selfCheck = null;
        serves = false;
        arrive(new Arrival(Arrival.Sync.DISSEMINATION, Optional.empty()));
        filled = false;
    }

    private record Check(Runnable fill, Runnable verify) {}
}
