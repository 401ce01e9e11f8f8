package dev.lockstep.transport.jms;

import dev.lockstep.transport.support.RequestEndpoint;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

/** What sends by a session; of one thread at a time. */
final class Lane {
    private final Client client;
    private final Session session;
    private final MessageProducer producer;

    /** Whether an interrupt has come while the broker was waited for: its answer would pass for that to the next message. */
    private volatile boolean brokenOff;

    /**
     * One.
     *
     * @param to where it sends to; null: to wherever a message is to go
     */
    Lane(Client client, Session session, Destination to) throws IOException {
        this.client = client;
        this.session = session;
        producer = client.call(() -> session.createProducer(to));
        client.call(() -> {
            producer.setDeliveryMode(client.isPersistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            return null;
        });
    }

    /** A message with the bytes between position and limit. */
    BytesMessage message(ByteBuffer bytes) throws IOException {
        return client.call(() -> {
            BytesMessage message = session.createBytesMessage();
            if (bytes.hasArray()) {
                message.writeBytes(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            } else {
                message.writeBytes(RequestEndpoint.bytes(bytes));
            }
            return message;
        });
    }

    void send(BytesMessage message) throws IOException {
        send(() -> producer.send(message));
    }

    void send(Destination to, BytesMessage message) throws IOException {
        send(() -> producer.send(to, message));
    }

    private void send(Sending sending) throws IOException {
        if (brokenOff) {
            throw new IOException("an interrupt has broken this connection off while the broker was waited for");
        }
        try {
            client.call(() -> {
                sending.run();
                return null;
            });
        } catch (InterruptedIOException e) {
            brokenOff = client.isPersistent();
            throw e;
        }
    }

    @FunctionalInterface
    private interface Sending {
        void run() throws JMSException;
    }

    /** Closes its session, when the broker has all that was sent. */
    void close() {
        Client.quietly(session::close);
    }
}
