package dev.lockstep.harness.run;

/** The exception for a request that cannot be met; the message says what is wrong, and what would be right. */
public class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with a message for the user.
     *
     * @param message what was wrong, where, and what would be right
     */
    public UsageException(String message) {
        super(message);
    }
}
