package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements whose combinations are exact in every type, so that any order of operations gives the same bits. */
final class Numbers {
    private Numbers() {}

    /** A small element, of either sign, not in the order of ranks. */
    static int element(int rank, int index) {
        int value = (rank * 5 + index * 3) % 7 - 3;
        return value == 0 ? 2 : value;
    }

    static int combined(int size, int index, ReduceOp op) {
        int result = element(0, index);
        for (int rank = 1; rank < size; rank++) {
            int next = element(rank, index);
            result = switch (op) {
                case SUM -> result + next;
                case MIN -> Math.min(result, next);
                case MAX -> Math.max(result, next);
                case PROD -> result * next;
            };
        }
        return result;
    }

    static void put(ByteBuffer buffer, Datatype type, int index, int value) {
        ByteBuffer at = buffer.duplicate().order(ByteOrder.nativeOrder());
        int position = buffer.position() + index * type.bytes();
        switch (type) {
            case INT -> at.putInt(position, value);
            case LONG -> at.putLong(position, value);
            case FLOAT -> at.putFloat(position, value);
            case DOUBLE -> at.putDouble(position, value);
            default -> throw new AssertionError(type);
        }
    }

    static double get(ByteBuffer buffer, Datatype type, int index) {
        ByteBuffer at = buffer.duplicate().order(ByteOrder.nativeOrder());
        int position = buffer.position() + index * type.bytes();
        return switch (type) {
            case INT -> at.getInt(position);
            case LONG -> at.getLong(position);
            case FLOAT -> at.getFloat(position);
            case DOUBLE -> at.getDouble(position);
        };
    }

    /** Fills from position to limit with the elements of a rank. */
    static ByteBuffer fill(ByteBuffer buffer, Datatype type, int rank) {
        for (int i = 0; i < buffer.remaining() / type.bytes(); i++) {
            put(buffer, type, i, element(rank, i));
        }
        return buffer;
    }

    static void expectCombined(ByteBuffer result, Datatype type, ReduceOp op, int size, String what) {
        expectCombined(result, 0, type, op, size, what);
    }

    /** Expects only a part of the result, from an element on. */
    static void expectCombined(ByteBuffer part, int first, Datatype type, ReduceOp op, int size, String what) {
        for (int i = 0; i < part.remaining() / type.bytes(); i++) {
            Expect.equal((double) combined(size, first + i, op), get(part, type, i), what + ", element " + i + ",");
        }
    }
}
