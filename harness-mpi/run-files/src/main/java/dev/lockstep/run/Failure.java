package dev.lockstep.run;

import java.util.Objects;

/**
 * The reason why a launch or a calibration failed.
 *
 * @param reason in words, which name the rank where one is to blame
 * @param rank which one; null if none is to blame more than the others
 */
public record Failure(String reason, Integer rank) {
    public Failure {
        reason = Objects.requireNonNullElse(reason, "no reason given");
    }

    /** A failure of no rank in particular. */
    public static Failure of(String reason) {
        return new Failure(reason, null);
    }

    @Override
    public String toString() {
        return reason;
    }
}
