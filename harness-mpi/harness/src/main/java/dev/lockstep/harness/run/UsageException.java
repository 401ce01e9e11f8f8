package dev.lockstep.harness.run;

/** The user asked for something that cannot be; the message says what, and what would be right. */
public class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With what to tell the user.
     *
     * @param message what was wrong, where, and what would be right
     */
    public UsageException(String message) {
        super(message);
    }
}
