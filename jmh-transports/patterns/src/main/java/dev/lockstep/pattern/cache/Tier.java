package dev.lockstep.pattern.cache;

/** Where a file lies: in one of these, never in two. */
public enum Tier {
    /** The server's memory. */
    MEMORY,
    /** The server's local disk. */
    DISK,
    /** The shared store alone. */
    REMOTE
}
