package dev.lockstep.harness.run;

/**
 * The exception for a JVM that is ending in mid-run: whatever a launch reports from now on is no result of its cell.
 */
public final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunInterruptedException() {
        super("the run was interrupted");
    }
}
