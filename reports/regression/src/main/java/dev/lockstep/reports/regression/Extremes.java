package dev.lockstep.reports.regression;

/** The smallest of many numbers: all that an interval's end needs, without sorting the rest. */
final class Extremes {
    private final double[] sorted;
    private int size;

    Extremes(int count) {
        sorted = new double[count];
    }

    void add(double value) {
        int at = size;
        if (size < sorted.length) {
            size++;
        } else if (value < sorted[size - 1]) {
            at = size - 1;
        } else {
            return;
        }
        while (at > 0 && sorted[at - 1] > value) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = value;
    }

    /** The largest of those kept. */
    double last() {
        return sorted[size - 1];
    }
}
