package dev.lockstep.pattern.cache;

/** Counts, until it is asked how many there were. */
final class Count {
    private long counted;

    void one() {
        counted++;
    }

    /** How many there were since this was asked last. */
    long take() {
        long all = counted;
        counted = 0;
        return all;
    }
}
