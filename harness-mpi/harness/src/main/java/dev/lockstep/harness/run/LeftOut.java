package dev.lockstep.harness.run;

import dev.lockstep.run.RunEvent;

/**
 * A cell, or more, that a run would have measured, had it been possible.
 *
 * @param what for example comm openmpi
 * @param reason why it could not
 * @param remedy what to do about it
 */
public record LeftOut(String what, String reason, String remedy) {
    public RunEvent.LeftOut event() {
        return new RunEvent.LeftOut(what, reason, remedy);
    }
}
