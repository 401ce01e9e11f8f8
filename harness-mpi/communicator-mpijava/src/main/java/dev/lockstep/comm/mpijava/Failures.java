package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.MessageTruncatedException;
import java.util.regex.Pattern;

/** Turns errors of the library into ours. Only the text is kept: JVMs without its jar must be able to read them. */
final class Failures {
    private static final Pattern TOO_LONG =
            Pattern.compile("count <\\d+> is less than length <\\d+>|newLimit > capacity|BufferOverflow");

    private Failures() {}

    /**
     * The exception for an error of the library, which wraps its errors several times: what went wrong stands
     * innermost.
     */
    static CommunicationException of(Exception e, String what) {
        if (e instanceof CommunicationException ours) {
            return ours;
        }
        Throwable innermost = e;
        while (innermost.getCause() != null && innermost.getCause() != innermost) {
            innermost = innermost.getCause();
        }
        return new CommunicationException(what + ": " + innermost);
    }

    /**
     * The exception of a receive with room for so many bytes. MPJ Express 0.44 has no class or code for a message that
     * does not fit: it fails in {@code mpi.SimplePacker} or, if its own pooled buffer is too small as well, in the JDK.
     */
    static CommunicationException ofReceive(Exception e, int room) {
        CommunicationException failure = of(e, "a receive failed");
        return TOO_LONG.matcher(failure.getMessage()).find()
                ? new MessageTruncatedException("a receive failed: the message does not fit the " + room
                        + " bytes meant for it (" + failure.getMessage() + ")")
                : failure;
    }
}
