package dev.lockstep.comm;

/** A message was longer than the buffer meant for it (MPI_ERR_TRUNCATE). */
public class MessageTruncatedException extends CommunicationException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with a message.
     *
     * @param message both lengths, as far as they are known
     */
    public MessageTruncatedException(String message) {
        super(message);
    }
}
