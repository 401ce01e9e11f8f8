package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Many small records in one message. */
@SuppressWarnings("serial") // the lists that are put here can be serialized
public final class Readings implements Serializable {
    private static final long serialVersionUID = 1;

    /** The readings in order of time. */
    public List<Reading> readings;

    /** Records with plausible contents, a second apart; equal seeds give equal records. */
    public static Readings of(int count, long seed) {
        Random random = new Random(seed);
        Readings batch = new Readings();
        batch.readings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            batch.readings.add(Reading.of(i, random));
        }
        return batch;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Readings b && Objects.equals(readings, b.readings);
    }

    @Override
    public int hashCode() {
        return Objects.hash(readings);
    }

    @Override
    public String toString() {
        return readings == null ? "no readings" : readings.size() + " readings, hash code " + hashCode();
    }
}
