package dev.lockstep.reports;

/** How a cell ended. */
public sealed interface Status {
    /** All its launches ended well. */
    record Ok() implements Status {}

    /**
     * A launch, the self-check or the calibration failed.
     *
     * @param reason as the journal gives it
     */
    record Failed(String reason) implements Status {}

    /**
     * There was no time for it.
     *
     * @param reason as the journal gives it
     */
    record LeftOut(String reason) implements Status {}

    /** Planned and never finished: the run ended before. */
    record Unfinished() implements Status {}
}
