package dev.lockstep.comm.support.reduction;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;

/**
 * Combines the ranks' contributions, always from rank 0 upwards, so that every rank computes the same bits. It works in
 * blocks that stay in the first-level cache: bytes are copied from any buffer, order and alignment into one of native
 * order and from there into an array, because loops over arrays are what the compiler turns into vector code.
 */
public final class Reducer {
    private static final int BLOCK_BYTES = 4096;

    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).order(ByteOrder.nativeOrder());
    private final Map<Datatype, Lane> lanes = new EnumMap<>(Datatype.class);

    /** Reduces so many bytes of the first ranks, beginning at an offset in each one's contribution. */
    public void reduce(
            Operands operands,
            int ranks,
            Datatype type,
            ReduceOp op,
            int offset,
            int bytes,
            ByteBuffer result,
            int position) {
        Lane lane = lane(type);
        for (int done = 0; done < bytes; done += BLOCK_BYTES) {
            int length = Math.min(BLOCK_BYTES, bytes - done);
            int count = type.elements(length);
            operands.load(0, offset + done, length, block);
            lane.set(count);
            for (int rank = 1; rank < ranks; rank++) {
                operands.load(rank, offset + done, length, block);
                lane.combine(op, count);
            }
            lane.store(count);
            result.put(position + done, block, 0, length);
        }
    }

    private Lane lane(Datatype type) {
        Lane lane = lanes.get(type);
        if (lane == null) {
            lane = switch (type) {
                case INT -> new IntLane(block);
                case LONG -> new LongLane(block);
                case FLOAT -> new FloatLane(block);
                case DOUBLE -> new DoubleLane(block);
            };
            lanes.put(type, lane);
        }
        return lane;
    }
}
