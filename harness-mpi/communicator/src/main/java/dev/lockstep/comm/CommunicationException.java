package dev.lockstep.comm;

/** An operation between ranks failed after its arguments were found right. */
public class CommunicationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with a message.
     *
     * @param message what failed, where, and what would be right
     */
    public CommunicationException(String message) {
        super(message);
    }

    /**
     * An exception with a cause. Causes travel between JVMs, so they must be of classes of the JDK or of this package.
     *
     * @param message what failed, where, and what would be right
     * @param cause why
     */
    public CommunicationException(String message, Throwable cause) {
        super(message, cause);
    }
}
