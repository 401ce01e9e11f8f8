package dev.lockstep.codec.sbe;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The message of one type, with a flyweight for each direction: for one thread.
 *
 * @param <T> the type
 */
interface Format<T> {

    /** Writes a header and the message; returns the number of bytes. The target grows as needed. */
    int write(T value, MutableDirectBuffer target);

    /** Reads a header and the message; returns the number of bytes. All of the source is one message. */
    int read(DirectBuffer source, T value);
}
