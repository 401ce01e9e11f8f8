package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.support.reduction.Operands;
import dev.lockstep.comm.support.reduction.Reducer;
import java.nio.ByteBuffer;

/** The fold of a datatype by an operation, which all are commutative. Reused for one after another. */
final class TypedFold implements Fold, Operands {
    private final Reducer reducer = new Reducer();
    private final ByteBuffer[] operands = new ByteBuffer[2];
    private final int[] places = new int[2];
    private Datatype type;
    private ReduceOp op;

    /** From now on of this type and operation. */
    TypedFold of(Datatype elementType, ReduceOp operation) {
        type = elementType;
        op = operation;
        return this;
    }

    @Override
    public int bytes() {
        return type.bytes();
    }

    @Override
    public boolean commutes() {
        return true;
    }

    @Override
    public void combine(ByteBuffer own, int at, ByteBuffer other, int otherAt, int bytes, boolean otherFirst) {
        int left = otherFirst ? 1 : 0;
        operands[left] = own;
        places[left] = at;
        operands[1 - left] = other;
        places[1 - left] = otherAt;
        reducer.reduce(this, 2, type, op, 0, bytes, own, at);
    }

    @Override
    public int size() {
        return 2;
    }

    @Override
    public void load(int side, int offset, int bytes, ByteBuffer block) {
        block.put(0, operands[side], places[side] + offset, bytes);
    }
}
