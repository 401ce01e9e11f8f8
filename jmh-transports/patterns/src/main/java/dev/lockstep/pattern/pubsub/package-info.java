/**
 * Publish and subscribe, directly and through a broker, after M. Baker, M. Grove and R. Lakhoo, "A Preliminary
 * Performance Evaluation of jGMA With the NaradaBrokering Framework" (2005).
 *
 * <p>{@link dev.lockstep.pattern.pubsub.PublishSubscribeBenchmark} is the paper's ping-pong on a LAN; what
 * {@code Direct} and {@code Brokered} promise, each says. A {@code Mediator} has two plug points: the store, in memory
 * or in a database by JDBC, and the protocol, a line of TCP or a POST of HTTP. The other benchmarks are the steps of
 * its cost, each by itself.
 */
package dev.lockstep.pattern.pubsub;
