package dev.lockstep.pattern;

import dev.lockstep.harness.CombinationRule.Obstacle;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.communicator.CommunicatorTransport;
import dev.lockstep.transport.socket.OpenCloseTransport;
import java.util.List;
import java.util.Optional;

/**
 * The parameter {@code connection} of systems of messages: a connection is opened for each message, or kept for all.
 */
public final class Connection {
    /** Connect, write and close for each message. */
    public static final String PER_MESSAGE = "perMessage";

    /** One for all messages. */
    public static final String KEPT = "kept";

    private Connection() {}

    /**
     * Whether one is opened for each message.
     *
     * @throws IllegalArgumentException if there is no such value; says which there are
     */
    public static boolean isPerMessage(String connection) {
        if (!List.of(PER_MESSAGE, KEPT).contains(connection)) {
            throw new IllegalArgumentException(
                    "connection must be '" + PER_MESSAGE + "' or '" + KEPT + "', not '" + connection + "'");
        }
        return connection.equals(PER_MESSAGE);
    }

    /** Why none can be opened for each message of a transport; empty if one can. */
    public static Optional<Obstacle> perMessageObstacle(Transport transport) {
        if (transport instanceof CommunicatorTransport) {
            return Optional.of(new Obstacle("ranks of a communicator are connected already", "take connection=kept"));
        }
        if (transport instanceof OpenCloseTransport) {
            return Optional.of(new Obstacle(
                    "transport " + transport.name() + " opens a connection for each message by itself",
                    "take connection=kept"));
        }
        return Optional.empty();
    }
}
