package dev.lockstep.transport.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.artemis.Names;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A connection to the broker, with a topic of its own, which is never made again once it has ended. All that it calls it calls in a
 * thread of the library, which others share, and which does not wait.
 */
final class Client {
    /** What topics begin with by which endpoints are found. */
    static final String NAMES = "name/";

    /** What topics of messages begin with. */
    static final String MESSAGES = "to/";

    /** What topics of answers begin with. */
    static final String ANSWERS = "answers/";

    /** Where topics are said whose connections have ended. */
    static final String GONE = "gone";

    /** How long a broker that says nothing is waited for. */
    private static final long CALL_SECONDS = 30;

    private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(CALL_SECONDS);

    private final String broker;
    private final String topic;
    private final MqttQos qos;
    private final Mqtt5AsyncClient mqtt;

    /** Completed, with the reason, when the connection has ended, unless it was closed. */
    private final CompletableFuture<IOException> over = new CompletableFuture<>();

    private Client(String broker, InetSocketAddress at, Options options, String topic) {
        this.broker = broker;
        this.topic = topic;
        qos = MqttQos.fromCode(options.qos());
        mqtt = Mqtt5Client.builder()
                .identifier(UUID.randomUUID().toString())
                .transportConfig()
                .serverAddress(at)
                .mqttConnectTimeout(CALL_SECONDS, TimeUnit.SECONDS)
                .applyTransportConfig()
                .executorConfig()
                .applicationScheduler(Schedulers.trampoline())
                .applyExecutorConfig()
                .addDisconnectedListener(context -> {
                    if (context.getSource() != MqttDisconnectSource.USER) {
                        over.complete(ended(context.getCause()));
                    }
                })
                .buildAsync();
    }

    /**
     * Connects to the broker of a setting.
     *
     * @param kind what the topic begins with
     * @throws IOException if there is none, or it does not answer
     */
    static Client connect(Setting setting, Options options, String kind) throws IOException {
        Client client = new Client(setting.hosted(), Names.broker(setting), options, kind + UUID.randomUUID());
        try {
            client.mqtt
                    .connectWith()
                    .cleanStart(true)
                    .sessionExpiryInterval(0)
                    .noKeepAlive()
                    .restrictions()
                    .receiveMaximum(options.receiveMaximum())
                    .applyRestrictions()
                    .willPublish(client.departure(MqttQos.AT_MOST_ONCE).asWill())
                    .send()
                    .join();
            return client;
        } catch (CompletionException e) {
            throw Names.unanswered(setting, e);
        }
    }

    private Mqtt5Publish departure(MqttQos with) {
        return Mqtt5Publish.builder()
                .topic(GONE)
                .payload(bytes(topic))
                .qos(with)
                .build();
    }

    /** A topic as it is sent. */
    static byte[] bytes(String topic) {
        return topic.getBytes(StandardCharsets.US_ASCII);
    }

    /** A topic as it has come. */
    static String topic(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Its own, which nobody has had before. */
    String topic() {
        return topic;
    }

    /** Calls it with the reason once the connection has ended, unless it was closed. */
    void whenOver(Consumer<IOException> told) {
        over.thenAccept(told);
    }

    /** That the broker serves nobody here any more. */
    IOException ended(Throwable why) {
        return new IOException("the broker at " + broker + " has ended, or refuses: " + Tcp.reason(why), why);
    }

    /**
     * Hears what is said on its own topic until the {@link Deadline}; each is to be acknowledged, in their order.
     *
     * @throws IOException if the broker does not answer, has ended, or refuses
     */
    void subscribe(Consumer<Mqtt5Publish> to, long end) throws IOException {
        if (!isGranted(subscribe(topic, qos, to, true), end)) {
            throw new IOException("the broker at " + broker + " refuses the topic " + topic);
        }
    }

    /** Hears what is said on another, which nobody acknowledges; false if the broker refuses. */
    boolean hears(String other, Consumer<Mqtt5Publish> to, long end) throws IOException {
        return isGranted(subscribe(other, MqttQos.AT_MOST_ONCE, to, false), end);
    }

    /**
     * Waits for the broker's answer until the {@link Deadline}; false if it refuses. What is asked while a connection ends the
     * library answers never, and keeps its threads for it: it is given up.
     */
    private boolean isGranted(CompletableFuture<?> call, long end) throws IOException {
        try {
            CompletableFuture.anyOf(call, over)
                    .get(Deadline.left(Deadline.within(end, CALL_NANOS)), TimeUnit.NANOSECONDS);
            requireThere();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Mqtt5PubAckException || e.getCause() instanceof Mqtt5SubAckException) {
                return false;
            }
            throw ended(e);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException("the broker at " + broker + " does not answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the broker");
        } finally {
            // One that has been granted would end by this.
            if (!call.isDone()) {
                call.cancel(false);
            }
        }
    }

    private CompletableFuture<?> subscribe(String to, MqttQos with, Consumer<Mqtt5Publish> heard, boolean manually) {
        return mqtt.subscribeWith()
                .topicFilter(to)
                .qos(with)
                .callback(heard)
                .manualAcknowledgement(manually)
                .send();
    }

    /** Says something, with the QoS of messages; null where there is no Response Topic or no Correlation Data. */
    CompletableFuture<Mqtt5PublishResult> say(String to, byte[] what, String answersTo, ByteBuffer correlation) {
        return mqtt.publish(message(to, what, answersTo, correlation, qos));
    }

    /** Asks who has a name for the topic of messages, which comes as an answer; false if nobody has it. */
    boolean ask(String name, long question, long end) throws IOException {
        return isGranted(
                mqtt.publish(message(NAMES + name, new byte[0], topic, correlation(question), MqttQos.AT_LEAST_ONCE)),
                end);
    }

    private static Mqtt5Publish message(
            String to, byte[] what, String answersTo, ByteBuffer correlation, MqttQos with) {
        return Mqtt5Publish.builder()
                .topic(to)
                .payload(what)
                .qos(with)
                .responseTopic(answersTo)
                .correlationData(correlation)
                .build();
    }

    /** The Correlation Data of a question. */
    static ByteBuffer correlation(long question) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, question);
    }

    /** Fails if the connection has ended. */
    void requireThere() throws IOException {
        IOException why = over.getNow(null);
        if (why != null) {
            throw new IOException(why.getMessage(), why);
        }
    }

    /**
     * Ends it: all others are told, and the name is free then.
     *
     * @param name empty if it has none
     * @return the end, at the latest when the connection has ended by itself, or the broker has had enough time to answer
     */
    CompletableFuture<Void> close(String name) {
        CompletableFuture<?> told = mqtt.publish(departure(MqttQos.AT_LEAST_ONCE));
        CompletableFuture<?> free = name.isEmpty() ? told : told.thenCompose(done -> unsubscribe(NAMES + name));
        CompletableFuture<?> left = CompletableFuture.anyOf(free, over)
                .orTimeout(CALL_SECONDS, TimeUnit.SECONDS)
                .handle((done, failed) -> mqtt.disconnect())
                .thenCompose(done -> done);
        // What fails is over already; and what is asked when the connection has ended is never answered.
        return CompletableFuture.anyOf(left, over)
                .handle((done, failed) -> (Void) null)
                .completeOnTimeout(null, CALL_SECONDS, TimeUnit.SECONDS);
    }

    private CompletableFuture<?> unsubscribe(String from) {
        CompletableFuture<?> call = mqtt.unsubscribeWith().topicFilter(from).send();
        over.thenRun(() -> call.cancel(false));
        return call;
    }
}
