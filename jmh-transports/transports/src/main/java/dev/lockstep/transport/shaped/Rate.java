package dev.lockstep.transport.shaped;

import dev.lockstep.transport.support.Units;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a link can do. Bytes that are read at once take as long as on Ethernet: 1,460 of TCP a frame, with {@value
 * #OVERHEAD} more for headers, preamble and gap, and 84 at least. Acknowledgements, which go the other way, take nothing.
 *
 * @param bits a second, each way
 * @param delayNanos after which a byte that has left arrives
 */
record Rate(long bits, long delayNanos) {
    /** The most bytes of TCP in a frame. */
    static final int FRAME = 1460;

    /** Of those that are read at once, as long as they take no longer than a millisecond. */
    private static final int MOST_FRAMES = 44;

    /** What a link holds beyond what is on its way. */
    private static final long BESIDES = 1 << 20;

    private static final int OVERHEAD = 78;
    private static final int LEAST = 84;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_BITS = 100_000_000_000L;

    /** What may be on its way waits in memory. */
    private static final long MOST_ON_ITS_WAY = 256L << 20;

    private static final Map<String, Long> RATES = Map.of("kbit", 1000L, "mbit", 1_000_000L, "gbit", 1_000_000_000L);

    /**
     * A rate and a delay as {@code tc} writes them: {@code 100mbit}, {@code 5ms}.
     *
     * @throws IllegalArgumentException if they are none, or too large; says what there is
     */
    static Rate parse(String rate, String delay) {
        long bits = Units.parse("the rate of a link", rate, RATES);
        long nanos = Units.parse("the delay of a link", delay, Units.TIMES);
        if (bits == 0 || bits > MOST_BITS || nanos > SECOND) {
            throw new IllegalArgumentException(
                    "a link has from 1kbit to 100gbit, and a delay of at most 1s, not " + rate + " and " + delay);
        }
        Rate all = new Rate(bits, nanos);
        if (all.held() > MOST_ON_ITS_WAY) {
            throw new IllegalArgumentException(
                    "a link holds at most 256 MiB, and at " + rate + " more are on their way in " + delay);
        }
        return all;
    }

    /** The bytes that a connection holds each way: those on their way, and some. */
    long held() {
        return Math.round(bits / 8.0 * delayNanos / SECOND) + BESIDES;
    }

    /** The bytes that are read at once, at most. */
    int chunk() {
        long inAMillisecond = bits / (8 * 1000L * FRAME);
        return FRAME * (int) Math.max(1, Math.min(MOST_FRAMES, inAMillisecond));
    }

    /** How long bytes of TCP take, in nanoseconds. */
    long nanos(int bytes) {
        long frames = (bytes + FRAME - 1L) / FRAME;
        return Math.round(Math.max(LEAST, bytes + frames * OVERHEAD) * 8.0 * SECOND / bits);
    }
}
