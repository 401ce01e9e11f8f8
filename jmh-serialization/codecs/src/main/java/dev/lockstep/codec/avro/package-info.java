/**
 * Apache Avro, with classes generated from {@code payloads.avsc}.
 *
 * <p>Set up as its authors recommend for single messages (Avro 1.12 specification, "Single object encoding"): generated
 * classes, and a message encoder that puts a fingerprint of the writer's schema before the data, ten bytes with the
 * marker, by which a reader of another version finds the writer's schema. A program's objects are not of the generated
 * classes: to make one of the other is a stage of its own.
 */
package dev.lockstep.codec.avro;
