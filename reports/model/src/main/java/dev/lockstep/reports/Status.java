package dev.lockstep.reports;

/** The way in which a cell ended. */
public sealed interface Status {
    /** All its launches ended well. */
    record Ok() implements Status {}

    /** A launch, the self-check or the calibration failed, for the reason that the journal gives. */
    record Failed(String reason) implements Status {}

    /** There was no time for it; the journal gives the reason. */
    record LeftOut(String reason) implements Status {}

    /** Planned and never finished: the run ended before. */
    record Unfinished() implements Status {}
}
