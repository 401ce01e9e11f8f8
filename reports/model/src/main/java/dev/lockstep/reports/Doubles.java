package dev.lockstep.reports;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** Numbers that do not change. Each takes 8 bytes; one of a list of boxed numbers takes 20. */
final class Doubles extends AbstractList<Double> implements RandomAccess {
    private final double[] values;

    private Doubles(double[] values) {
        this.values = values;
    }

    /** The first {@code size} of some values. */
    static List<Double> of(double[] values, int size) {
        return new Doubles(Arrays.copyOf(values, size));
    }

    /** The same numbers, none of which may be null. */
    static List<Double> copyOf(List<Double> numbers) {
        return numbers instanceof Doubles
                ? numbers
                : new Doubles(numbers.stream().mapToDouble(Double::doubleValue).toArray());
    }

    @Override
    public Double get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }
}
