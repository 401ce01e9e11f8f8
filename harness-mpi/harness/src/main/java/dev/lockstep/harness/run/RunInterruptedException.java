package dev.lockstep.harness.run;

/** The JVM is ending in mid-run: whatever a launch says from now on is no result of its cell. */
public final class RunInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** While that is so. */
    public RunInterruptedException() {
        super("the run was interrupted");
    }
}
