package dev.lockstep.comm.support.reduction;

import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/** Elements of type long. */
final class LongLane implements Lane {
    private final LongBuffer view;
    private final long[] result;
    private final long[] next;

    LongLane(ByteBuffer block) {
        view = block.asLongBuffer();
        result = new long[view.capacity()];
        next = new long[view.capacity()];
    }

    @Override
    public void set(int count) {
        view.get(0, result, 0, count);
    }

    @Override
    public void combine(ReduceOp op, int count) {
        view.get(0, next, 0, count);
        switch (op) {
            case SUM -> sum(result, next, count);
            case MIN -> min(result, next, count);
            case MAX -> max(result, next, count);
            case PROD -> prod(result, next, count);
            default -> throw new AssertionError(op);
        }
    }

    @Override
    public void store(int count) {
        view.put(0, result, 0, count);
    }

    private static void sum(long[] a, long[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] += b[i];
        }
    }

    private static void min(long[] a, long[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(long[] a, long[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }

    private static void prod(long[] a, long[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] *= b[i];
        }
    }
}
