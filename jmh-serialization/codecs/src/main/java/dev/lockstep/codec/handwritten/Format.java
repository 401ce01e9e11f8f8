package dev.lockstep.codec.handwritten;

import java.nio.ByteBuffer;

/**
 * The bytes of one type.
 *
 * @param <T> the type; its constructor needs no arguments
 */
interface Format<T> {

    /** A new object to be filled, whose fields are at their defaults. */
    T make();

    /** Writes all fields, big-endian. */
    void write(T value, ByteBuffer target);

    /** Reads all fields, big-endian. */
    void read(ByteBuffer source, T value);
}
