package dev.lockstep.codec.flatbuffers;

import dev.lockstep.codec.CodecException;

/**
 * The number of parts that an object may still have: offsets can lead to the same bytes again and again, and even back.
 */
final class Budget {
    private static final int MAX_DEPTH = 500;

    private int parts;

    /** The budget of an object of so many bytes: no part takes fewer than four, its offset. */
    Budget(int bytes) {
        parts = bytes / Integer.BYTES;
    }

    /** Takes so many parts out of the budget. */
    int take(int count) {
        if (count < 0 || count > parts) {
            throw new CodecException(count + " more parts cannot be in the bytes, which have room for " + parts);
        }
        parts -= count;
        return count;
    }

    static int deeper(int depth) {
        if (depth == MAX_DEPTH) {
            throw new CodecException("nodes are nested more than " + MAX_DEPTH + " deep, or in a cycle");
        }
        return depth + 1;
    }
}
