package dev.lockstep.transport.jms;

import org.apache.activemq.artemis.jms.client.ActiveMQDestination;

/** Who has asked, and hears answers by a temporary queue; one question of it at a time is open. */
final class Asker {
    private final long token;
    private final ActiveMQDestination queue;
    private volatile String question;

    Asker(long token, ActiveMQDestination queue) {
        this.token = token;
        this.queue = queue;
    }

    long token() {
        return token;
    }

    ActiveMQDestination queue() {
        return queue;
    }

    /** The identifier of its last question. */
    String question() {
        return question;
    }

    /** It asks once more. */
    void asks(String identifier) {
        question = identifier;
    }
}
