/**
 * What the transports through Apache Artemis share: a broker for each job, embedded or in a process of its own, which listens on a port
 * of TCP and holds a bounded number of bytes for each who receives. {@link dev.lockstep.transport.artemis.ArtemisTransport} loads
 * without Artemis.
 */
package dev.lockstep.transport.artemis;
