package dev.lockstep.comm.support.reduction;

import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** Elements of type double. */
final class DoubleLane implements Lane {
    private final DoubleBuffer view;
    private final double[] result;
    private final double[] next;

    DoubleLane(ByteBuffer block) {
        view = block.asDoubleBuffer();
        result = new double[view.capacity()];
        next = new double[view.capacity()];
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

    private static void sum(double[] a, double[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] += b[i];
        }
    }

    private static void min(double[] a, double[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = Math.min(a[i], b[i]);
        }
    }

    private static void max(double[] a, double[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
    }

    private static void prod(double[] a, double[] b, int count) {
        for (int i = 0; i < count; i++) {
            a[i] *= b[i];
        }
    }
}
