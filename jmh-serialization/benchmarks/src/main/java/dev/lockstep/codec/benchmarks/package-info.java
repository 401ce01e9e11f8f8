/**
 * Objects to bytes and back: what marshalling costs, piece by piece, alone and within an exchange of messages.
 *
 * <p>A benchmark is one way to use a codec; which codec and which object are its parameters {@code codec}
 * ({@link dev.lockstep.codec.benchmarks.CodecName}, found by the service loader) and {@code payload}
 * ({@link dev.lockstep.codec.benchmarks.PayloadName}). What a codec does not claim is left out
 * ({@link dev.lockstep.codec.benchmarks.Claimed}). Every benchmark checks before it measures that the object survives.
 * {@link dev.lockstep.codec.benchmarks.EmptyProvider} is a codec that does nothing: the floor.
 *
 * <p>Source: M. C. Boysan, "Ping-Pong Tests on Distributed Processes Using Java Bindings of Open-MPI and Java Sockets
 * with Applications to Distributed Database Performance" (2018), section 3.2: "initially constructed as Java objects
 * which are first marshalled into JSON strings and then converted into byte arrays ... a fixed message size of 353
 * bytes". That way is {@code codec=json-string}; the paper's program also parsed and printed the string once more, with
 * org.json, to add the class's name, so its marshalling cost more than this.
 */
package dev.lockstep.codec.benchmarks;
