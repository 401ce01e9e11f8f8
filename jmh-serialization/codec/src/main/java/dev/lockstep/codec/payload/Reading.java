package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Objects;
import java.util.Random;

/** A sensor's reading: a small record, of which there are many. */
public final class Reading implements Serializable {
    private static final long serialVersionUID = 1;

    /** A unique number. */
    public long id;

    /** The sensor's number. */
    public int sensor;

    /** The time, in milliseconds since 1970. */
    public long epochMillis;

    /** The value, in {@link #unit}. */
    public double value;

    /** Whether the sensor trusts it. */
    public boolean valid;

    /** A symbol of the SI, such as {@code Pa}. */
    public String unit;

    static Reading of(long id, Random random) {
        Reading reading = new Reading();
        reading.id = id;
        reading.sensor = random.nextInt(500);
        reading.epochMillis = 1_700_000_000_000L + 1_000 * id;
        reading.value = random.nextInt(100_000) / 100.0;
        reading.valid = random.nextInt(50) != 0;
        reading.unit = random.nextBoolean() ? "Pa" : "\u00b0C";
        return reading;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reading r
                && id == r.id
                && sensor == r.sensor
                && epochMillis == r.epochMillis
                && Double.compare(value, r.value) == 0
                && valid == r.valid
                && Objects.equals(unit, r.unit);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, sensor, epochMillis, value, valid, unit);
    }

    @Override
    public String toString() {
        return id + " of " + sensor + " at " + epochMillis + ": " + value + " " + unit + (valid ? "" : " (invalid)");
    }
}
