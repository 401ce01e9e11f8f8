/**
 * Objects to bytes and back: what marshalling alone costs, apart from any message that is sent.
 *
 * <p>{@link dev.lockstep.codec.payload.PingMessage} is the object; one benchmark class for each library turns it into bytes and back. They run
 * on one thread or many, and know nothing of ranks.
 *
 * <p>Source: M. C. Boysan, "Ping-Pong Tests on Distributed Processes Using Java Bindings of Open-MPI and Java Sockets with Applications to
 * Distributed Database Performance" (2018), section 3.2: "initially constructed as Java objects which are first marshalled into JSON
 * strings and then converted into byte arrays ... a fixed message size of 353 bytes".
 */
package dev.lockstep.codec.benchmarks;
