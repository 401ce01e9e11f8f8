package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;

/**
 * The tables of one type.
 *
 * @param <T> the type
 */
interface Format<T> {

    /** Writes an object with all that it holds; returns its offset. */
    int write(T value, FlatBufferBuilder builder);

    /**
     * Reads an object.
     *
     * @param source from 0 to its capacity, the bytes of one
     * @param budget for what it may hold
     */
    T read(ByteBuffer source, Budget budget);
}
