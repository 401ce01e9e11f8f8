package dev.lockstep.collectives.flat;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;

/** The arithmetic of reductions on words of 8 bytes, each of which is one element or a pair. */
final class Words {
    private static final long LOWER = 0xffff_ffffL;

    private Words() {}

    /** Combines the elements of two words. */
    static long combine(Datatype type, ReduceOp op, long a, long b) {
        return switch (type) {
            case LONG -> longs(op, a, b);
            case DOUBLE ->
                Double.doubleToRawLongBits(doubles(op, Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
            case INT -> pair(ints(op, upper(a), upper(b)), ints(op, (int) a, (int) b));
            case FLOAT -> pair(floatBits(op, upper(a), upper(b)), floatBits(op, (int) a, (int) b));
        };
    }

    private static int upper(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    private static long pair(int upper, int lower) {
        return (long) upper << Integer.SIZE | lower & LOWER;
    }

    private static int floatBits(ReduceOp op, int a, int b) {
        return Float.floatToRawIntBits(floats(op, Float.intBitsToFloat(a), Float.intBitsToFloat(b)));
    }

    private static long longs(ReduceOp op, long a, long b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }

    private static int ints(ReduceOp op, int a, int b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }

    private static double doubles(ReduceOp op, double a, double b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }

    private static float floats(ReduceOp op, float a, float b) {
        return switch (op) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case PROD -> a * b;
        };
    }
}
