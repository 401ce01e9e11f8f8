package dev.lockstep.comm.local;

import static dev.lockstep.comm.Collectives.IN_PLACE;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.Arguments;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One rank's end of a communicator: its place, its life, and blocking collectives. */
final class LocalCommunicator extends LocalPointToPoint {
    private final SlotCollectives collectives;
    private final ThreadLocal<LocalShare> shares = ThreadLocal.withInitial(() -> new LocalShare(this));

    LocalCommunicator(Group group, int rank, Siblings siblings) {
        super(new ProgressEngine(group, rank, siblings), rank, group.size());
        collectives = new SlotCollectives(engine, group, rank);
    }

    @Override
    public Communicator duplicate() {
        engine.enter();
        return at(collectives.split(0, rank));
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        engine.enter();
        Arguments.color(color);
        return Optional.ofNullable(collectives.split(color, key)).map(this::at);
    }

    /** Does not enter: another thread may be at it. */
    @Override
    public PointToPoint share() {
        engine.checkOpen();
        return shares.get();
    }

    @Override
    public void barrier() {
        engine.enter();
        collectives.barrier();
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        engine.enter();
        arguments.bcast(message, root);
        collectives.movement().bcast(message, root);
        collectives.move("a broadcast");
    }

    @Override
    public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
        engine.enter();
        arguments.gather(contribution, result, root);
        collectives.movement().gather(contribution, result, root);
        collectives.move("a gather");
    }

    @Override
    public void gatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements, int root) {
        engine.enter();
        arguments.gatherv(contribution, result, counts, displacements, root);
        collectives.movement().gatherv(contribution, result, counts, displacements, root);
        collectives.move("a gather");
    }

    @Override
    public void scatter(ByteBuffer contribution, ByteBuffer result, int root) {
        engine.enter();
        arguments.scatter(contribution, result, root);
        collectives.movement().scatter(contribution, result, root);
        collectives.move("a scatter");
    }

    @Override
    public void scatterv(ByteBuffer contribution, int[] counts, int[] displacements, ByteBuffer result, int root) {
        engine.enter();
        arguments.scatterv(contribution, counts, displacements, result, root);
        collectives.movement().scatterv(contribution, counts, displacements, result, root);
        collectives.move("a scatter");
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        engine.enter();
        arguments.allGather(contribution, result);
        collectives.movement().allGather(contribution, result);
        collectives.move("an allgather");
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        engine.enter();
        arguments.allGatherv(contribution, result, counts, displacements);
        collectives.movement().allGatherv(contribution, result, counts, displacements);
        collectives.move("an allgather");
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        engine.enter();
        arguments.allToAll(contribution, result);
        collectives.movement().allToAll(contribution, result);
        collectives.move("an all-to-all");
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        engine.enter();
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        collectives
                .movement()
                .allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        collectives.move("an all-to-all");
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        engine.enter();
        reductionArguments.reduce(contribution, result, type, op, root);
        collectives.reduce(contribution, result, type, op, root);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        collectives.allReduce(contribution, result, type, op);
    }

    @Override
    public void reduceScatterBlock(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.reduceScatterBlock(contribution, result, type, op);
        int block = contribution == IN_PLACE ? result.remaining() / size : result.remaining();
        collectives.reduceScatter(contribution, result, rank * block, block, type, op);
    }

    @Override
    public void reduceScatter(ByteBuffer contribution, ByteBuffer result, int[] counts, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.reduceScatter(contribution, result, counts, type, op);
        int offset = 0;
        for (int other = 0; other < rank; other++) {
            offset += counts[other];
        }
        collectives.reduceScatter(contribution, result, offset, counts[rank], type, op);
    }

    @Override
    public void scan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        collectives.scan(contribution, result, rank + 1, type, op);
    }

    @Override
    public void exscan(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        engine.enter();
        reductionArguments.allReduce(contribution, result, type, op);
        collectives.scan(contribution, result, rank, type, op);
    }

    @Override
    public void close() {
        engine.close();
    }

    @Override
    public String toString() {
        return "local rank " + rank + " of " + size;
    }

    private LocalCommunicator at(Place place) {
        return new LocalCommunicator(place.group(), place.rank(), engine.siblings());
    }
}
