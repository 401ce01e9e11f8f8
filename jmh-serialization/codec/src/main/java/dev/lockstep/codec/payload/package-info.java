/**
 * Objects to encode, seeded and the same on every machine: {@link dev.lockstep.codec.payload.Payloads} lists what is
 * measured, and {@link dev.lockstep.codec.payload.GraphNode} is for tests.
 *
 * <p>Fields of type {@code String} or {@code byte[]} may be null where they say so. The payloads have no lists or
 * elements that are null; what happens to such is declared by {@link dev.lockstep.codec.Capability}.
 */
package dev.lockstep.codec.payload;
