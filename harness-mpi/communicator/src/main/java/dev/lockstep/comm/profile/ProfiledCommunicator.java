package dev.lockstep.comm.profile;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Each call is the communicator's own, with a clock read before and after. */
final class ProfiledCommunicator extends ProfiledMessages<Communicator> implements Communicator {
    /** In place of a root. */
    private static final int ALL = -1;

    private final ThreadLocal<ProfiledMessages<PointToPoint>> shares = new ThreadLocal<>();

    ProfiledCommunicator(Communicator comm, MpiProfile profile) {
        super(comm, profile);
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public int size() {
        return comm.size();
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        return comm.allocate(bytes);
    }

    @Override
    public void close() {
        comm.close();
    }

    @Override
    public Communicator duplicate() {
        long start = tally.begin();
        Communicator made = comm.duplicate();
        tally.end(MpiFunction.COMM_DUP, start, Tally.NO_MESSAGE);
        return profile.of(made);
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        long start = tally.begin();
        Optional<Communicator> made = comm.split(color, key);
        tally.end(MpiFunction.COMM_SPLIT, start, Tally.NO_MESSAGE);
        return made.map(profile::of);
    }

    @Override
    public PointToPoint share() {
        PointToPoint theirs = comm.share();
        ProfiledMessages<PointToPoint> share = shares.get();
        if (share == null) {
            share = new ProfiledMessages<>(theirs, profile);
            shares.set(share);
        }
        return share;
    }

    @Override
    public void probe(int source, int tag, Status status) {
        long start = tally.begin();
        comm.probe(source, tag, status);
        tally.end(MpiFunction.PROBE, start, Tally.NO_MESSAGE);
    }

    @Override
    public boolean iProbe(int source, int tag, Status status) {
        long start = tally.begin();
        boolean there = comm.iProbe(source, tag, status);
        tally.end(MpiFunction.IPROBE, start, Tally.NO_MESSAGE);
        return there;
    }

    @Override
    public PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
        long start = tally.begin();
        PersistentRequest request = comm.sendInit(message, destination, tag);
        tally.end(MpiFunction.SEND_INIT, start, Tally.NO_MESSAGE);
        return new StartedRequest(tally, request, true, message, destination, tag);
    }

    @Override
    public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
        long start = tally.begin();
        PersistentRequest request = comm.recvInit(message, source, tag);
        tally.end(MpiFunction.RECV_INIT, start, Tally.NO_MESSAGE);
        return new StartedRequest(tally, request, false, message, source, tag);
    }

    /** A rank's block; in place it is one of the result's, which are of one length. */
    private int block(ByteBuffer contribution, ByteBuffer result) {
        return contribution == IN_PLACE ? result.remaining() / comm.size() : contribution.remaining();
    }

    private int block(ByteBuffer contribution, int[] counts) {
        return contribution == IN_PLACE ? counts[comm.rank()] : contribution.remaining();
    }

    private static int sum(int[] counts) {
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    @Override
    public void barrier() {
        long start = tally.begin();
        comm.barrier();
        tally.end(MpiFunction.BARRIER, start, Tally.NO_MESSAGE);
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        long start = tally.begin(MpiFunction.BCAST, root == comm.rank() ? message : null, null, root);
        comm.bcast(message, root);
        tally.end(MpiFunction.BCAST, start, root == comm.rank() ? message.remaining() : 0);
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.GATHER, contribution, result, root);
        comm.gather(contribution, result, root);
        tally.end(MpiFunction.GATHER, start, block(contribution, result));
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        long start = tally.begin(MpiFunction.GATHERV, contribution, result, root);
        comm.gatherv(contribution, result, counts, displacements, root);
        tally.end(MpiFunction.GATHERV, start, block(contribution, counts));
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.SCATTER, root == comm.rank() ? contribution : null, null, root);
        comm.scatter(contribution, result, root);
        tally.end(MpiFunction.SCATTER, start, root == comm.rank() ? contribution.remaining() : 0);
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.SCATTERV, root == comm.rank() ? contribution : null, null, root);
        comm.scatterv(contribution, counts, displacements, result, root);
        tally.end(MpiFunction.SCATTERV, start, root == comm.rank() ? sum(counts) : 0);
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        long start = tally.begin(MpiFunction.ALLGATHER, contribution, result, ALL);
        comm.allGather(contribution, result);
        tally.end(MpiFunction.ALLGATHER, start, block(contribution, result));
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        long start = tally.begin(MpiFunction.ALLGATHERV, contribution, result, ALL);
        comm.allGatherv(contribution, result, counts, displacements);
        tally.end(MpiFunction.ALLGATHERV, start, block(contribution, counts));
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        long start = tally.begin(MpiFunction.ALLTOALL, contribution, result, ALL);
        comm.allToAll(contribution, result);
        tally.end(MpiFunction.ALLTOALL, start, Tally.bytes(contribution, result));
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        long start = tally.begin(MpiFunction.ALLTOALLV, contribution, result, ALL);
        comm.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        tally.end(MpiFunction.ALLTOALLV, start, sum(contribution == IN_PLACE ? recvCounts : sendCounts));
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        long start = tally.begin(MpiFunction.REDUCE, contribution, result, root);
        comm.reduce(contribution, result, type, op, root);
        tally.end(MpiFunction.REDUCE, start, Tally.bytes(contribution, result));
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.ALLREDUCE, contribution, result, ALL);
        comm.allReduce(contribution, result, type, op);
        tally.end(MpiFunction.ALLREDUCE, start, Tally.bytes(contribution, result));
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.REDUCE_SCATTER_BLOCK, contribution, result, ALL);
        comm.reduceScatterBlock(contribution, result, type, op);
        tally.end(MpiFunction.REDUCE_SCATTER_BLOCK, start, Tally.bytes(contribution, result));
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.REDUCE_SCATTER, contribution, result, ALL);
        comm.reduceScatter(contribution, result, counts, type, op);
        tally.end(MpiFunction.REDUCE_SCATTER, start, Tally.bytes(contribution, result));
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.SCAN, contribution, result, ALL);
        comm.scan(contribution, result, type, op);
        tally.end(MpiFunction.SCAN, start, Tally.bytes(contribution, result));
    }

    @Override
    public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.EXSCAN, contribution, result, ALL);
        comm.exscan(contribution, result, type, op);
        tally.end(MpiFunction.EXSCAN, start, Tally.bytes(contribution, result));
    }

    @Override
    public Request iBarrier() {
        long start = tally.begin();
        Request request = comm.iBarrier();
        tally.end(MpiFunction.IBARRIER, start, Tally.NO_MESSAGE);
        return tally.request().of(request);
    }

    @Override
    public Request iBcast(ByteBuffer message, int root) {
        long start = tally.begin(MpiFunction.IBCAST, root == comm.rank() ? message : null, null, root);
        Request request = comm.iBcast(message, root);
        tally.end(MpiFunction.IBCAST, start, root == comm.rank() ? message.remaining() : 0);
        return tally.request().of(request);
    }

    @Override
    public Request iGather(ByteBuffer contribution, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.IGATHER, contribution, result, root);
        Request request = comm.iGather(contribution, result, root);
        tally.end(MpiFunction.IGATHER, start, block(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        long start = tally.begin(MpiFunction.IGATHERV, contribution, result, root);
        Request request = comm.iGatherv(contribution, result, counts, displacements, root);
        tally.end(MpiFunction.IGATHERV, start, block(contribution, counts));
        return tally.request().of(request);
    }

    @Override
    public Request iScatter(ByteBuffer contribution, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.ISCATTER, root == comm.rank() ? contribution : null, null, root);
        Request request = comm.iScatter(contribution, result, root);
        tally.end(MpiFunction.ISCATTER, start, root == comm.rank() ? contribution.remaining() : 0);
        return tally.request().of(request);
    }

    @Override
    public Request iScatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        long start = tally.begin(MpiFunction.ISCATTERV, root == comm.rank() ? contribution : null, null, root);
        Request request = comm.iScatterv(contribution, counts, displacements, result, root);
        tally.end(MpiFunction.ISCATTERV, start, root == comm.rank() ? sum(counts) : 0);
        return tally.request().of(request);
    }

    @Override
    public Request iAllGather(ByteBuffer contribution, ByteBuffer result) {
        long start = tally.begin(MpiFunction.IALLGATHER, contribution, result, ALL);
        Request request = comm.iAllGather(contribution, result);
        tally.end(MpiFunction.IALLGATHER, start, block(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iAllGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        long start = tally.begin(MpiFunction.IALLGATHERV, contribution, result, ALL);
        Request request = comm.iAllGatherv(contribution, result, counts, displacements);
        tally.end(MpiFunction.IALLGATHERV, start, block(contribution, counts));
        return tally.request().of(request);
    }

    @Override
    public Request iAllToAll(ByteBuffer contribution, ByteBuffer result) {
        long start = tally.begin(MpiFunction.IALLTOALL, contribution, result, ALL);
        Request request = comm.iAllToAll(contribution, result);
        tally.end(MpiFunction.IALLTOALL, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iAllToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        long start = tally.begin(MpiFunction.IALLTOALLV, contribution, result, ALL);
        Request request =
                comm.iAllToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        tally.end(MpiFunction.IALLTOALLV, start, sum(contribution == IN_PLACE ? recvCounts : sendCounts));
        return tally.request().of(request);
    }

    @Override
    public Request iReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        long start = tally.begin(MpiFunction.IREDUCE, contribution, result, root);
        Request request = comm.iReduce(contribution, result, type, op, root);
        tally.end(MpiFunction.IREDUCE, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iAllReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.IALLREDUCE, contribution, result, ALL);
        Request request = comm.iAllReduce(contribution, result, type, op);
        tally.end(MpiFunction.IALLREDUCE, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iReduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.IREDUCE_SCATTER_BLOCK, contribution, result, ALL);
        Request request = comm.iReduceScatterBlock(contribution, result, type, op);
        tally.end(MpiFunction.IREDUCE_SCATTER_BLOCK, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iReduceScatter(
            ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.IREDUCE_SCATTER, contribution, result, ALL);
        Request request = comm.iReduceScatter(contribution, result, counts, type, op);
        tally.end(MpiFunction.IREDUCE_SCATTER, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iScan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.ISCAN, contribution, result, ALL);
        Request request = comm.iScan(contribution, result, type, op);
        tally.end(MpiFunction.ISCAN, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }

    @Override
    public Request iExscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        long start = tally.begin(MpiFunction.IEXSCAN, contribution, result, ALL);
        Request request = comm.iExscan(contribution, result, type, op);
        tally.end(MpiFunction.IEXSCAN, start, Tally.bytes(contribution, result));
        return tally.request().of(request);
    }
}
