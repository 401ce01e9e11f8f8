package dev.lockstep.codec;

/**
 * The exception for an object that has no encoding, or for bytes that are the encoding of no object. Bad input ends in
 * this exception and in no other, whatever the library underneath raises.
 */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with a message.
     *
     * @param message what is wrong, and what would be right
     */
    public CodecException(String message) {
        super(message);
    }

    /**
     * An exception with the library's reason.
     *
     * @param message what was attempted
     * @param cause what the library said; a part of this exception's message
     */
    public CodecException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
