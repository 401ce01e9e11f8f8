package dev.lockstep.pattern.pubsub;

import static dev.lockstep.pattern.pubsub.Traffic.PATIENCE_NANOS;
import static dev.lockstep.pattern.pubsub.Traffic.assertWaits;
import static dev.lockstep.pattern.pubsub.Traffic.number;
import static dev.lockstep.pattern.pubsub.Traffic.publish;
import static dev.lockstep.pattern.pubsub.Traffic.stranger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong at one of two sites, and what the other is told. */
@Tag("faults")
@Timeout(180)
class RelayFaultsTest {

    private final BlockingQueue<IOException> lost = new LinkedBlockingQueue<>();
    private final BlockingQueue<IOException> over = new LinkedBlockingQueue<>();
    private final ExecutorService others = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    private Relay relay() {
        return new Relay(new Site.Told(lost::add, over::add));
    }

    private Worlds wan(String transport, String connection) throws IOException {
        return Worlds.wan(transport, connection, folder, relay(), relay());
    }

    private static IOException next(BlockingQueue<IOException> told) throws InterruptedException {
        IOException why = told.poll(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        assertThat(why).as("somebody is told").isNotNull();
        return why;
    }

    /** Whoever publishes, or asks, at the site that is left is told which one is gone. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage"})
    void theOtherSitesMediatorIsKilled(String transport, String connection) throws Exception {
        try (Worlds worlds = Worlds.wan(
                transport, connection, folder, relay(), setting -> PeerProcess.hosted(new Relay(), setting))) {
            Topics.Subscription<Message> here = worlds.client().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(here)).isZero();
            worlds.second.close();
            publish(publisher, 1);
            IOException why = next(over);
            assertThat(why).hasMessageMatching("the other site at tcp://\\S+ cannot be reached: .+");
            Topics<Message> late = worlds.client();
            assertThatThrownBy(() -> late.subscribe("ping", 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("refuses: nothing is passed on any more: " + why.getMessage());
            assertThatThrownBy(() -> late.publisher(0, "ping"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(why.getMessage());
            for (long end = System.nanoTime() + PATIENCE_NANOS; publisher.lost() == 0 && System.nanoTime() < end; ) {
                publish(publisher, 2);
            }
            assertThat(publisher.lost()).isOne();
            publisher.close();
            here.close();
        }
        assertThat(over).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** A process says why, whoever has started it hears that, and it is nobody's end who closes it. */
    @Test
    void aMediatorWhoseOtherSiteIsGoneEndsAndSaysWhy() throws Exception {
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        try (Worlds worlds = Worlds.wan(
                        "nio",
                        "kept",
                        folder,
                        setting -> PeerProcess.hosted(new Relay(), setting, ended::add),
                        setting -> PeerProcess.hosted(new Relay(), setting, ended::add));
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            worlds.second.close();
            publish(publisher, 0);
            assertThat(ended.poll(PATIENCE_NANOS, TimeUnit.NANOSECONDS))
                    .matches(worlds.mediator.text() + " has ended: the other site at tcp:\\S+ cannot be reached: .+");
        }
        assertThat(ended).isEmpty();
    }

    @Test
    void theOtherSitesBrokerIsKilled() throws Exception {
        try (Worlds worlds = Worlds.wan("jms", "kept", folder, relay(), relay())) {
            Topics.Subscription<Message> here = worlds.client().subscribe("ping", 1);
            Topics.Subscription<Message> there = worlds.farClient().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(here)).isZero();
            assertThat(number(there)).isZero();
            Future<Message> waiting = others.submit(() -> there.take(0));
            worlds.second.close();
            assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("the broker at " + worlds.second.text() + " has ended");
            // The others of this site miss nothing.
            publish(publisher, 1);
            assertThat(number(here)).isOne();
            publisher.close();
            here.close();
            there.close();
        }
    }

    /** No publisher is told; the others, here and there, miss nothing. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "jms:broker=embedded, kept"})
    void aSubscriberIsKilled(String transport, String connection) throws Exception {
        try (Worlds worlds = wan(transport, connection)) {
            Topics.Subscription<Message> here = worlds.client().subscribe("ping", 1);
            Topics.Subscription<Message> staying = worlds.farClient().subscribe("ping", 1);
            Hosted killed = worlds.farAnother();
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0);
            assertThat(number(here)).isZero();
            assertThat(number(staying)).isZero();
            killed.close();
            long next = 1;
            for (long end = System.nanoTime() + PATIENCE_NANOS;
                    next < 20 || !worlds.isBrokered() && lost.isEmpty() && System.nanoTime() < end;
                    next++) {
                publish(publisher, next);
                assertThat(number(here)).isEqualTo(next);
                assertThat(number(staying)).isEqualTo(next);
            }
            assertThat(lost)
                    .hasSize(worlds.isBrokered() ? 0 : 1)
                    .allSatisfy(why ->
                            assertThat(why).hasMessageMatching("the subscriber of ping at tcp:\\S+ is lost: .+"));
            assertThat(publisher.lost()).isZero();
            publisher.close();
            staying.close();
            here.close();
        }
        assertThat(over).isEmpty();
    }

    /** Everything that waits is bounded, and nothing of it is lost. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "jms:broker=embedded, kept"})
    void aSlowSubscriberMakesThePublisherOfTheOtherSiteWait(String transport, String connection) throws Exception {
        try (Worlds worlds = wan(transport, connection);
                Topics.Subscription<Message> slow = worlds.farClient().subscribe("ping", 1);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            assertWaits(others, publisher, slow);
        }
        assertThat(lost).isEmpty();
        assertThat(over).isEmpty();
    }

    private static String http(InetSocketAddress at, String request, byte[] body) throws IOException {
        try (Socket stranger = new Socket(at.getAddress(), at.getPort())) {
            stranger.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            stranger.getOutputStream().write(body);
            stranger.shutdownOutput();
            return new String(stranger.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** Garbage, what is no message, and what is too large; messages go on. */
    @Test
    void aStrangerIsAtThePortOfHttp() throws Exception {
        try (Worlds worlds = wan("nio", "kept");
                Topics.Subscription<Message> there = worlds.farClient().subscribe("ping", 1);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            InetSocketAddress at = Tcp.parse(
                    Mediator.at(worlds.second.text()).resolve(Site.SITES).get(0));
            assertThat(http(at, "\0\1\2\r\n\r\n", new byte[0])).contains("400");
            assertThat(http(at, "GET /ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", new byte[0]))
                    .contains(" 404 ");
            assertThat(http(
                            at,
                            "POST /message HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 40\r\n\r\n",
                            new byte[40]))
                    .contains(" 204 ");
            assertThat(next(lost)).hasMessage("a message is dropped: 40 bytes have come that are no message");
            assertThat(http(
                            at,
                            "POST /message HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2000000000\r\n\r\n",
                            new byte[0]))
                    .contains(" 413 ");
            publish(publisher, 1);
            assertThat(number(there)).isOne();
        }
        assertThat(lost).isEmpty();
        assertThat(over).isEmpty();
    }

    /** The bytes of a message that is none, where publishers send. */
    @Test
    void aStrangerPublishesGarbage() throws Exception {
        try (Worlds worlds = wan("nio", "kept");
                Topics.Subscription<Message> there = worlds.farClient().subscribe("ping", 1);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            String place = Mediator.at(worlds.mediator.text()).resolve("ping").get(0);
            try (Socket odd = stranger(place, 40, 40)) {
                assertThat(odd.isConnected()).isTrue();
                assertThat(next(lost)).hasMessage("a message is dropped: 40 bytes have come that are no message");
            }
            publish(publisher, 1);
            assertThat(number(there)).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kept", "perMessage"})
    void whatCannotBeRegisteredIsRefused(String connection) throws Exception {
        try (Worlds worlds = wan("nio", connection)) {
            Registry registry = Mediator.at(worlds.mediator.text());
            for (String nowhere : List.of("tcp://127.0.0.1:1", "garbage")) {
                assertThatThrownBy(() -> registry.register("ping", nowhere))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(
                                "refuses: a subscriber at '" + nowhere + "' cannot be reached from the mediator");
            }
            assertThatThrownBy(() -> registry.register(Site.SITES, "tcp://127.0.0.1:1"))
                    .hasMessageContaining("refuses: this site is joined to the one at tcp://")
                    .hasMessageContaining(" already");
            for (int i = 0; i < 100; i++) {
                registry.resolve("topic-" + i);
            }
            assertThatThrownBy(() -> registry.resolve("one-more"))
                    .hasMessageContaining("refuses: a mediator passes on the messages of at most 100 topics");
            try (Topics.Subscription<Message> there = worlds.farClient().subscribe("topic-7", 1);
                    Topics.Publisher<Message> publisher = worlds.client().publisher(0, "topic-7")) {
                publisher.publish("topic-7", Worlds.message("topic-7", 0, 3));
                assertThat(number(there)).isEqualTo(3);
            }
        }
    }

    /** More than a topic may have at a broker: what nobody takes there does not fill it. */
    @Test
    void aTopicThatTheOtherSiteDoesNotKnowHasNoEnd() throws Exception {
        try (Worlds worlds = wan("jms:broker=embedded", "kept");
                Topics.Subscription<Message> here = worlds.client().subscribe("ping", 1);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            for (long i = 0; i < 20_000; i++) {
                publish(publisher, i);
                assertThat(number(here)).isEqualTo(i);
            }
        }
    }

    @Test
    void aMediatorOfALanIsNoOtherSite() throws Exception {
        try (Worlds worlds = new Worlds("nio", "kept", folder)) {
            Setting setting = worlds.setting(folder)
                    .with(Relay.options("tcp", worlds.choice, false, 1, Optional.of(worlds.mediator.text())));
            assertThatThrownBy(() -> relay().host(setting))
                    .isInstanceOf(IOException.class)
                    .hasMessage("what this site is to be joined to is no other site");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void noOtherSiteIsThere() throws Exception {
        Setting setting;
        try (Worlds worlds = new Worlds("nio", "kept", folder)) {
            setting = worlds.setting(folder)
                    .with(Relay.options("tcp", worlds.choice, false, 1, Optional.of("tcp://127.0.0.1:1")));
        }
        assertThatThrownBy(() -> relay().host(setting))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the mediator at tcp://127.0.0.1:1 does not answer: ");
        assertThatThrownBy(() -> PeerProcess.hosted(new Relay(), setting))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the mediator at tcp://127.0.0.1:1 does not answer: ");
        assertThat(folder).isEmptyDirectory();
    }
}
