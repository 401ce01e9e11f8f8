package dev.lockstep.codec.payload;

import java.util.function.LongFunction;

/**
 * Objects of one kind and size, to be encoded.
 *
 * @param <T> their type
 * @param name what users write to choose it: a short lower-case word
 * @param description one line for lists
 * @param type of the objects
 * @param maker makes an object from a seed; equal seeds give equal objects, on every machine
 */
public record Payload<T>(String name, String description, Class<T> type, LongFunction<T> maker) {

    /** Makes an object; equal seeds give equal objects. */
    public T of(long seed) {
        return maker.apply(seed);
    }

    @Override
    public String toString() {
        return name;
    }
}
