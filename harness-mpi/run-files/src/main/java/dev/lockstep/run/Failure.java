package dev.lockstep.run;

import java.util.Objects;

/**
 * Why a launch, or a calibration, came to nothing.
 *
 * @param reason in words, which name the rank where one is to blame
 * @param rank which one; null if none is to blame more than the others
 */
public record Failure(String reason, Integer rank) {
    /** Sees that there is a reason. */
    public Failure {
        reason = Objects.requireNonNullElse(reason, "no reason given");
    }

    /** Of no rank in particular. */
    public static Failure of(String reason) {
        return new Failure(reason, null);
    }

    @Override
    public String toString() {
        return reason;
    }
}
