package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements of a reduction: bytes of a buffer, copied once, to or from an array of the type that the library wants. */
final class Numbers {
    private int[] ints = {};
    private long[] longs = {};
    private float[] floats = {};
    private double[] doubles = {};

    /** An array with room for so many elements; it is kept for the next time. */
    Object room(Datatype type, int count) {
        return switch (type) {
            case INT -> ints = ints.length < count ? new int[count] : ints;
            case LONG -> longs = longs.length < count ? new long[count] : longs;
            case FLOAT -> floats = floats.length < count ? new float[count] : floats;
            case DOUBLE -> doubles = doubles.length < count ? new double[count] : doubles;
        };
    }

    /** An array as of {@link #room}, with the buffer's elements. */
    Object read(ByteBuffer from, Datatype type) {
        int count = type.elements(from.remaining());
        Object array = room(type, count);
        ByteBuffer elements = elements(from);
        switch (type) {
            case INT -> elements.asIntBuffer().get(ints, 0, count);
            case LONG -> elements.asLongBuffer().get(longs, 0, count);
            case FLOAT -> elements.asFloatBuffer().get(floats, 0, count);
            case DOUBLE -> elements.asDoubleBuffer().get(doubles, 0, count);
        }
        return array;
    }

    /** Puts the first of the array's elements into the buffer. */
    void write(ByteBuffer to, Datatype type, int count) {
        ByteBuffer elements = elements(to);
        switch (type) {
            case INT -> elements.asIntBuffer().put(ints, 0, count);
            case LONG -> elements.asLongBuffer().put(longs, 0, count);
            case FLOAT -> elements.asFloatBuffer().put(floats, 0, count);
            case DOUBLE -> elements.asDoubleBuffer().put(doubles, 0, count);
        }
    }

    private static ByteBuffer elements(ByteBuffer buffer) {
        return buffer.duplicate().order(ByteOrder.nativeOrder());
    }
}
