package dev.lockstep.pattern.pubsub;

import static dev.lockstep.pattern.pubsub.Traffic.PATIENCE_NANOS;
import static dev.lockstep.pattern.pubsub.Traffic.assertWaits;
import static dev.lockstep.pattern.pubsub.Traffic.number;
import static dev.lockstep.pattern.pubsub.Traffic.publish;
import static dev.lockstep.pattern.pubsub.Traffic.stranger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mediators, brokers, subscribers and publishers that are killed, and those that are slow. */
@Tag("faults")
@Timeout(180)
class TopicsFaultsTest {

    private final ExecutorService others = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    @Test
    void theMediatorIsKilled() throws Exception {
        try (Worlds worlds =
                new Worlds("socket", "kept", folder, setting -> PeerProcess.hosted(new Mediator(), setting))) {
            Topics.Subscription<Message> subscription = worlds.client().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(subscription)).isZero();
            worlds.mediator.close();
            publish(publisher, 1);
            assertThat(number(subscription)).isOne();
            String told = "the mediator at " + worlds.mediator.text() + " does not answer: ";
            Topics<Message> late = worlds.client();
            assertThatThrownBy(() -> late.subscribe("ping", 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> late.publisher(0, "ping"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            assertThatThrownBy(publisher::refresh)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            publisher.close();
            assertThatThrownBy(subscription::close)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** Whoever waits for a message, and whoever publishes. */
    @Test
    void theBrokerIsKilled() throws Exception {
        try (Worlds worlds = new Worlds("jms", "kept", folder)) {
            Topics.Subscription<Message> subscription = worlds.client().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(subscription)).isZero();
            Future<Message> waiting = others.submit(() -> subscription.take(0));
            worlds.broker.close();
            String told = "the broker at " + worlds.broker.text() + " has ended";
            assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS)).hasMessageContaining(told);
            assertThatThrownBy(() -> {
                        for (long end = System.nanoTime() + PATIENCE_NANOS; System.nanoTime() < end; ) {
                            publish(publisher, 1);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            publisher.close();
            subscription.close();
        }
    }

    /** Directly the publisher is told; by a broker nobody is. The others miss nothing. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "jms, kept"})
    void aSubscriberIsKilled(String transport, String connection) throws Exception {
        try (Worlds worlds = new Worlds(transport, connection, folder)) {
            Topics.Subscription<Message> staying = worlds.client().subscribe("ping", 1);
            Hosted killed = worlds.another();
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(staying)).isZero();
            killed.close();
            long next = 1;
            for (long end = System.nanoTime() + PATIENCE_NANOS;
                    next < 20 || !worlds.isBrokered() && publisher.lost() == 0 && System.nanoTime() < end;
                    next++) {
                publish(publisher, next);
                assertThat(number(staying)).isEqualTo(next);
            }
            // Nobody has removed it, and it is not met again.
            publisher.refresh();
            assertThat(publisher.lost()).isEqualTo(worlds.isBrokered() ? 0 : 1);
            assertThat(worlds.lost())
                    .hasSize(publisher.lost())
                    .allSatisfy(why ->
                            assertThat(why).hasMessageMatching("the subscriber of ping at tcp:\\S+ is lost: .+"));
            publisher.close();
            staying.close();
        }
    }

    /** Everything that waits is bounded, and nothing of it is lost. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "jms:broker=embedded, kept"})
    void aSlowSubscriberMakesThePublisherWait(String transport, String connection) throws Exception {
        try (Worlds worlds = new Worlds(transport, connection, folder);
                Topics.Subscription<Message> slow = worlds.client().subscribe("ping", 1);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            assertWaits(others, publisher, slow);
        }
    }

    /** Its connection breaks off behind a few bytes of a message; the next one is another's. */
    @Test
    void aPublisherDiesInMidMessage() throws Exception {
        try (Worlds worlds = new Worlds("socket", "kept", folder);
                Topics.Subscription<Message> subscription = worlds.client().subscribe("ping", 1)) {
            String place = Mediator.at(worlds.mediator.text()).resolve("ping").get(0);
            stranger(place, Worlds.BYTES, 10).close();
            try (Topics.Publisher<Message> other = worlds.client().publisher(0, "ping")) {
                publish(other, 7);
                assertThat(number(subscription)).isEqualTo(7);
            }
            assertThat(subscription.brokenOff()).isOne();
        }
    }

    /** Bytes that are no message of these topics. */
    @Test
    void aStrangerPublishesGarbage() throws Exception {
        try (Worlds worlds = new Worlds("socket", "kept", folder);
                Topics.Subscription<Message> subscription = worlds.client().subscribe("ping", 1)) {
            String place = Mediator.at(worlds.mediator.text()).resolve("ping").get(0);
            try (Socket odd = stranger(place, 40, 40)) {
                assertThat(odd.isConnected()).isTrue();
                assertThatThrownBy(() -> subscription.take(PATIENCE_NANOS))
                        .isInstanceOf(IOException.class)
                        .hasMessage("40 bytes have come that are no message");
            }
        }
    }
}
