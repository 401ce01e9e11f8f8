package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.support.Pause;
import java.io.IOException;
import java.nio.ByteBuffer;
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
import org.openjdk.jmh.runner.IterationType;

/**
 * Messages at a fixed {@code rate}, whatever becomes of them, over any transport; one op is one message and its echo. The
 * even rank sends each at its time; a second thread receives the echoes, so that nothing that comes waits for what is to be
 * sent. The odd rank sends back what it receives, and is not scored. With {@code receive=push} the transport's own thread
 * is the second one, and it sends back in the odd rank. With {@code receive=poll} there is none: the sender asks for echoes
 * until it is time for the next message, and sees none while it is late. So it runs over a {@code communicator} as well.
 *
 * <p>A message's latency is counted from the time when it was to be sent: one that leaves late, because those before it
 * took too long, has waited since then (G. Tene's "coordinated omission"). A sender that is late sends at once until it
 * has caught up. Where the sender has slept and was woken too late, which is the system's doing, it counts from there. If
 * the last echo is later than the last message was to be by more than a tenth of the batch and 10 ms, the rate was missed:
 * there is no number, and the reason says how far it got. So it is for ten messages at least, once the JVM is warm.
 *
 * <p>Run it: {@code ./lockstep run OpenLoop --transport shm,socket,nio --comm none -p rate=1000,10000,100000};
 * {@code --transport communicator --comm openmpi -p receive=poll} for MPI.
 *
 * <p>Read it: the score is the mean latency of round trips, in microseconds, and the distribution has each of them. Of several
 * rates the report draws a line for each transport, and says which it keeps and misses. A sender spins until a message's
 * time, and needs a core. Plain JMH shows microseconds from one message to the next, which say no more than that the rate
 * was kept.
 */
@OwnTransport
@InPairs
@Scored(Scored.Ranks.EVEN)
@Combinations(Carried.Beside.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, batchSize = OpenLoopBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = OpenLoopBenchmark.BATCH)
@OperationsPerInvocation(OpenLoopBenchmark.BATCH)
@Fork(2)
@Threads(2)
public class OpenLoopBenchmark implements SelfCheck {
    static final int BATCH = 100;

    private static final long SECOND = 1_000_000_000;
    private static final long GRACE_NANOS = 10_000_000;

    /** How many messages say something of a rate: the first is cold, which takes a large library some 30 ms. */
    private static final int SOME = 10;

    /** Message size. */
    @Param("64")
    int bytes;

    /** Messages per second. */
    @Param("1000")
    int rate;

    private Peer peer;
    private Outbox outbox;
    private final Batch echoes = new Batch();
    private Background background;
    private Receiving.Style receive;
    private boolean pushes;
    private boolean polls;
    private boolean offers;
    private int idle;
    private boolean first;
    private ByteBuffer out;
    private ByteBuffer in;
    private volatile OpTimes marks;
    private long start;
    private int batch;

    /** Whether this iteration is measured: while a JVM warms up, a rate may be missed. */
    private boolean measured;

    /** From when each message of this iteration counts. */
    private long[] due = new long[0];

    /** Written before a message leaves, and read before anything of its echo is noted. */
    private volatile int sent;

    /** When the sender last was woken. */
    private long awake;

    /** When the last echo came. */
    private long end;

    /** Of this iteration: how many have come back, and how long they took together. */
    private int arrived;

    private long latencies;

    /** Of the last that has come. */
    private int length;

    /** Connects the pair. */
    @Setup
    public void connect(Rank rank, Peers peers, Receiving receiving) throws IOException {
        if (rate < 1) {
            throw new IllegalArgumentException("rate must be at least 1 message per second, not " + rate);
        }
        pushes = receiving.pushes();
        polls = receiving.polls();
        offers = polls && !peers.lacks(Capability.OFFER);
        peer = peers.open(rank, receiving, echoes, this::take, bytes);
        receive = receiving.from(peer.endpoint(), peers);
        outbox = peer.connect();
        first = peer.pair().first();
        out = rank.allocate("direct", bytes);
        in = rank.allocate("direct", bytes);
        fill(rank);
        if (first && !pushes && !polls) {
            background = new Background("receiver of rank " + rank.rank(), echoes, this::receive);
        }
        rank.selfCheck(this);
    }

    /** Begins together with the other ranks. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank, IterationParams iteration) {
        batch = iteration.getBatchSize();
        measured = iteration.getType() == IterationType.MEASUREMENT;
        due = due.length == batch ? due : new long[batch];
        sent = 0;
        latencies = 0;
        arrived = 0;
        echoes.begin(batch);
        rank.comm().barrier();
    }

    /**
     * One message at its time; the last waits for all echoes.
     *
     * @param rank makes JMH run this in ranks
     */
    @Benchmark
    public void message(Rank rank, OpTimes times) throws IOException {
        if (!first) {
            if (pushes) {
                echoes.call();
            } else {
                length = receive.into(in);
                outbox.send(in);
            }
            return;
        }
        if (sent == 0) {
            // Not before: what else is set up for an iteration must be in no latency.
            marks = times;
            start = System.nanoTime();
            awake = start;
        }
        int number = sent;
        long intended = intended(number);
        awaitTime(intended);
        due[number] = Math.max(intended, awake);
        sent = number + 1;
        send();
        while (polls && sent == batch && arrived < batch) {
            poll();
        }
        echoes.call();
        if (sent == batch) {
            if (measured) {
                requireKept(rate, batch, end - start);
            }
            rank.score(latencies / (double) batch);
        }
    }

    /** The first, too, comes a period after the beginning, so that a batch lasts as long as its messages say. */
    private long intended(int number) {
        return start + nanos(number + 1, rate);
    }

    private static long nanos(long messages, int rate) {
        return messages * SECOND / rate;
    }

    private void awaitTime(long time) throws IOException {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            if (polls) {
                poll();
            } else if (Pause.some(left)) {
                awake = System.nanoTime();
            }
        }
    }

    /** Who polls takes echoes while there is no room, for who sends them may wait for room as well. */
    private void send() throws IOException {
        if (!offers) {
            outbox.send(out);
            return;
        }
        while (!outbox.offer(out)) {
            poll();
        }
    }

    /** By the sender, where it polls. */
    private void poll() throws IOException {
        int now = receive.tryInto(in);
        if (now < 0) {
            Receiving.pause(++idle);
        } else {
            length = now;
            note();
        }
    }

    /** By the transport's thread: the odd rank sends back. */
    private void take(ByteBuffer message, long sender) throws IOException {
        length = message.remaining();
        in.put(0, message, message.position(), length);
        if (first) {
            note();
        } else {
            outbox.send(in);
            echoes.next();
        }
    }

    private void receive() throws IOException {
        length = receive.into(in);
        note();
    }

    /** By the thread that receives, which alone marks. */
    private void note() {
        int out = sent;
        if (arrived >= out) {
            throw new IllegalStateException("an echo has come of a message that was not sent");
        }
        long from = due[arrived];
        marks.mark(from);
        end = System.nanoTime();
        latencies += end - from;
        arrived++;
        echoes.next();
    }

    static void requireKept(int rate, int batch, long nanos) {
        long scheduled = nanos(batch, rate);
        if (batch >= SOME && nanos > scheduled + scheduled / 10 + GRACE_NANOS) {
            throw new IllegalStateException("the rate of " + rate + " messages per second was missed: " + batch
                    + " took " + nanos / 1_000_000 + " ms, which is " + batch * SECOND / nanos + " per second");
        }
    }

    /** Closes both ends, which ends the second thread. */
    @TearDown
    public void disconnect(Rank rank, Peers peers) throws IOException {
        if (background != null) {
            background.ending();
        }
        peers.close(rank, peer);
        if (background != null) {
            background.close();
        }
    }

    @Override
    public void fill(Rank rank) {
        length = -1;
        int sender = first ? rank.rank() : peer.pair().peer();
        Contents.put(out, sender);
        Contents.putNone(in, sender);
    }

    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, length);
        int sender = first ? rank.rank() : peer.pair().peer();
        Contents.require(in, sender, "rank " + sender + (first ? ", and back," : ""));
    }
}
