package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.CommunicationException;

/** Turns errors of the library into ours. Only the text is kept: JVMs without its jar must be able to read them. */
final class Failures {
    private Failures() {}

    /** The library wraps its errors several times, and what went wrong stands innermost. */
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
}
