package dev.lockstep.transport;

/** Who has sent a message, as {@link Endpoint#receive(java.nio.ByteBuffer, Sender, long)} says it; of one thread, for any number of messages. */
public final class Sender {
    private long token;

    /** The token of the last message's sender: for {@link Endpoint#reply}, good for as long as the connection is. */
    public long token() {
        return token;
    }

    /** Sets it, for transports. */
    public void set(long sender) {
        token = sender;
    }
}
