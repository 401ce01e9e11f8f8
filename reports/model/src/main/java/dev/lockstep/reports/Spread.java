package dev.lockstep.reports;

/**
 * An error bar.
 *
 * @param low its lower end
 * @param high its upper end
 * @param kind what the two ends are
 */
public record Spread(double low, double high, Kind kind) {
    public enum Kind {
        CONFIDENCE("99.9% confidence interval of the mean, from JMH"),
        /** No interval could be computed. */
        FORK_RANGE("lowest to highest fork mean"),
        NONE("none: a single sample");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        /** The meaning in words, for captions. */
        public String meaning() {
            return meaning;
        }
    }

    /** Whether the two bars have a value in common; false when either is no bar at all. */
    public boolean overlaps(Spread other) {
        return kind != Kind.NONE && other.kind != Kind.NONE && low <= other.high && other.low <= high;
    }

    Spread scaled(double factor) {
        return new Spread(low * factor, high * factor, kind);
    }
}
