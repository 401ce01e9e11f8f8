package dev.lockstep.transport.shaped;

/** A host's port of a switch: what it sends, and what it is sent, takes its turn, each way by itself. */
final class Port {
    /** What the host sends, and what it is sent. */
    final Way out = new Way();

    final Way in = new Way();

    /** One way. */
    static final class Way {
        /** When the last byte has passed. */
        private long free;

        private boolean used;

        /**
         * Takes a turn, behind all that have taken one.
         *
         * @param from when it can begin
         * @param nanos how long it takes
         * @return when it is over
         */
        synchronized long pass(long from, long nanos) {
            free = (used && free - from > 0 ? free : from) + nanos;
            used = true;
            return free;
        }
    }
}
