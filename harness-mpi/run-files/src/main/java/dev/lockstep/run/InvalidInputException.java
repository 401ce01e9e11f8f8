package dev.lockstep.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;

/** A file of a run does not hold what it should; the message names the file, the place in it, and what was expected. */
public final class InvalidInputException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Names what was found.
     *
     * @param where in the file; empty for all of it
     * @param expected what would be right
     * @param found instead
     */
    public InvalidInputException(Path file, String where, String expected, String found) {
        super(message(file, where, expected, found));
    }

    /**
     * Names a cause.
     *
     * @param where in the file; empty for all of it
     * @param expected what would be right
     * @param cause a parser's complaint
     */
    public InvalidInputException(Path file, String where, String expected, Throwable cause) {
        super(message(file, where, expected, firstLine(cause)), cause);
    }

    private static String message(Path file, String where, String expected, String found) {
        return file + (where.isEmpty() ? "" : ", " + where) + ": expected " + expected + ", found " + found;
    }

    private static String firstLine(Throwable cause) {
        // A JSON parser's own place follows; ours names the file and the pointer.
        String message = cause instanceof JsonProcessingException json ? json.getOriginalMessage() : cause.getMessage();
        return String.valueOf(message).lines().findFirst().orElse("nothing");
    }
}
