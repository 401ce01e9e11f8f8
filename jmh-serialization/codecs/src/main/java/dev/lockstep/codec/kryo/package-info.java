/**
 * Kryo, with its classes registered or not.
 *
 * <p>Set up as its authors recommend (EsotericSoftware/kryo, README): registered classes ("more efficient", and by
 * default the only ones that are read); a {@code Kryo}, an {@code Output} and an {@code Input} for each thread that are
 * used again and again; references only where they are needed, because they cost; a maximum depth against input from
 * strangers. {@code kryo-unregistered} writes the names of classes, and has references. Kryo believes the lengths that
 * it reads; {@link dev.lockstep.codec.kryo.BoundedInput} does not.
 */
package dev.lockstep.codec.kryo;
