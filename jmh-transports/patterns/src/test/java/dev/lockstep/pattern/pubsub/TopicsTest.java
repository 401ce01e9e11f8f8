package dev.lockstep.pattern.pubsub;

import static dev.lockstep.pattern.pubsub.Traffic.PATIENCE_NANOS;
import static dev.lockstep.pattern.pubsub.Traffic.assertNothing;
import static dev.lockstep.pattern.pubsub.Traffic.publish;
import static dev.lockstep.pattern.pubsub.Traffic.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What topics promise, directly and by a broker. */
@Tag("contracts")
@Timeout(120)
class TopicsTest {
    private static final int MESSAGES = 60;

    @TempDir
    Path folder;

    /** The numbers of a publisher, as they have come. */
    private static List<Long> numbers(List<Message> all, int publisher) {
        return all.stream()
                .filter(message -> message.publisher() == publisher)
                .map(Message::number)
                .toList();
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @CsvSource({
        "socket, kept",
        "socket, perMessage",
        "socket-open-close, kept",
        "nio, kept",
        "nio, perMessage",
        "netty, kept",
        "shm:wait=yield, kept",
        "jms:broker=embedded, kept"
    })
    void everySubscriberGetsEachMessageOfEachPublisherOnceWholeAndInOrder(String transport, String connection)
            throws IOException {
        try (Worlds worlds = new Worlds(transport, connection, folder)) {
            List<Topics.Subscription<Message>> subscriptions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                subscriptions.add(worlds.client().subscribe("ping", 2));
            }
            List<Topics.Publisher<Message>> publishers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                publishers.add(worlds.client().publisher(i, "ping", "other"));
            }
            publishers.get(0).publish("other", Worlds.message("other", 0, 0));
            IntStream.range(0, 2).parallel().forEach(i -> {
                try {
                    publish(publishers.get(i), i, 0, MESSAGES);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            for (Topics.Subscription<Message> subscription : subscriptions) {
                List<Message> came = new ArrayList<>();
                for (int i = 0; i < 2 * MESSAGES; i++) {
                    came.add(take(subscription));
                }
                assertNothing(subscription);
                for (int i = 0; i < 2; i++) {
                    List<Long> numbers = new ArrayList<>(numbers(came, i));
                    if (connection.equals("perMessage")) {
                        numbers.sort(Comparator.naturalOrder());
                    }
                    assertThat(numbers).isEqualTo(numbers(0, MESSAGES));
                }
                subscription.close();
            }
            for (Topics.Publisher<Message> publisher : publishers) {
                assertThat(publisher.lost()).isZero();
                publisher.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "jms:broker=embedded, kept"})
    void aLateSubscriberGetsWhatIsPublishedAfterItHasSubscribed(String transport, String connection)
            throws IOException {
        try (Worlds worlds = new Worlds(transport, connection, folder);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            // Nobody has subscribed.
            publish(publisher, 0, 0, 3);
            try (Topics.Subscription<Message> early = worlds.client().subscribe("ping", 1)) {
                publisher.refresh();
                publish(publisher, 0, 3, 6);
                assertThat(List.of(take(early), take(early), take(early)))
                        .extracting(Message::number)
                        .containsExactlyInAnyOrder(3L, 4L, 5L);
                try (Topics.Subscription<Message> late = worlds.client().subscribe("ping", 1)) {
                    publisher.refresh();
                    publish(publisher, 0, 6, 7);
                    assertThat(take(late).number()).isEqualTo(6);
                    assertThat(take(early).number()).isEqualTo(6);
                    assertNothing(late);
                    assertNothing(early);
                }
            }
        }
    }

    /** A publisher that asks only at the start does not know who came later. */
    @Test
    void aPublisherThatDoesNotAskAgainKnowsNobodyWhoCameLater() throws IOException {
        try (Worlds worlds = new Worlds("nio", "kept", folder);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
                Topics.Subscription<Message> late = worlds.client().subscribe("ping", 1)) {
            publish(publisher, 0, 0, 2);
            assertNothing(late);
        }
    }

    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "shm:wait=yield, kept", "jms:broker=embedded, kept"})
    void aSubscriberThatClosesDoesNotHurtOthers(String transport, String connection) throws Exception {
        try (Worlds worlds = new Worlds(transport, connection, folder)) {
            Topics.Subscription<Message> leaving = worlds.client().subscribe("ping", 1);
            Topics.Subscription<Message> staying = worlds.client().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            publish(publisher, 0, 0, 1);
            assertThat(take(leaving).number()).isZero();
            assertThat(take(staying).number()).isZero();
            leaving.close();
            assertThatThrownBy(() -> leaving.take(0)).isInstanceOf(ClosedChannelException.class);
            // Directly, who has closed is found out by sending to it; the kernel takes the first of that.
            long number = 1;
            for (long end = System.nanoTime() + PATIENCE_NANOS;
                    number < 3 || !worlds.isBrokered() && publisher.lost() == 0 && System.nanoTime() < end; ) {
                publish(publisher, 0, number, number + 1);
                assertThat(take(staying).number()).isEqualTo(number);
                number++;
            }
            assertThat(publisher.lost()).isEqualTo(worlds.isBrokered() ? 0 : 1);
            assertThat(worlds.lost())
                    .hasSize(publisher.lost())
                    .allSatisfy(why -> assertThat(why).hasMessageContaining("the subscriber of ping at "));
            publisher.refresh();
            publish(publisher, 0, number, number + 1);
            assertThat(take(staying).number()).isEqualTo(number);
            publisher.close();
            staying.close();
        }
    }

    /** One who asks again sends nothing more to who is no longer registered, and so loses nobody. */
    @Test
    void whoHasClosedIsForgottenWhenAPublisherAsksAgain() throws IOException {
        try (Worlds worlds = new Worlds("nio", "kept", folder)) {
            Topics.Subscription<Message> leaving = worlds.client().subscribe("ping", 1);
            Topics.Subscription<Message> staying = worlds.client().subscribe("ping", 1);
            Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
            leaving.close();
            publisher.refresh();
            publish(publisher, 0, 0, 5);
            for (int i = 0; i < 5; i++) {
                assertThat(take(staying).number()).isEqualTo(i);
            }
            assertThat(publisher.lost()).isZero();
            publisher.close();
            staying.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"socket, kept", "jms:broker=embedded, kept"})
    void aTopicThatAPublisherDoesNotHaveIsRefused(String transport, String connection) throws IOException {
        try (Worlds worlds = new Worlds(transport, connection, folder);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> publisher.publish("pong", Worlds.message("pong", 0, 0)))
                    .withMessage("this publisher has the topics [ping], not pong");
        }
    }

    @Test
    void whatIsNoMessageIsRefused() {
        Message.Marshalled format = Worlds.format();
        assertThatThrownBy(() -> format.read(ByteBuffer.allocate(40)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("40 bytes have come that are no message");
        ByteBuffer lying = format.write(Worlds.message("ping", 1, 2));
        lying.putShort(16, (short) 2000);
        assertThatThrownBy(() -> format.read(lying))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("message 2 of publisher 1 names a topic of 2000 bytes");
    }

    @Test
    void otherTransportsHaveNoTopics() {
        assertThat(Transports.discover().names().stream()
                        .filter(name -> Transports.discover()
                                .require(name)
                                .topic("ping")
                                .isPresent()))
                .containsExactly("jms");
    }
}
