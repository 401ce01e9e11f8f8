package dev.lockstep.transport.support;

/** Times by which waiting ends, of {@link System#nanoTime}. 0 is never, for which nobody looks at the clock. */
public final class Deadline {
    private Deadline() {}

    /** The end of a timeout that begins now; 0: no limit. */
    public static long of(long timeoutNanos) {
        return timeoutNanos == 0 ? 0 : System.nanoTime() + timeoutNanos | 1;
    }

    /** The same, or an end that comes earlier. */
    public static long within(long end, long timeoutNanos) {
        long own = of(timeoutNanos);
        return end != 0 && end - own < 0 ? end : own;
    }

    /** The timeout that is left, 0: no limit; negative if it is over. */
    public static long left(long end) {
        if (end == 0) {
            return 0;
        }
        long left = end - System.nanoTime();
        return left > 0 ? left : -1;
    }

    /** The same for a look, of which there is at least one however short the time is; 0: no limit. */
    public static long forLook(long end) {
        return Math.abs(left(end));
    }
}
