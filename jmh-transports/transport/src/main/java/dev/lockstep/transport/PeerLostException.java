package dev.lockstep.transport;

import java.io.IOException;

/** The peer is gone: its process has ended, or it has closed what it was connected by. */
public final class PeerLostException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * A message that names the peer, and what it leaves undone.
     *
     * @param message for people
     */
    public PeerLostException(String message) {
        super(message);
    }

    /**
     * The same, with what told of it.
     *
     * @param message for people
     * @param cause what went wrong underneath
     */
    public PeerLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
