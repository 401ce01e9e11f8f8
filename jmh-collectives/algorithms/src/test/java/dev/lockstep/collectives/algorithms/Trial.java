package dev.lockstep.collectives.algorithms;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Single calls with known contents, made by all ranks alike; every byte of every buffer is checked. A failure is an
 * {@link AssertionError} that names rank, algorithm, count and root.
 */
final class Trial implements AutoCloseable {
    private static final int TAG = 7;
    private static final long LATE_NS = 300_000;

    private final Communicator base;
    private final int rank;
    private final int size;
    private final Picked picked = new Picked();
    private final AlgorithmCollectives collectives;
    private final Frames contributions = new Frames();
    private final Frames results = new Frames();
    private final Matrices matrices = new Matrices();
    private int call;
    private String what;

    /** Calls over a duplicate of a communicator, by which results of ranks are also compared. */
    Trial(Communicator base) {
        this.base = base;
        rank = base.rank();
        size = base.size();
        collectives = AlgorithmCollectives.over(base, picked);
    }

    void allReduce(AllReduceAlgorithm algorithm, int count, Datatype type, ReduceOp op, boolean inPlace) {
        begin("allreduce", algorithm, count + " of " + type + ", " + op, inPlace);
        picked.now = picked.now.with(algorithm);
        Framed result = result(count * type.bytes());
        Framed input = inPlace ? result : contribution(count * type.bytes());
        for (int i = 0; i < count; i++) {
            input.set(type, i, Contents.element(call, rank, i, op));
        }
        run(() -> collectives.allReduce(inPlace ? IN_PLACE : input.store(), result.store(), type, op));
        for (int i = 0; i < count; i++) {
            result.set(type, i, Contents.combined(call, size, i, op));
        }
        check(input, result);
    }

    /** A product of matrices in the order of ranks; an algorithm that does not keep it refuses. */
    void matrices(AllReduceAlgorithm algorithm, int count, boolean inPlace) {
        begin("allreduce", algorithm, count + " matrices", inPlace);
        picked.now = picked.now.with(algorithm);
        Framed result = result(count * Matrices.BYTES);
        Framed input = inPlace ? result : contribution(count * Matrices.BYTES);
        for (int i = 0; i < count; i++) {
            set(input, i, Contents.matrix(call, rank, i));
        }
        ByteBuffer first = inPlace ? IN_PLACE : input.store();
        ByteBuffer second = result.store();
        if (algorithm.keepsOrder()) {
            run(() -> collectives.allReduce(first, second, matrices));
            for (int i = 0; i < count; i++) {
                int[] product = Contents.matrix(call, 0, i);
                for (int other = 1; other < size; other++) {
                    product = Matrices.product(product, Contents.matrix(call, other, i));
                }
                set(result, i, product);
            }
        } else {
            refuses(() -> collectives.allReduce(first, second, matrices));
        }
        check(input, result);
    }

    /** Sums that depend on their order: near the right one, and alike on all ranks to the bit. */
    void floats(AllReduceAlgorithm algorithm, int count, Datatype type, boolean inPlace) {
        begin("allreduce", algorithm, count + " inexact of " + type, inPlace);
        picked.now = picked.now.with(algorithm);
        Framed result = result(count * type.bytes());
        Framed input = inPlace ? result : contribution(count * type.bytes());
        for (int i = 0; i < count; i++) {
            input.setDouble(type, i, Contents.inexact(call, rank, i));
        }
        run(() -> collectives.allReduce(inPlace ? IN_PLACE : input.store(), result.store(), type, ReduceOp.SUM));
        byte[] bits = result.accept();
        for (int i = 0; i < count; i++) {
            double sum = 0;
            double magnitude = 0;
            for (int other = 0; other < size; other++) {
                sum += Contents.inexact(call, other, i);
                magnitude += Math.abs(Contents.inexact(call, other, i));
            }
            double is = result.element(type, i);
            if (!(Math.abs(is - sum) <= magnitude * 1e-6)) {
                throw new AssertionError(what + ": element " + i + " should be about " + sum + ", not " + is);
            }
        }
        check(input, result);
        alike(bits);
    }

    void bcast(BroadcastAlgorithm algorithm, int bytes, int root, int segment) {
        begin("bcast", algorithm, bytes + " bytes, segment " + segment + ", root " + root, false);
        picked.now = picked.now.with(algorithm).withSegment(segment);
        Framed message = result(bytes);
        if (rank == root) {
            fill(message, 0, bytes, root, 0);
        }
        run(() -> collectives.bcast(message.store(), root));
        fill(message, 0, bytes, root, 0);
        check(message, message);
    }

    void allGather(AllGatherAlgorithm algorithm, int bytes, boolean inPlace) {
        begin("allgather", algorithm, bytes + " bytes", inPlace);
        Layout layout = Layout.even(size, bytes);
        gather(algorithm, layout, inPlace, collectives::allGather);
    }

    void allGatherv(AllGatherAlgorithm algorithm, int longest, boolean inPlace) {
        begin("allgatherv", algorithm, "up to " + longest + " bytes", inPlace);
        int[] counts = new int[size];
        Arrays.setAll(counts, other -> length(other, other, longest));
        Layout layout = Layout.apart(counts);
        gather(
                algorithm,
                layout,
                inPlace,
                (contribution, result) ->
                        collectives.allGatherv(contribution, result, layout.counts(), layout.places()));
    }

    void allToAll(AllToAllAlgorithm algorithm, int bytes, boolean inPlace) {
        begin("alltoall", algorithm, bytes + " bytes", inPlace);
        Layout layout = Layout.even(size, bytes);
        exchange(algorithm, layout, layout, inPlace, collectives::allToAll);
    }

    void allToAllv(AllToAllAlgorithm algorithm, int longest, boolean inPlace) {
        begin("alltoallv", algorithm, "up to " + longest + " bytes", inPlace);
        int[] sent = new int[size];
        int[] received = new int[size];
        for (int other = 0; other < size; other++) {
            // In place, two ranks send each other equally many bytes.
            boolean lower = inPlace && rank > other;
            sent[other] = lower ? length(other, rank, longest) : length(rank, other, longest);
            received[other] = inPlace ? sent[other] : length(other, rank, longest);
        }
        Layout out = Layout.apart(sent);
        Layout in = Layout.apart(received);
        exchange(
                algorithm,
                out,
                in,
                inPlace,
                (contribution, result) -> collectives.allToAllv(
                        contribution,
                        inPlace ? null : out.counts(),
                        inPlace ? null : out.places(),
                        result,
                        in.counts(),
                        in.places()));
    }

    /** Nobody leaves before all have come; one rank comes late. By a clock that all ranks share, so on one host. */
    void barrier(BarrierAlgorithm algorithm, boolean late) {
        begin("barrier", algorithm, late ? "one is late" : "", false);
        picked.now = picked.now.with(algorithm);
        if (late && call % size == rank) {
            LockSupport.parkNanos(LATE_NS);
        }
        ByteBuffer times = ByteBuffer.allocateDirect(2 * Long.BYTES);
        times.putLong(0, System.nanoTime());
        run(collectives::barrier);
        times.putLong(Long.BYTES, System.nanoTime());
        if (rank != 0) {
            base.send(times, 0, TAG);
            return;
        }
        long lastCame = times.getLong(0);
        long firstLeft = times.getLong(Long.BYTES);
        for (int other = 1; other < size; other++) {
            base.recv(times, other, TAG);
            lastCame = Math.max(lastCame, times.getLong(0));
            firstLeft = Math.min(firstLeft, times.getLong(Long.BYTES));
        }
        if (lastCame > firstLeft) {
            throw new AssertionError(what + ": the last came " + (lastCame - firstLeft) + " ns after one had left");
        }
    }

    @Override
    public void close() {
        collectives.close();
    }

    /** A call with a contribution and a result. */
    private interface Call {
        void run(ByteBuffer contribution, ByteBuffer result);
    }

    private void gather(AllGatherAlgorithm algorithm, Layout layout, boolean inPlace, Call by) {
        picked.now = picked.now.with(algorithm);
        Framed result = result(layout.bytes());
        Framed input = inPlace ? result : contribution(layout.counts()[rank]);
        fill(input, inPlace ? layout.places()[rank] : 0, layout.counts()[rank], rank, 0);
        run(() -> by.run(inPlace ? IN_PLACE : input.store(), result.store()));
        for (int other = 0; other < size; other++) {
            fill(result, layout.places()[other], layout.counts()[other], other, 0);
        }
        check(input, result);
    }

    private void exchange(AllToAllAlgorithm algorithm, Layout out, Layout in, boolean inPlace, Call by) {
        picked.now = picked.now.with(algorithm);
        Framed result = result(in.bytes());
        Framed input = inPlace ? result : contribution(out.bytes());
        for (int other = 0; other < size; other++) {
            fill(input, out.places()[other], out.counts()[other], rank, other);
        }
        run(() -> by.run(inPlace ? IN_PLACE : input.store(), result.store()));
        for (int other = 0; other < size; other++) {
            fill(result, in.places()[other], in.counts()[other], other, rank);
        }
        check(input, result);
    }

    private void begin(String collective, Algorithm algorithm, String sizes, boolean inPlace) {
        call++;
        what = "rank " + rank + " of " + size + ", " + collective + " " + algorithm.label() + ", " + sizes
                + (inPlace ? ", in place" : "") + ", call " + call;
    }

    /**
     * Kind, position and guards differ from rank to rank and from call to call: no rank's guards pass for another's.
     */
    private Framed contribution(int bytes) {
        return contributions.of(call / 4 + rank, bytes, call + 3 * rank);
    }

    private Framed result(int bytes) {
        return results.of(call + rank, bytes, call + 1 + 3 * rank);
    }

    private void run(Runnable operation) {
        try {
            operation.run();
        } catch (RuntimeException e) {
            throw new AssertionError(what + ": " + e + " at " + Arrays.asList(e.getStackTrace()), e);
        }
    }

    private void refuses(Runnable operation) {
        try {
            operation.run();
        } catch (IllegalArgumentException e) {
            return;
        }
        throw new AssertionError(what + " is not refused");
    }

    private void check(Framed input, Framed result) {
        input.check(what + ": the contribution");
        result.check(what + ": the result");
    }

    /** Rank 0 compares what the others have with its own. */
    private void alike(byte[] bits) {
        if (rank != 0) {
            base.send(ByteBuffer.allocateDirect(bits.length).put(bits).flip(), 0, TAG);
            return;
        }
        ByteBuffer theirs = ByteBuffer.allocateDirect(bits.length);
        for (int other = 1; other < size; other++) {
            base.recv(theirs, other, TAG);
            if (!theirs.equals(ByteBuffer.wrap(bits))) {
                throw new AssertionError(what + ": rank " + other + " has other bits than rank 0, from byte "
                        + theirs.mismatch(ByteBuffer.wrap(bits)));
            }
        }
    }

    private void fill(Framed into, int at, int bytes, int from, int to) {
        for (int i = 0; i < bytes; i++) {
            into.set(at + i, Contents.at(call, from, to, i));
        }
    }

    private static void set(Framed into, int index, int[] matrix) {
        for (int k = 0; k < matrix.length; k++) {
            into.set(Datatype.INT, index * matrix.length + k, matrix[k]);
        }
    }

    /** The length of a block, some of them 0. */
    private int length(int from, int to, int longest) {
        int number = Contents.mix(call, from, to, -1);
        return number % 5 == 0 ? 0 : Math.floorMod(number, longest + 1);
    }
}
