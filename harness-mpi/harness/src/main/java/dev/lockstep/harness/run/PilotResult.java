package dev.lockstep.harness.run;

/** What a cell's pilot found. */
public sealed interface PilotResult {

    /**
     * The cell may be measured.
     *
     * @param n invocations per iteration; 0 if the benchmark's own iterations last a time
     * @param chosenBy how n was chosen
     * @param nanosPerCall of one invocation, roughly; NaN if not tried
     * @param wallNanosPerCall the same with its untimed barrier; NaN if not tried
     * @param floorNanos what an empty synchronised operation reads; NaN if it has no part in this
     * @param checkedThreads how many threads passed a self-check
     */
    record Ready(
            int n, String chosenBy, double nanosPerCall, double wallNanosPerCall, double floorNanos, int checkedThreads)
            implements PilotResult {
        /** For benchmarks without ranks: JMH's own iterations. */
        static final Ready BY_TIME = new Ready(0, "time", Double.NaN, Double.NaN, Double.NaN, 0);
    }

    /**
     * The cell gets no number.
     *
     * @param reason with the rank, where one is to blame
     */
    record Failed(String reason) implements PilotResult {}

    /** Of a pilot that ran, with the count that the options choose. */
    static PilotResult of(
            RunOptions options, Cell cell, double nanos, double wallNanos, double floor, int checkedThreads) {
        int threads = cell.layout().ranks() * cell.layout().threadsPerRank();
        if (checkedThreads != 0 && checkedThreads != threads) {
            return new Failed("only " + checkedThreads + " of " + threads + " threads ran their self-check");
        }
        return new Ready(
                options.ops().count(cell, wallNanos, options.effort().iterationMillis()),
                options.ops().chosenBy(),
                nanos,
                wallNanos,
                floor,
                checkedThreads);
    }
}
