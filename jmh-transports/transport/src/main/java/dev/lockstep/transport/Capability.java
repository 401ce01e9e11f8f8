package dev.lockstep.transport;

/** A property that some transports have and others lack. What every transport does stands in no capability. */
public enum Capability {
    /** {@link Endpoint#poll}: messages are received in place, on the caller's thread, which never waits. */
    POLL,

    /** {@link Setting#receiver}: messages are given to a receiver, by a thread that the transport has for it. */
    PUSH,

    /** {@link Outbox#offer}: sending that never waits. */
    OFFER,

    /** {@link Outbox#claim}: messages are written into the transport's own memory. */
    CLAIM,

    /** {@link Outbox#request} and {@link Endpoint#reply}: answers go back to who asked, without an address. */
    REPLY,

    /** Many peers send to one endpoint at the same time. */
    MANY_SENDERS,

    /** One thread sends by an endpoint's outboxes while another receives from the endpoint. */
    DUPLEX,

    /** Several threads use one endpoint at the same time, or one outbox. */
    THREADS,

    /** Peers are in different processes of one host. */
    PROCESSES,

    /** Peers are on different hosts. */
    HOSTS,

    /** An address belongs to one endpoint: opening another with {@link Setting#at} fails. */
    BIND,

    /** {@link Endpoint#receive} gives up when its timeout is over. */
    TIMEOUT,

    /** A thread that waits in a call gets an exception when another thread closes what it waits for. */
    WAKE,

    /** A thread that waits in a call gets an exception when it is interrupted. */
    INTERRUPT,

    /**
     * Sending to a peer whose process was killed fails, at the latest with the sends of a few seconds; so does answering
     * it, and waiting for its answer.
     */
    PEER_DEATH,

    /** {@link Endpoint#receive} tells of a message that breaks off, because its sender is gone in the middle of it. */
    BROKEN_OFF,

    /** A receiver that stalls makes its senders wait: it does not make their memory grow. */
    BACK_PRESSURE,

    /** Sending and receiving of direct buffers allocates no objects, once the first messages have passed. */
    ALLOCATION_FREE
}
