package dev.lockstep.codec.benchmarks;

/** Values of the parameters that say where results go. */
final class ResultPlacement {
    static final String FRESH = "fresh";
    static final String REUSED = "reused";

    private ResultPlacement() {}

    /**
     * Reads a value; true if it is {@value #REUSED}.
     *
     * @param param its name
     * @param value as given
     * @throws IllegalArgumentException if it is neither of the two
     */
    static boolean reused(String param, String value) {
        if (!value.equals(FRESH) && !value.equals(REUSED)) {
            throw new IllegalArgumentException(
                    param + " must be '" + FRESH + "' or '" + REUSED + "', not '" + value + "'");
        }
        return value.equals(REUSED);
    }
}
