package dev.lockstep.collectives;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Contents that every rank knows without a message. Sums of contributions are whole numbers below 2^24 for up to 66,000
 * ranks, and products are powers of two, so floats hold them exactly in whatever order they are combined.
 */
final class KnownContents {
    /** Prime, so that contents shifted by a power of two are seen. */
    private static final int PERIOD = 251;

    /** By how much the contributions of two ranks differ: the smallest is not always the same rank's. */
    private static final int APART = 97;

    /** No contribution and no result is negative, unless a product overflows. */
    private static final int NONE = -1;

    private KnownContents() {}

    /** Message m has i + 37 m, mod 251, as byte i. */
    static void putMessage(ByteBuffer bytes, int number) {
        for (int i = 0; i < bytes.remaining(); i++) {
            bytes.put(bytes.position() + i, content(i, number));
        }
    }

    /** The complement of each byte of a message. */
    static void putNoMessage(ByteBuffer bytes, int number) {
        for (int i = 0; i < bytes.remaining(); i++) {
            bytes.put(bytes.position() + i, (byte) ~content(i, number));
        }
    }

    static void requireMessage(ByteBuffer bytes, int number) {
        for (int i = 0; i < bytes.remaining(); i++) {
            byte expected = content(i, number);
            byte found = bytes.get(bytes.position() + i);
            if (expected != found) {
                throw wrong("byte", i, expected, found);
            }
        }
    }

    private static byte content(int i, int number) {
        return (byte) ((i + 37 * number) % PERIOD);
    }

    /** What a rank contributes to a reduction, as elements of a type. */
    static void putContribution(ByteBuffer elements, Datatype type, ReduceOp op, int rank) {
        for (int i = 0; i < elements.remaining() / type.bytes(); i++) {
            put(elements, type, i, contribution(i, rank, op));
        }
    }

    /** A number everywhere that is no result. */
    static void putNoResult(ByteBuffer elements, Datatype type) {
        for (int i = 0; i < elements.remaining() / type.bytes(); i++) {
            put(elements, type, i, NONE);
        }
    }

    /**
     * Requires that contributions of ranks are combined.
     *
     * @param elements of the result
     * @param first which of a contribution's elements the first of them is
     * @param from the first rank that contributes
     * @param to the rank after the last
     */
    static void requireResult(ByteBuffer elements, Datatype type, ReduceOp op, int first, int from, int to) {
        for (int i = 0; i < elements.remaining() / type.bytes(); i++) {
            double expected = result(first + i, type, op, from, to);
            double found = get(elements, type, i);
            if (expected != found) {
                throw wrong(type + " " + op, first + i, expected, found);
            }
        }
    }

    private static int contribution(int i, int rank, ReduceOp op) {
        return op == ReduceOp.PROD ? 1 + (i + rank) % 2 : 1 + (int) ((i + (long) APART * rank) % PERIOD);
    }

    /** A product overflows as the type does: an integer wraps, a float becomes infinite. */
    private static double result(int i, Datatype type, ReduceOp op, int from, int to) {
        double all = contribution(i, from, op);
        long whole = (long) all;
        for (int rank = from + 1; rank < to; rank++) {
            int next = contribution(i, rank, op);
            switch (op) {
                case SUM -> all += next;
                case MIN -> all = Math.min(all, next);
                case MAX -> all = Math.max(all, next);
                case PROD -> {
                    all *= next;
                    whole *= next;
                }
            }
        }
        if (op != ReduceOp.PROD || type == Datatype.DOUBLE) {
            return all;
        }
        return type == Datatype.FLOAT ? (float) all : type == Datatype.INT ? (int) whole : whole;
    }

    /** Reductions see native byte order, whatever the buffer's. */
    private static void put(ByteBuffer buffer, Datatype type, int i, int value) {
        ByteBuffer elements = natively(buffer);
        int at = buffer.position() + i * type.bytes();
        switch (type) {
            case INT -> elements.putInt(at, value);
            case LONG -> elements.putLong(at, value);
            case FLOAT -> elements.putFloat(at, value);
            case DOUBLE -> elements.putDouble(at, value);
        }
    }

    private static double get(ByteBuffer buffer, Datatype type, int i) {
        ByteBuffer elements = natively(buffer);
        int at = buffer.position() + i * type.bytes();
        return switch (type) {
            case INT -> elements.getInt(at);
            case LONG -> elements.getLong(at);
            case FLOAT -> elements.getFloat(at);
            case DOUBLE -> elements.getDouble(at);
        };
    }

    private static ByteBuffer natively(ByteBuffer buffer) {
        return buffer.order() == ByteOrder.nativeOrder()
                ? buffer
                : buffer.duplicate().order(ByteOrder.nativeOrder());
    }

    private static IllegalStateException wrong(String what, int i, double expected, double found) {
        return new IllegalStateException(what + " " + i + " should be " + expected + " and is " + found);
    }
}
