/**
 * FlatBuffers, with accessors generated from {@code payloads.fbs}.
 *
 * <p>Set up as its authors recommend (flatbuffers.dev, "Use in Java"): one builder that is cleared and used again;
 * strings and vectors before the table that holds them. A FlatBuffer is meant to be read in place; here an object is
 * made of it, as with all other codecs, so that a program which reads few of the fields would pay less. Java has no
 * verifier, and offsets can point anywhere within the bytes: {@link dev.lockstep.codec.flatbuffers.Budget} bounds how
 * much is read.
 */
package dev.lockstep.codec.flatbuffers;
