/**
 * JMS 3.1 by Apache Artemis: a broker for each job, in a process of its own or in that of a peer. {@link
 * dev.lockstep.transport.jms.JmsTransport} loads without Artemis; it says then that it is missing.
 *
 * <p>An endpoint has a connection to the broker, and two queues. One has the endpoint's name and gets nothing: the broker lets only
 * one queue have a name, and ends this one with the connection that has made it, so with a process that is killed. Its address is
 * that of the other one, which messages come to, and which nobody has had before: who sends to it never reaches the next who takes
 * the name. The broker tells of each queue that has ended (the topic {@code activemq.notifications}), which is how an outbox learns
 * that its peer is gone. What comes to a killed endpoint persistently stays until the broker ends.
 *
 * <p>An endpoint at the address of a topic subscribes to it by a queue that the broker makes and ends with it; who publishes to the
 * topic sends to its address, which stays until the broker ends. It holds as many bytes for a topic as for a queue.
 *
 * <p>What is there once: a session that receives, one that hears what the broker tells, one that answers; one for each outbox, and a
 * second one for its answers once it has asked. Only the receiver of an endpoint is a JMS listener; who receives or polls does so by
 * {@code MessageConsumer.receive} and {@code receiveNoWait}.
 */
package dev.lockstep.transport.jms;
