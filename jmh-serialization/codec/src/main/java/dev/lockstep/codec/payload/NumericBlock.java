package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;

/** Numbers and nothing else, as of a simulation. */
public final class NumericBlock implements Serializable {
    private static final long serialVersionUID = 1;

    /** Any numbers, NaN and infinities included. */
    public double[] values;

    /** Numbers with all their digits, uniformly distributed between -5 and 5; equal seeds give equal numbers. */
    public static NumericBlock of(int length, long seed) {
        NumericBlock block = new NumericBlock();
        block.values = new Random(seed).doubles(length, -5, 5).toArray();
        return block;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumericBlock b && Arrays.equals(values, b.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return values == null ? "no numbers" : values.length + " numbers, hash code " + hashCode();
    }
}
