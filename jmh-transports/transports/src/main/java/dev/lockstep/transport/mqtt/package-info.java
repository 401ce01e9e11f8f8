/**
 * MQTT 5 by Apache Artemis and HiveMQ's client: a broker for each job, in a process of its own or in that of a peer. {@link
 * dev.lockstep.transport.mqtt.MqttTransport} loads without both; it says then that they are missing.
 *
 * <p>Topics, of which an endpoint has two and an outbox one:
 *
 * <ul>
 *   <li>{@code name/NAME}: who says something there is told the topic for messages. Only one endpoint can have a name.
 *   <li>{@code to/ID}: messages for an endpoint. Nobody has had that topic before: who sends to it never reaches the next who takes
 *       the name.
 *   <li>{@code answers/ID}: an outbox's Response Topic. What is answered has the question's Correlation Data.
 *   <li>{@code gone}: the topics of those who have closed, or whose connection has ended, which is their Will. So an outbox learns
 *       that its peer is gone.
 * </ul>
 *
 * <p>An endpoint and each outbox have a connection of their own: one that sends more than its receiver takes is not read by the
 * broker, and the endpoint goes on to acknowledge meanwhile. What MQTT leaves to the broker, and Artemis leaves out, are {@code
 * Rules}.
 */
package dev.lockstep.transport.mqtt;
