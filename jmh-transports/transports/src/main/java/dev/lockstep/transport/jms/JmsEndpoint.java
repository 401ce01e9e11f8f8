package dev.lockstep.transport.jms;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.artemis.Names;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import dev.lockstep.transport.support.Turns;
import jakarta.jms.BytesMessage;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;

/**
 * A connection to the broker, and a topic that is subscribed to; or a queue that is consumed here, and another that has the
 * endpoint's name.
 */
final class JmsEndpoint implements Endpoint {
    /** What an address begins with, before the name. */
    private static final String SCHEME = "jms:";

    /** Where the broker tells what has happened, and of that what matters here. */
    private static final String NOTIFICATIONS = "activemq.notifications";

    private static final String ADDRESS = "_AMQ_Address";
    private static final String REMOVED =
            "_AMQ_NotifType = 'BINDING_REMOVED' AND " + ADDRESS + " <> '" + NOTIFICATIONS + "'";

    private final int largest;
    private final boolean acknowledges;
    private final Optional<Receiver> receiver;
    private final String address;
    private final String name;

    /** The queue that messages come to, and its address, which nobody has had before. */
    private final String destination;

    private final Client client;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<JmsOutbox> outboxes = ConcurrentHashMap.newKeySet();

    private final Turns receiving = new Turns();
    private final Session session;
    private MessageConsumer consumer;

    /** The thread that is in the receiver. */
    private volatile Thread giving;

    private final Turns replying = new Turns();
    private final Lane replies;

    private final Askers askers = new Askers();

    private JmsEndpoint(Setting setting, Options options, String address, Client client) throws IOException {
        largest = setting.largest();
        acknowledges = options.ack().equals(Options.CLIENT);
        receiver = setting.receiver();
        this.address = address;
        name = name(address);
        destination = name + "-" + UUID.randomUUID();
        this.client = client;
        session = client.session(options.ack());
        replies = new Lane(client, client.session(Options.AUTO), null);
    }

    /** Opens one. */
    static Endpoint open(Setting setting, Options options) throws IOException {
        String address = setting.at().orElseGet(() -> SCHEME + UUID.randomUUID());
        name(address);
        Client client = Client.connect(setting, options);
        try {
            JmsEndpoint endpoint = new JmsEndpoint(setting, options, address, client);
            endpoint.listen();
            return endpoint;
        } catch (IOException e) {
            Apart.run(client::close);
            throw e;
        }
    }

    /** The name in the address of an endpoint, or of a topic. */
    private static String name(String address) {
        return Names.of(address, SCHEME, JmsTransport.TOPIC);
    }

    private static boolean isTopic(String address) {
        return address.startsWith(JmsTransport.TOPIC);
    }

    private void listen() throws IOException {
        Session hearing = client.session(Options.AUTO);
        client.call(() -> {
            hearing.createConsumer(hearing.createTopic(NOTIFICATIONS), REMOVED).setMessageListener(this::departed);
            return null;
        });
        consumer = isTopic(address) ? client.call(this::subscriber) : consumer();
        if (receiver.isPresent()) {
            client.call(() -> {
                consumer.setMessageListener(message -> given(message, receiver.get()));
                return null;
            });
        }
        client.start();
    }

    private MessageConsumer subscriber() throws JMSException, ActiveMQException {
        return session.createConsumer(Client.topic(session, name));
    }

    private MessageConsumer consumer() throws IOException {
        if (!client.call(this::takeName)) {
            throw new BindException(address + " is taken");
        }
        return client.call(() -> {
            Client.core(session)
                    .createQueue(QueueConfiguration.of(destination)
                            .setRoutingType(RoutingType.ANYCAST)
                            .setDurable(client.isPersistent())
                            .setTemporary(!client.isPersistent()));
            return session.createConsumer(session.createQueue(destination));
        });
    }

    /** Whether nobody else has the name. The queue that has it gets nothing: messages are for queues of ANYCAST. */
    private boolean takeName() throws ActiveMQException {
        Client.core(session).createAddress(SimpleString.of(destination), EnumSet.allOf(RoutingType.class), true);
        try {
            Client.core(session)
                    .createQueue(QueueConfiguration.of(name)
                            .setAddress(destination)
                            .setRoutingType(RoutingType.MULTICAST)
                            .setDurable(false)
                            .setTemporary(true));
            return true;
        } catch (ActiveMQQueueExistsException taken) {
            return false;
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        String other = name(to);
        JmsOutbox outbox = new JmsOutbox(client, largest, to, outboxes::remove);
        outboxes.add(outbox);
        try {
            if (isTopic(to)) {
                outbox.publish(other);
            } else {
                outbox.connect(other);
            }
        } catch (IOException e) {
            outbox.close();
            requireOpen();
            throw new IOException(to + " cannot be connected to: " + e.getMessage(), e);
        }
        if (closed.get()) {
            outbox.close();
        }
        return outbox;
    }

    /** Called by JMS when the broker has removed an address. */
    private void departed(Message notification) {
        String address;
        try {
            address = notification.getStringProperty(ADDRESS);
        } catch (JMSException none) {
            // It tells of something else.
            return;
        }
        askers.departed(address);
        outboxes.forEach(outbox -> outbox.departed(address));
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, new Sender(), timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
        requireNoReceiver();
        Messages.receivable(into, largest);
        long end = Deadline.of(timeoutNanos);
        if (!receiving.begin(timeoutNanos)) {
            return -1;
        }
        try {
            do {
                int millis = Tcp.millis(Deadline.forLook(end));
                Message message = next(() -> consumer.receive(millis));
                byte[] bytes = message == null ? null : bytes(message, from);
                if (bytes != null) {
                    into.put(into.position(), bytes);
                    return bytes.length;
                }
            } while (Deadline.left(end) >= 0);
            return -1;
        } finally {
            receiving.end();
        }
    }

    /** Takes one message at most: that there is no further one JMS knows only when it has asked the broker. */
    @Override
    public int poll(Receiver to, int limit) throws IOException {
        requireNoReceiver();
        if (!receiving.beginNow()) {
            return 0;
        }
        try {
            Sender from = new Sender();
            Message message = next(consumer::receiveNoWait);
            byte[] bytes = message == null ? null : bytes(message, from);
            if (bytes == null) {
                return 0;
            }
            to.take(ByteBuffer.wrap(bytes), from.token());
            return 1;
        } finally {
            receiving.end();
        }
    }

    /** What the consumer has; null if there is nothing. */
    private Message next(Client.Call<Message> call) throws IOException {
        requireOpen();
        Message message;
        try {
            message = client.call(call);
        } catch (IOException e) {
            requireOpen();
            throw e;
        }
        if (message == null) {
            requireOpen();
            if (Client.core(session).isClosed()) {
                throw client.over(null);
            }
        }
        return message;
    }

    /** The bytes of a message, which is acknowledged then, and who has sent it; null if it is none of a peer. */
    private byte[] bytes(Message message, Sender from) throws IOException {
        byte[] bytes = null;
        if (message instanceof BytesMessage sent && client.call(sent::getBodyLength) <= largest) {
            bytes = client.bytes(sent);
            from.set(client.call(() -> askers.token(message)));
        }
        if (acknowledges) {
            client.call(() -> {
                message.acknowledge();
                return null;
            });
        }
        return bytes;
    }

    /** Called by JMS. */
    private void given(Message message, Receiver to) {
        giving = Thread.currentThread();
        try {
            Sender from = new Sender();
            byte[] bytes = bytes(message, from);
            if (bytes != null && !closed.get()) {
                to.take(ByteBuffer.wrap(bytes), from.token());
            }
        } catch (IOException | RuntimeException itsOwn) {
            // Costs its message alone, as receivers know.
            return;
        } finally {
            giving = null;
        }
    }

    private void requireNoReceiver() {
        if (receiver.isPresent()) {
            throw new IllegalStateException("messages are given to the endpoint's receiver");
        }
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        replying.begin(0);
        try {
            Asker asker = askers.with(sender);
            if (asker == null) {
                throw gone(null);
            }
            BytesMessage answer = replies.message(message);
            client.call(() -> {
                answer.setJMSCorrelationID(asker.question());
                return null;
            });
            answer(asker, answer);
        } finally {
            replying.end();
        }
    }

    private void answer(Asker asker, BytesMessage answer) throws IOException {
        try {
            replies.send(asker.queue(), answer);
        } catch (IOException e) {
            requireOpen();
            if (e.getCause() instanceof InvalidDestinationException) {
                askers.departed(asker.queue().getAddress());
                throw gone(e);
            }
            throw e;
        }
    }

    private static PeerLostException gone(Exception e) {
        return new PeerLostException(
                "the peer to be answered has asked nothing, or has closed, or its process has ended", e);
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
    }

    /** Nobody waits for a receiver that closes. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (Thread.currentThread() == giving) {
            Apart.begin(this::end);
        } else {
            Apart.run(this::end);
        }
    }

    /** The name is free last. */
    private void end() {
        outboxes.forEach(JmsOutbox::close);
        replies.close();
        Client.quietly(consumer::close);
        for (String each : isTopic(address) ? List.<String>of() : List.of(destination, name)) {
            Client.quietly(() -> Client.core(session).deleteQueue(SimpleString.of(each)));
        }
        client.close();
    }
}
