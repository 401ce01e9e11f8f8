package dev.lockstep.pattern.pubsub;

import static dev.lockstep.pattern.pubsub.Traffic.assertNothing;
import static dev.lockstep.pattern.pubsub.Traffic.publish;
import static dev.lockstep.pattern.pubsub.Traffic.take;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What topics promise at two sites, whose mediators or brokers HTTP joins. */
@Tag("contracts")
@Timeout(120)
class TopicsWanTest {
    private static final int MESSAGES = 60;
    private static final int PUBLISHERS = 3;

    private final List<IOException> said = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    private Worlds wan(String transport, String connection) throws IOException {
        Relay relay = new Relay(new Site.Told(said::add, said::add));
        return Worlds.wan(transport, connection, folder, relay, relay);
    }

    /** A publisher and two subscribers at each site; nothing comes back to where it was published. */
    @ParameterizedTest
    @CsvSource({
        "socket, kept",
        "socket, perMessage",
        "socket-open-close, kept",
        "nio, kept",
        "nio, perMessage",
        "shm:wait=yield, kept",
        "jms:broker=embedded, kept"
    })
    void everySubscriberOfEitherSiteGetsEachMessageOnceWholeAndInOrder(String transport, String connection)
            throws IOException {
        try (Worlds worlds = wan(transport, connection)) {
            List<Topics.Subscription<Message>> subscriptions = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                subscriptions.add(worlds.client().subscribe("ping", 2));
                subscriptions.add(worlds.farClient().subscribe("ping", 2));
            }
            List<Topics.Publisher<Message>> publishers = List.of(
                    worlds.client().publisher(0, "ping", "other"),
                    worlds.farClient().publisher(1, "ping", "other"));
            publishers.get(0).publish("other", Worlds.message("other", 0, 0));
            publishers.get(1).publish("other", Worlds.message("other", 1, 0));
            IntStream.range(0, 2).parallel().forEach(i -> {
                try {
                    publish(publishers.get(i), i, 0, MESSAGES);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            for (Topics.Subscription<Message> subscription : subscriptions) {
                List<List<Long>> numbers = List.of(new ArrayList<>(), new ArrayList<>());
                for (int i = 0; i < 2 * MESSAGES; i++) {
                    Message message = take(subscription);
                    numbers.get(message.publisher()).add(message.number());
                }
                assertNothing(subscription);
                if (connection.equals("perMessage")) {
                    numbers.forEach(each -> each.sort(Comparator.naturalOrder()));
                }
                assertThat(numbers)
                        .allSatisfy(each -> assertThat(each)
                                .isEqualTo(LongStream.range(0, MESSAGES).boxed().toList()));
                subscription.close();
            }
            for (Topics.Publisher<Message> publisher : publishers) {
                assertThat(publisher.lost()).isZero();
                publisher.close();
            }
        }
        assertThat(said).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** Of topics that nobody knew; publishers do not wait for one another. */
    @ParameterizedTest
    @CsvSource({"socket, kept, 50", "nio, perMessage, 50", "jms:broker=embedded, kept, 500"})
    void theFirstMessagesOfSeveralPublishersCome(String transport, String connection, int rounds) throws Exception {
        ExecutorService publishing = Executors.newFixedThreadPool(PUBLISHERS);
        try (Worlds worlds = wan(transport, connection)) {
            Topics<Message> subscriber = worlds.client();
            List<Topics<Message>> clients = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                clients.add(worlds.farClient());
            }
            for (int round = 0; round < rounds; round++) {
                String topic = "topic-" + round;
                try (Topics.Subscription<Message> here = subscriber.subscribe(topic, PUBLISHERS)) {
                    CyclicBarrier together = new CyclicBarrier(PUBLISHERS);
                    List<Callable<Void>> all = new ArrayList<>();
                    for (int i = 0; i < PUBLISHERS; i++) {
                        Topics.Publisher<Message> publisher = clients.get(i).publisher(i, topic);
                        Message message = Worlds.message(topic, i, 0);
                        all.add(() -> {
                            together.await();
                            publisher.publish(topic, message);
                            publisher.close();
                            return null;
                        });
                    }
                    for (Future<Void> published : publishing.invokeAll(all)) {
                        published.get();
                    }
                    Set<Integer> from = new TreeSet<>();
                    for (int i = 0; i < PUBLISHERS; i++) {
                        from.add(take(here).publisher());
                    }
                    assertThat(from).containsExactly(0, 1, 2);
                }
            }
        } finally {
            publishing.shutdownNow();
        }
        assertThat(said).isEmpty();
    }

    /** Publishers need not ask again: they know nobody but what relays. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "jms:broker=embedded, kept"})
    void aLateSubscriberGetsWhatIsPublishedAfterItHasSubscribed(String transport, String connection)
            throws IOException {
        try (Worlds worlds = wan(transport, connection);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
                Topics.Subscription<Message> early = worlds.client().subscribe("ping", 1)) {
            publish(publisher, 0, 0, 1);
            assertThat(take(early).number()).isZero();
            try (Topics.Subscription<Message> late = worlds.farClient().subscribe("ping", 1)) {
                publish(publisher, 0, 1, 2);
                assertThat(take(late).number()).isOne();
                assertThat(take(early).number()).isOne();
                assertNothing(late);
                assertNothing(early);
            }
            publish(publisher, 0, 2, 3);
            assertThat(take(early).number()).isEqualTo(2);
        }
        assertThat(said).isEmpty();
    }

    /** What is published then is gone, here and there, and hurts nobody. */
    @ParameterizedTest
    @CsvSource({"socket, kept", "nio, perMessage", "jms:broker=embedded, kept"})
    void nobodyHasSubscribed(String transport, String connection) throws IOException {
        try (Worlds worlds = wan(transport, connection);
                Topics.Publisher<Message> publisher = worlds.client().publisher(0, "ping");
                Topics.Publisher<Message> far = worlds.farClient().publisher(1, "ping", "unheard")) {
            publish(publisher, 0, 0, MESSAGES);
            publish(far, 1, 0, MESSAGES);
            far.publish("unheard", Worlds.message("unheard", 1, 0));
            try (Topics.Subscription<Message> there = worlds.farClient().subscribe("sign", 1);
                    Topics.Publisher<Message> sign = worlds.client().publisher(0, "sign")) {
                sign.publish("sign", Worlds.message("sign", 0, 1));
                assertThat(take(there).number()).isOne();
            }
            assertThat(publisher.lost()).isZero();
            // Some may still be on their way, and find the other site closed later.
            assertThat(said).isEmpty();
        }
    }
}
