package dev.lockstep.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;

/** Those who have asked, and are there. */
final class Askers {
    /** The token of who does not ask. */
    private static final long ASKS_NOTHING = 0;

    /** By the addresses of their queues. */
    private final Map<String, Asker> queues = new ConcurrentHashMap<>();

    private final Map<Long, Asker> tokens = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong(ASKS_NOTHING);

    /** The token of who has sent a message. */
    long token(Message message) throws JMSException {
        if (!(message.getJMSReplyTo() instanceof ActiveMQDestination replyTo)) {
            return ASKS_NOTHING;
        }
        Asker asker =
                queues.computeIfAbsent(replyTo.getAddress(), address -> new Asker(last.incrementAndGet(), replyTo));
        asker.asks(message.getJMSCorrelationID());
        tokens.put(asker.token(), asker);
        return asker.token();
    }

    /** Who has that token; null if it has asked nothing, or is gone. */
    Asker with(long token) {
        return tokens.get(token);
    }

    /** The queue with that address is gone; it may have been of none of them. */
    void departed(String address) {
        Asker asker = queues.remove(address);
        if (asker != null) {
            tokens.remove(asker.token());
        }
    }
}
