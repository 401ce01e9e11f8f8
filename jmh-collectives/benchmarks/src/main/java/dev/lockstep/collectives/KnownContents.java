package dev.lockstep.collectives;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Contents that every rank knows without a message: they are put into buffers and checked there. All sums are whole
 * numbers below 2^24 for up to 5000 ranks, so floats hold them exactly in whatever order they are added.
 */
final class KnownContents {
    /** Prime, so that contents shifted by a power of two are seen. */
    private static final int PERIOD = 251;

    private KnownContents() {}

    /** Rank r contributes r + 1 + i mod 251 as element i. */
    static void putContribution(ByteBuffer floats, int rank) {
        for (int i = 0; i < floats.remaining() / Float.BYTES; i++) {
            putFloat(floats, i, contribution(i, rank));
        }
    }

    /** Not-a-number everywhere, so that no element can pass for a result by chance. */
    static void putNoResult(ByteBuffer floats) {
        for (int i = 0; i < floats.remaining() / Float.BYTES; i++) {
            putFloat(floats, i, Float.NaN);
        }
    }

    /** Requires that this rank's contribution is unchanged. */
    static void requireContribution(ByteBuffer floats, int rank) {
        for (int i = 0; i < floats.remaining() / Float.BYTES; i++) {
            require("contribution", i, contribution(i, rank), getFloat(floats, i));
        }
    }

    /** Requires the sum of the contributions of {@code ranks} ranks. */
    static void requireSum(ByteBuffer floats, int ranks) {
        float ofRanks = ranks * (ranks + 1L) / 2;
        for (int i = 0; i < floats.remaining() / Float.BYTES; i++) {
            require("sum", i, ofRanks + ranks * (i % PERIOD), getFloat(floats, i));
        }
    }

    /** The root broadcasts message 0. */
    static void putBroadcast(ByteBuffer bytes) {
        putMessage(bytes, 0);
    }

    /** Differs in each byte from what the root broadcasts. */
    static void putNoBroadcast(ByteBuffer bytes) {
        putNoMessage(bytes, 0);
    }

    /** Requires what the root broadcasts. */
    static void requireBroadcast(ByteBuffer bytes) {
        requireMessage(bytes, 0);
    }

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
            require("byte", i, content(i, number), bytes.get(bytes.position() + i));
        }
    }

    private static float contribution(int i, int rank) {
        return rank + 1 + i % PERIOD;
    }

    private static byte content(int i, int number) {
        return (byte) ((i + 37 * number) % PERIOD);
    }

    private static void require(String what, int i, float expected, float found) {
        if (expected != found) {
            throw new IllegalStateException(what + " " + i + " should be " + expected + " and is " + found);
        }
    }

    /** Reductions see native byte order, whatever the buffer's. */
    private static float getFloat(ByteBuffer buffer, int i) {
        int bits = buffer.getInt(buffer.position() + i * Float.BYTES);
        return Float.intBitsToFloat(isNative(buffer) ? bits : Integer.reverseBytes(bits));
    }

    private static void putFloat(ByteBuffer buffer, int i, float value) {
        int bits = Float.floatToRawIntBits(value);
        buffer.putInt(buffer.position() + i * Float.BYTES, isNative(buffer) ? bits : Integer.reverseBytes(bits));
    }

    private static boolean isNative(ByteBuffer buffer) {
        return buffer.order() == ByteOrder.nativeOrder();
    }
}
