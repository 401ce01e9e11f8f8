/**
 * Protocol Buffers, with code generated from {@code payloads.proto}.
 *
 * <p>Set up as its authors recommend (protobuf.dev, "Java Generated Code" and "Proto Best Practices"): code for speed
 * and not for size; messages by their builders; fields whose absence means something are {@code optional}; numbers are
 * never used twice, so that versions can differ. A program's objects are not messages: to make one of the other is a
 * stage of its own, and what the benchmarks of protobuf's authors measure is the other stage.
 */
package dev.lockstep.codec.protobuf;
