package dev.lockstep.codec.sbe;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The message of one type, with a flyweight for each direction: for one thread.
 *
 * @param <T> the type
 */
interface Format<T> {

    /**
     * Writes a header and the message.
     *
     * @param value not null
     * @param target grows as needed
     * @return how many bytes were written
     */
    int write(T value, MutableDirectBuffer target);

    /**
     * Reads a header and the message.
     *
     * @param source all of it is one message
     * @param value gets the fields
     * @return how many bytes were read
     */
    int read(DirectBuffer source, T value);
}
