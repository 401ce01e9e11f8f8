/**
 * Publish and subscribe, directly and through a broker, after M. Baker, M. Grove and R. Lakhoo, "A Preliminary
 * Performance Evaluation of jGMA With the NaradaBrokering Framework" (2005).
 *
 * <p>{@link dev.lockstep.pattern.pubsub.PublishSubscribeBenchmark} is the paper's ping-pong on a LAN and on a WAN;
 * what {@code Direct} and {@code Brokered} promise, each says, and what a {@code Site} of a WAN does. A {@code
 * Mediator} has two plug points: the store, in memory or in a database by JDBC, and the protocol, a line of TCP or
 * a POST of HTTP. The other benchmarks are the steps of its cost, each by itself.
 */
package dev.lockstep.pattern.pubsub;
