package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Capability;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Counts;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.RequiresCapability;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Sized;
import dev.lockstep.transport.support.Pause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Clients get files of {@code bytes}, 20 different ones in turn, and sleep before each; the first sleep of an iteration
 * is a share of the others, so that they do not all begin together. One op is one request of one client, without its
 * sleep.
 *
 * <p>{@code read=cache} asks the first rank of the client's group, {@code direct} the shared store itself, which has
 * one link for all, {@code bare} reads the files where they lie. The first ranks of groups do nothing then, so there
 * are as many clients. {@code tier=memory|disk|remote} is where files lie at the start of each iteration, and so for the first
 * request for each, {@code capacity=5m:8m} what memory and disk have room for, and {@code store=1gbit:delay=1ms} the
 * store's link. {@code load=0.6} chooses the sleep: such that clients x t / (sleep + t) is the load of a server, or of the
 * store, where t is what a request takes alone, measured in set-up.
 *
 * <p>Run it: {@code java -jar jmh-transports/patterns/target/benchmarks.jar DataCache -t 2} for a server and a client
 * in one JVM; {@code ./lockstep run DataCache --comm local,openmpi --ranks 2,4 -p read=cache,direct,bare}.
 *
 * <p>Read it: microseconds of a request as a client sees it, and secondary metrics of two kinds, never mixed. {@code
 * bandwidth} is one client's while it waits for files, {@code bandwidth.sum} that of all; {@code aggregate} is what all
 * have got over the whole time, sleeps included. {@code load.reached} is the load with what requests did take in place of t,
 * waiting for others included. Of each request a server reports the share that it found in each tier
 * ({@code hits.*}), files that others have driven out ({@code evictions.*}), reads of the store, and how many other
 * requests waited when it took one, which is not reported where the library cannot tell.
 */
@RequiresCapability({Capability.POINT_TO_POINT, Capability.WILDCARD, Capability.SPLIT})
@Combinations(Cached.class)
@Scored(Scored.Ranks.CLIENTS)
@Counts(by = Counts.PAPER, small = Corpus.FILES, large = Corpus.FILES)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, batchSize = Corpus.FILES)
@Measurement(iterations = 10, batchSize = Corpus.FILES)
@OperationsPerInvocation(Corpus.FILES)
@Fork(2)
@Threads(2)
public class DataCacheBenchmark implements SelfCheck, Sized {
    /** For how long it is found out what a request takes alone: long enough for the JIT compiler. */
    private static final long ALONE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int LEAST_ROUNDS = 2;

    private static final double NANOS_PER_MICRO = 1e3;

    /** {@code cache}, {@code direct} or {@code bare}. */
    @Param(Cached.CACHE)
    String read = Cached.CACHE;

    /** The size of a file. */
    @Param("1000000")
    int bytes;

    /** How many servers. */
    @Param("1")
    int groups = 1;

    /** What a client does before each request. */
    @Param(Cached.NO_SLEEP)
    String sleep = Cached.NO_SLEEP;

    /** Instead of {@code sleep}. */
    @Param(Cached.NO_LOAD)
    String load = Cached.NO_LOAD;

    /** Where files lie at the start. */
    @Param(Cached.MEMORY)
    String tier = Cached.MEMORY;

    /** {@code lru} or {@code fifo}. */
    @Param(Cached.LRU)
    String eviction = Cached.LRU;

    /** What memory and disk have room for. */
    @Param(Cached.ALL)
    String capacity = Cached.ALL;

    /** The link of the shared store, or {@code plain}. */
    @Param(Cached.LINK)
    String store = Cached.LINK;

    private Corpus corpus;
    private Member member;
    private ByteBuffer into;
    double aloneNanos;
    long pauseNanos;

    /** Those who share the load. */
    private int serving;

    private int next;
    private int last;
    private int received;

    /** Of the iteration. */
    private int requests;

    private int done;
    private long began;
    private long getting;
    private long period;
    Measures measures;
    Counted counted;

    private Map<String, String> params() {
        Map<String, String> all = new TreeMap<>();
        all.put("read", read);
        all.put("bytes", String.valueOf(bytes));
        all.put("groups", String.valueOf(groups));
        all.put("sleep", sleep);
        all.put("load", load);
        all.put("tier", tier);
        all.put("eviction", eviction);
        all.put("capacity", capacity);
        all.put("store", store);
        return all;
    }

    /** Starts the store, fills the caches, and finds out how long clients sleep. */
    @Setup
    public void open(Rank rank) throws IOException {
        new Cached().obstacle(params(), rank.threads()).ifPresent(obstacle -> {
            throw new IllegalArgumentException(obstacle.reason() + "; " + obstacle.remedy());
        });
        Cached.Plan plan = Cached.plan(params());
        int inGroup = Member.group(rank, groups).size();
        int waiting = plan.isCached() ? inGroup - 1 : rank.size() - groups;
        serving = plan.isCached() ? groups : 1;
        if (plan.load() > waiting) {
            throw new IllegalArgumentException("load=" + load + " takes as many clients or more, and here are "
                    + waiting + ": take more --ranks, or less load");
        }
        corpus = new Corpus(bytes);
        member = new Member(rank, plan, corpus);
        into = rank.allocate("direct", bytes);
        try {
            pauseNanos = plan.load() > 0 ? pause(rank, waiting / plan.load()) : plan.sleepNanos();
        } catch (IOException | RuntimeException e) {
            member.abandon(e);
            throw e;
        }
        rank.selfCheck(this);
    }

    /**
     * Measures what a request takes: of rank 1, while all others wait, in rounds of all files, which lie before each where they
     * do before an iteration.
     *
     * @param periods how many of these a client's request and sleep are to take together
     */
    private long pause(Rank rank, double periods) throws IOException {
        List<Double> means = new ArrayList<>();
        long start = System.nanoTime();
        boolean isOver;
        do {
            member.placeFiles();
            rank.exchange("");
            means.add(rank.rank() == 1 ? alone() : 0);
            member.leave();
            boolean isEnough = means.size() >= LEAST_ROUNDS && System.nanoTime() - start > ALONE_NANOS;
            isOver =
                    Boolean.parseBoolean(rank.exchange(String.valueOf(isEnough)).get(1));
        } while (!isOver);
        aloneNanos =
                Double.parseDouble(rank.exchange(String.valueOf(later(means))).get(1));
        return Math.round(aloneNanos * (periods - 1));
    }

    /** The mean of a request for each file. */
    private double alone() throws IOException {
        long start = System.nanoTime();
        for (String name : corpus.names()) {
            member.get(name, into);
        }
        return (double) (System.nanoTime() - start) / Corpus.FILES;
    }

    /** The median of the later half. */
    private static double later(List<Double> means) {
        List<Double> later = means.subList(means.size() / 2, means.size());
        return later.stream().sorted().skip(later.size() / 2).findFirst().orElseThrow();
    }

    /** Puts files where they lie at the start, and lets all clients begin together. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) throws IOException {
        requests = iteration.getBatchSize();
        done = 0;
        getting = 0;
        period = 0;
        member.placeFiles();
        rank.comm().barrier();
    }

    /**
     * One request of a client; in its first call a server serves all of the iteration.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void get(Rank rank, OpTimes times) throws IOException, InterruptedException {
        if (member.isClient()) {
            request(times);
        } else if (done == 0) {
            member.leave();
        }
        if (++done == requests && member.isClient()) {
            period = System.nanoTime() - began;
            member.leave();
        }
    }

    private void request(OpTimes times) throws IOException, InterruptedException {
        long pause = pauseNanos;
        if (done == 0) {
            began = System.nanoTime();
            pause = pauseNanos * member.place() / member.clients();
        }
        if (pause > 0) {
            Pause.until(System.nanoTime() + pause);
        }
        times.start();
        long start = System.nanoTime();
        received = member.get(corpus.names().get(next), into);
        getting += System.nanoTime() - start;
        times.mark();
        last = next;
        next = (next + 1) % Corpus.FILES;
    }

    /** Reports what was got, and how. */
    @TearDown(Level.Iteration)
    public void report(Rank rank) {
        Measures.Part own =
                member.isClient() ? new Measures.Part((long) done * bytes, getting, period) : Measures.Part.NONE;
        measures = Measures.of(rank.exchange(own.text()), serving);
        if (member.isClient()) {
            rank.score((double) getting / done);
            rank.report("bandwidth", own.bandwidth(), "Mbit/s");
        }
        rank.report("bandwidth.sum", measures.bandwidth(), "Mbit/s");
        rank.report("aggregate", measures.aggregate(), "Mbit/s");
        rank.report("load.reached", measures.load(), "clients");
        if (aloneNanos > 0) {
            rank.report("alone", aloneNanos / NANOS_PER_MICRO, "us/op");
            rank.report("pause", pauseNanos / NANOS_PER_MICRO, "us/op");
        }
        if (member.server() != null) {
            counted = member.server().counted();
            report(rank, counted);
        }
    }

    private static void report(Rank rank, Counted counted) {
        double all = Math.max(1, counted.requests());
        rank.report("hits.memory", counted.memoryHits() / all, "1/op");
        rank.report("hits.disk", counted.diskHits() / all, "1/op");
        rank.report("hits.remote", counted.remoteHits() / all, "1/op");
        rank.report("evictions.memory", counted.memoryEvictions() / all, "1/op");
        rank.report("evictions.disk", counted.diskEvictions() / all, "1/op");
        rank.report("store.reads", counted.storeReads() / all, "1/op");
        rank.report("warnings", counted.warnings(), "files");
        if (counted.longestQueue() >= 0) {
            rank.report("queue.mean", counted.meanQueue(), "requests");
            rank.report("queue.max", counted.longestQueue(), "requests");
        }
    }

    /** Ends all. */
    @TearDown
    public void close(Rank rank) throws IOException {
        member.close(rank);
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        for (int i = 0; i < bytes; i++) {
            into.put(i, (byte) 0);
        }
    }

    @Override
    public void check(Rank rank) {
        if (member.isClient()) {
            corpus.require(last, into, received);
        }
    }

    @Override
    public long memory(Map<String, String> params, int ranks) {
        return Cached.plan(params).most();
    }
}
