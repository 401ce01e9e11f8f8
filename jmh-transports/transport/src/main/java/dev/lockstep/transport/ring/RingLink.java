package dev.lockstep.transport.ring;

import java.nio.ByteBuffer;

/**
 * Two rings between two peers: for messages, and for answers to requests.
 *
 * @param messages memory of the one
 * @param answers memory of the other
 * @param gone frees what this side has of it; a second call does nothing
 */
public record RingLink(ByteBuffer messages, ByteBuffer answers, Runnable gone) {
    /** Closes the end that receives messages: by its endpoint, or for one that is not there any more. */
    public void closeReceiver() {
        new RingReader(messages).close();
        new RingWriter(answers).close();
    }

    /** Closes the end that sends messages, by whom or for whom as {@link #closeReceiver}. */
    public void closeSender() {
        new RingWriter(messages).close();
        new RingReader(answers).close();
    }
}
