package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.harness.InPairs;
import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reference;
import dev.lockstep.harness.SelfCheck;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The exchange of {@link TransportPingPongBenchmark} between two ranks, written by hand: what
 * {@code scripts/transport-claims} sets beside transports. Its queues are for ranks that are threads.
 */
@OwnTransport
@InPairs
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, batchSize = TransportPingPongBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = TransportPingPongBenchmark.BATCH)
@OperationsPerInvocation(TransportPingPongBenchmark.BATCH * TransportPingPongBenchmark.MESSAGES)
@Fork(2)
@Threads(2)
public class ByHandBenchmark implements SelfCheck {
    /** Message size. */
    @Param("64")
    int bytes;

    private static final int TAG = 1;

    private final Status status = new Status();
    private boolean first;
    private ByteBuffer out;
    private ByteBuffer in;
    private int received;

    /** As {@link TransportPingPongBenchmark#connect}. */
    @Setup
    public void allocate(Rank rank) {
        first = Pair.of(rank.rank(), rank.size()).first();
        out = rank.allocate("direct", bytes);
        in = rank.allocate("direct", bytes);
        fill(rank);
        rank.selfCheck(this);
    }

    /** Lets the iteration's first message find its receiver ready. */
    @Setup(Level.Iteration)
    public void startTogether(Rank rank) {
        rank.comm().barrier();
    }

    /** What {@code socket} does, with its arrays. */
    @Benchmark
    @Reference("tcp-ping-pong")
    public void socketByHand(Rank rank, OpTimes times, SocketByHand socket) throws IOException {
        if (first) {
            socket.send(out);
            received = socket.receive(in);
        } else {
            received = socket.receive(in);
            socket.send(out);
        }
        times.mark();
    }

    /** What {@code communicator} asks of MPI: a message of any sender, and how long it is. */
    @Benchmark
    public void anySender(Rank rank, OpTimes times) {
        Communicator comm = rank.comm();
        if (first) {
            comm.send(out, 1 - rank.rank(), TAG);
            comm.recv(in, Communicator.ANY_SOURCE, TAG, status);
        } else {
            comm.recv(in, Communicator.ANY_SOURCE, TAG, status);
            comm.send(out, 1 - rank.rank(), TAG);
        }
        received = status.bytes();
        times.mark();
    }

    /** A cache line or two that go to and fro, and no ring: the floor of {@code shm}. */
    @Benchmark
    public void line(Rank rank, OpTimes times, LineByHand line) {
        if (first) {
            line.send(out);
            received = line.receive(in);
        } else {
            received = line.receive(in);
            line.send(out);
        }
        times.mark();
    }

    /** By {@link java.util.concurrent.Exchanger}: for each message something is given for it. */
    @Benchmark
    public void exchanger(Rank rank, OpTimes times, QueuesByHand queues) throws InterruptedException {
        if (first) {
            queues.exchanger.exchange(out);
            received = copy(queues.exchanger.exchange(in));
        } else {
            received = copy(queues.exchanger.exchange(in));
            queues.exchanger.exchange(out);
        }
        times.mark();
    }

    /** By {@link java.util.concurrent.SynchronousQueue}, one each way. */
    @Benchmark
    public void synchronousQueue(Rank rank, OpTimes times, QueuesByHand queues) throws InterruptedException {
        if (first) {
            queues.handedThere.put(out);
            received = copy(queues.handedBack.take());
        } else {
            received = copy(queues.handedThere.take());
            queues.handedBack.put(out);
        }
        times.mark();
    }

    /** By JCTools' queue of one producer and one consumer, one each way. */
    @Benchmark
    public void spscQueue(Rank rank, OpTimes times, QueuesByHand queues) {
        if (first) {
            queues.queuedThere.offer(out);
            received = copy(QueuesByHand.next(queues.queuedBack));
        } else {
            received = copy(QueuesByHand.next(queues.queuedThere));
            queues.queuedBack.offer(out);
        }
        times.mark();
    }

    /** Queues hand over references; a transport's receiver has the message. The sender waits for the answer meanwhile. */
    private int copy(ByteBuffer message) {
        int length = message.remaining();
        in.put(0, message, message.position(), length);
        return length;
    }

    @Override
    public void fill(Rank rank) {
        received = -1;
        Contents.put(out, rank.rank());
        Contents.putNone(in, 1 - rank.rank());
    }

    @Override
    public void check(Rank rank) {
        Contents.requireLength(bytes, received);
        Contents.require(in, 1 - rank.rank());
        Contents.require(out, rank.rank());
    }
}
