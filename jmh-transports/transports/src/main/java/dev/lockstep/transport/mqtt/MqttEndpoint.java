package dev.lockstep.transport.mqtt;

import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.artemis.Names;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import java.io.IOException;
import java.net.BindException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/** A connection to the broker that receives, and answers; each outbox has one of its own. */
final class MqttEndpoint extends RequestEndpoint<MqttOutbox, MqttEndpoint.Question> {
    /** What an address begins with, before the name. */
    private static final String SCHEME = "mqtt:";

    private final Setting setting;
    private final Options options;
    private final String name;
    private final Client client;

    /**
     * What is to be answered.
     *
     * @param answersTo the topic for answers
     * @param correlation which comes back with the answer
     */
    record Question(String answersTo, ByteBuffer correlation) {}

    private MqttEndpoint(Setting setting, Options options, String name) throws IOException {
        super(setting);
        this.setting = setting;
        this.options = options;
        this.name = name;
        client = Client.connect(setting, options, Client.MESSAGES);
    }

    /** Opens one. */
    static MqttEndpoint open(Setting setting, Options options) throws IOException {
        String name = setting.at().isPresent()
                ? Names.of(setting.at().get(), SCHEME)
                : UUID.randomUUID().toString();
        MqttEndpoint endpoint = new MqttEndpoint(setting, options, name);
        try {
            endpoint.listen();
            return endpoint;
        } catch (IOException e) {
            endpoint.inbox.close();
            endpoint.client.close("").join();
            throw e;
        }
    }

    private void listen() throws IOException {
        client.whenOver(inbox::end);
        client.subscribe(this::arrived, 0);
        if (!client.hears(Client.GONE, gone -> departed(Client.topic(gone.getPayloadAsBytes())), 0)
                || !client.hears(Client.NAMES + name, this::asked, 0)) {
            throw new BindException(address() + " is taken");
        }
        inbox.begin();
    }

    @Override
    public String address() {
        return SCHEME + name;
    }

    /** Whoever asks by the name is told the topic for messages. */
    private void asked(Mqtt5Publish asking) {
        question(asking).ifPresent(question -> say(question, Client.bytes(client.topic())));
    }

    private static Optional<Question> question(Mqtt5Publish message) {
        return message.getResponseTopic()
                .map(topic -> new Question(
                        topic.toString(), message.getCorrelationData().orElse(null)));
    }

    /** An answer goes to who waits for it, so nobody waits until it is there. */
    private void say(Question to, byte[] answer) {
        client.say(to.answersTo(), answer, null, to.correlation());
    }

    /** A message is acknowledged when the inbox has room for another; one that is not acknowledged is dropped if it has none. */
    private void arrived(Mqtt5Publish message) {
        byte[] bytes = message.getPayloadAsBytes();
        boolean isNone = bytes.length > largest;
        boolean isTooMuch = options.qos() == 0 && !inbox.hasRoom();
        if (isNone || isTooMuch) {
            message.acknowledge();
            return;
        }
        inbox.add(bytes, question(message).map(this::asks).orElse(ASKS_NOTHING), message::acknowledge);
    }

    private void departed(String topic) {
        asked.values().removeIf(question -> question.answersTo().equals(topic));
        outboxes.forEach(outbox -> outbox.departed(topic));
    }

    @Override
    protected MqttOutbox outbox(String to) throws IOException {
        Names.of(to, SCHEME);
        return new MqttOutbox(Client.connect(setting, options, Client.ANSWERS), options, largest, to, outboxes::remove);
    }

    @Override
    protected Outbox connect(MqttOutbox outbox, long timeoutNanos) throws IOException {
        outbox.connect(Names.of(outbox.peer(), SCHEME), Deadline.of(timeoutNanos));
        return outbox;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        client.requireThere();
        say(required(asked.remove(sender)), bytes(message));
    }

    /** The name is free last. */
    @Override
    public void close() {
        if (beginClosing()) {
            outboxes.forEach(MqttOutbox::close);
            inbox.close();
            client.close(name).join();
        }
    }
}
