/**
 * Written by hand over {@code ByteBuffer}: what the JDK alone can do, and the floor that libraries are held against.
 * The form is ours.
 *
 * <p>Numbers are big-endian and of fixed length. Texts are UTF-8 after their length in bytes; lists and arrays stand
 * after their length in elements, each element after a byte that says whether it is there; a length of -1 is null. An
 * enum is its ordinal, in a byte.
 */
package dev.lockstep.codec.handwritten;
