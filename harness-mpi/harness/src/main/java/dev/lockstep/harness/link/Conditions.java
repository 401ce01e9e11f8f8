package dev.lockstep.harness.link;

import java.nio.ByteBuffer;

/**
 * What a process saw of the machine in one iteration, warm-up included.
 *
 * @param probeBefore how long a cache line took from core to core before it, in nanoseconds; NaN if that is not known
 * @param probeAfter the same after it
 * @param switches how often the system took its benchmark threads off their cores; -1 if that is not known
 * @param migrations how often it moved them to another core; -1 if that is not known
 * @param stolenMillis how long a hypervisor kept cores of the host from running, all of them together, in milliseconds;
 *     -1 if that is not known
 */
public record Conditions(double probeBefore, double probeAfter, long switches, long migrations, long stolenMillis) {
    /** Nothing is known. */
    public static final Conditions UNKNOWN = new Conditions(Double.NaN, Double.NaN, -1, -1, -1);

    private static final int BYTES = 5 * Long.BYTES;

    /** The payload of a {@link FrameType#CONDITIONS} frame, big-endian. */
    public byte[] format() {
        return ByteBuffer.allocate(BYTES)
                .putDouble(probeBefore)
                .putDouble(probeAfter)
                .putLong(switches)
                .putLong(migrations)
                .putLong(stolenMillis)
                .array();
    }

    /**
     * Reads a payload that {@link #format} made.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Conditions parse(byte[] payload) {
        if (payload.length != BYTES) {
            throw new IllegalArgumentException("conditions of " + payload.length + " bytes, not " + BYTES);
        }
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        return new Conditions(bytes.getDouble(), bytes.getDouble(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    /** These, and those of another thread of the process in the same iteration. */
    public Conditions with(Conditions other) {
        return new Conditions(
                Double.isNaN(probeBefore) ? other.probeBefore : probeBefore,
                Double.isNaN(probeAfter) ? other.probeAfter : probeAfter,
                sum(switches, other.switches),
                sum(migrations, other.migrations),
                Math.max(stolenMillis, other.stolenMillis));
    }

    private static long sum(long a, long b) {
        return a < 0 || b < 0 ? -1 : a + b;
    }
}
