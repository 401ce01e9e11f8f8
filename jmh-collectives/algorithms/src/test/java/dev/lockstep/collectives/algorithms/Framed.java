package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A message in a buffer of one kind, and what all of that buffer's bytes should be: those of the message, and as many
 * guards before and behind it. Reused for messages of any length, in the same buffer object.
 */
final class Framed {
    private static final int GUARDS = 12;

    private final Kind kind;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private byte[] should = {};
    private byte[] is = {};
    private ByteBuffer elements = ByteBuffer.wrap(should);
    private int begin;
    private int bytes;

    Framed(Kind kind) {
        this.kind = kind;
    }

    /** The kinds of buffers. */
    enum Kind {
        DIRECT,
        HEAP,
        DIRECT_SLICE,
        HEAP_SLICE;

        ByteBuffer allocate(int capacity) {
            return switch (this) {
                case DIRECT -> ByteBuffer.allocateDirect(capacity);
                case HEAP -> ByteBuffer.allocate(capacity);
                case DIRECT_SLICE -> ByteBuffer.allocateDirect(capacity + 5).slice(5, capacity);
                case HEAP_SLICE ->
                    ByteBuffer.allocate(capacity + 5).slice(5, capacity).order(ByteOrder.LITTLE_ENDIAN);
            };
        }
    }

    /** From now on a message of so many bytes, all of them untouched; its position differs from call to call. */
    Framed of(int length, int shift) {
        begin = GUARDS + Math.floorMod(shift, 5);
        bytes = length;
        int all = begin + bytes + GUARDS;
        if (buffer.capacity() < all) {
            buffer = kind.allocate(2 * all);
            should = new byte[2 * all];
            is = new byte[2 * all];
            elements = ByteBuffer.wrap(should).order(ByteOrder.nativeOrder());
        }
        for (int i = 0; i < all; i++) {
            should[i] = (byte) (90 + i * 7 + shift);
        }
        return this;
    }

    /** Says what a byte of the message should be. */
    void set(int offset, byte value) {
        should[begin + offset] = value;
    }

    /** Says what an element of the message should be. */
    void set(Datatype type, int index, long value) {
        int at = begin + index * type.bytes();
        switch (type) {
            case INT -> elements.putInt(at, (int) value);
            case LONG -> elements.putLong(at, value);
            case FLOAT -> elements.putFloat(at, value);
            case DOUBLE -> elements.putDouble(at, value);
            default -> throw new AssertionError(type);
        }
    }

    /** Says what an element of the message should be, to the last bit. */
    void setDouble(Datatype type, int index, double value) {
        if (type == Datatype.FLOAT) {
            elements.putFloat(begin + index * type.bytes(), (float) value);
        } else {
            elements.putDouble(begin + index * type.bytes(), value);
        }
    }

    /** Makes all bytes what they should be, and gives the message. */
    ByteBuffer store() {
        buffer.clear().put(0, should, 0, begin + bytes + GUARDS);
        return buffer.limit(begin + bytes).position(begin);
    }

    /** Whatever the message is, it should be. */
    byte[] accept() {
        buffer.get(begin, should, begin, bytes);
        return Arrays.copyOfRange(should, begin, begin + bytes);
    }

    /** An element of what should be. */
    double element(Datatype type, int index) {
        int at = begin + index * type.bytes();
        return type == Datatype.FLOAT ? elements.getFloat(at) : elements.getDouble(at);
    }

    /** Fails unless all bytes, guards too, are what they should be, and the message is where it was. */
    void check(String what) {
        if (buffer.position() != begin || buffer.limit() != begin + bytes) {
            throw new AssertionError(what + " is now " + buffer + ", not from " + begin + " to " + (begin + bytes));
        }
        int all = begin + bytes + GUARDS;
        buffer.limit(buffer.capacity());
        buffer.get(0, is, 0, all);
        buffer.limit(begin + bytes);
        int wrong = Arrays.mismatch(should, 0, all, is, 0, all);
        if (wrong >= 0) {
            throw new AssertionError(what + " (" + kind + "): byte " + (wrong - begin) + " of " + bytes + " should be "
                    + should[wrong] + ", not " + is[wrong]);
        }
    }
}
