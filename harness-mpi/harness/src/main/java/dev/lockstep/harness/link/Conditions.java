package dev.lockstep.harness.link;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process saw of the machine in one iteration, warm-up included.
 *
 * @param before how long a cache line took from the core of each of its threads to the next one's before it, in nanoseconds;
 *     NaN where that is not known
 * @param after the same after it
 * @param switches how often the system took its benchmark threads off their cores; -1 if that is not known
 * @param migrations how often it moved them to another core; -1 if that is not known
 * @param stolenMillis how long a hypervisor kept cores of the host from running, all of them together, in milliseconds;
 *     -1 if that is not known
 */
public record Conditions(List<Double> before, List<Double> after, long switches, long migrations, long stolenMillis) {
    /** Nothing is known of one thread. */
    public static final Conditions UNKNOWN = of(Double.NaN, Double.NaN, -1, -1, -1);

    private static final int COUNTS = 3;

    public Conditions {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Of one thread. */
    public static Conditions of(double before, double after, long switches, long migrations, long stolenMillis) {
        return new Conditions(List.of(before), List.of(after), switches, migrations, stolenMillis);
    }

    /** The payload of a {@link FrameType#CONDITIONS} frame, big-endian. */
    public byte[] format() {
        ByteBuffer bytes = ByteBuffer.allocate((COUNTS + 2 * before.size()) * Long.BYTES)
                .putLong(switches)
                .putLong(migrations)
                .putLong(stolenMillis);
        before.forEach(bytes::putDouble);
        after.forEach(bytes::putDouble);
        return bytes.array();
    }

    /**
     * Reads a payload that {@link #format} made.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Conditions parse(byte[] payload) {
        int threads = (payload.length / Long.BYTES - COUNTS) / 2;
        if (threads < 1 || payload.length != (COUNTS + 2 * threads) * Long.BYTES) {
            throw new IllegalArgumentException("conditions of " + payload.length + " bytes, which no threads have");
        }
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        long[] counts = {bytes.getLong(), bytes.getLong(), bytes.getLong()};
        return new Conditions(doubles(bytes, threads), doubles(bytes, threads), counts[0], counts[1], counts[2]);
    }

    private static List<Double> doubles(ByteBuffer bytes, int count) {
        return Stream.generate(bytes::getDouble).limit(count).toList();
    }

    /** These, and those of the threads that come next in the same iteration. */
    public Conditions and(Conditions other) {
        return new Conditions(
                Stream.concat(before.stream(), other.before.stream()).toList(),
                Stream.concat(after.stream(), other.after.stream()).toList(),
                sum(switches, other.switches),
                sum(migrations, other.migrations),
                Math.max(stolenMillis, other.stolenMillis));
    }

    private static long sum(long a, long b) {
        return a < 0 || b < 0 ? -1 : a + b;
    }
}
