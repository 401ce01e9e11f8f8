package dev.lockstep.harness.link;

/** The type of a frame, which says what it holds. */
public enum FrameType {
    /** Rank to relay, first: who it is (properties). */
    HELLO,
    /** Rank to relay: it has joined the others (properties). */
    READY,
    /** Both ways: bytes of JMH's own link. */
    DATA,
    /** Relay to rank: what a pilot is to try (text). */
    PLAN,
    /** Rank to relay: what a pilot found for one cell (properties). */
    PILOT,
    /** Rank to relay, once its measurement is over: how long each operation took ({@link OpTimesChunk}). */
    OP_TIMES,
    /** Rank to relay: it cannot go on (text). */
    FAILED,
    /** Rank to relay: nothing more will come (properties). */
    BYE,
    /** Relay to rank: everything has arrived and been passed on; the JVM may end. */
    ACK,
    /** Relay to rank: end at once (text). */
    ABORT,
    /** Relay to rank: asks what its threads are doing. */
    DUMP,
    /** Rank to relay: the answer (text of a {@link ThreadDump}). */
    THREADS,
    /** Rank to relay: its value for all ranks ({@link AllGather}). */
    ALL_GATHER,
    /** Relay to rank: every rank's value ({@link AllGather}). */
    GATHERED,
    /** Both ways, between hosts: nothing but a sign of life. */
    ALIVE,
    /** Relay to rank: the next iteration may begin, for nothing is left to do for the one before. */
    BEGIN,
    /** Rank to relay, after an iteration and before JMH's result of it: what it saw of the machine ({@link Conditions}). */
    CONDITIONS
}
