package dev.lockstep.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Faults;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.support.Tcp;
import jakarta.jms.BytesMessage;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession.QueueQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Artemis that is not there, brokers that do not start, end or are none, peers that are slow, gone or strangers. */
@Tag("faults")
@Timeout(180)
class JmsFaultsTest extends Faults {
    /** What the broker lets wait, and what is under way beside it. */
    private static final int MOST_UNDER_WAY = 5 << 20;

    private final Transport jms = new JmsTransport();

    JmsFaultsTest() {
        super(Map.of("broker", "embedded"));
    }

    private Setting setting(String... changed) {
        return setting(jms, changed);
    }

    @Test
    void withoutArtemisTheOthersAreThere() throws Exception {
        for (String without : List.of("artemis-server-", "artemis-jakarta-client-", "jakarta.jms-api-")) {
            assertThat(Looking.at(List.of(), without, "jms", "netty", "http"))
                    .contains("jms: Unavailable[reason=Artemis is not, or not whole, on the class path: ")
                    .contains(
                            "remedy=add org.apache.artemis:artemis-server and org.apache.artemis:artemis-jakarta-client")
                    .contains("netty: Available", "http: Available");
        }
        assertThat(Looking.at(List.of(), "", "jms")).contains("jms: Available[version=Artemis 2.");
        assertThatThrownBy(() -> jms.open(setting()))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no broker: it is hosted, one for each job");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "broker | remote | process, embedded",
                "delivery | sometimes | non-persistent, persistent",
                "journal | paper | sync, nosync",
                "ack | never | auto, client, dups-ok",
                "prefetch | many | a number of bytes, from 0 to 999999999",
                "prefetch | -1 | a number of bytes, from 0 to 999999999"
            })
    void optionsThatCannotBe(String option, String value, String right) {
        String reason = "option " + option + " is '" + value + "'; it can be " + right;
        Setting wrong = setting(option, value);
        assertThat(jms.availability(wrong.options()))
                .isEqualTo(new Availability.Unavailable(reason, "choose one of these"));
        assertThatThrownBy(() -> jms.host(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
        assertThatThrownBy(() -> jms.open(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    /** Its port is one that is free; but its address may be none of this host. */
    @ParameterizedTest
    @ValueSource(strings = {"embedded", "process"})
    void aBrokerThatCannotListen(String broker) throws Exception {
        Setting elsewhere = setting("broker", broker).withAddress(InetAddress.getByName("192.0.2.1"));
        assertThatThrownBy(() -> jms.host(elsewhere))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Artemis does not start at 192.0.2.1");
        assertThat(folder).isEmptyDirectory();
        assertPasses(jms, setting("broker", broker));
    }

    @Test
    void nobodyIsThere() throws IOException {
        String address;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = Tcp.format((InetSocketAddress) gone.getLocalSocketAddress());
        }
        assertThatThrownBy(() -> jms.open(setting().withHosted(address)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the broker at " + address + " does not answer");
    }

    @Test
    void anotherServiceIsThere() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Future<?> serving = others.submit(() -> {
                try (Socket client = other.accept()) {
                    client.getInputStream().read();
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                }
                return null;
            });
            String address = Tcp.format((InetSocketAddress) other.getLocalSocketAddress());
            assertThatThrownBy(() -> jms.open(setting().withHosted(address)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the broker at " + address + " does not answer, or is none of Artemis");
            serving.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"non-persistent", "persistent"})
    void theBrokerIsKilled(String delivery) throws Exception {
        Setting setting = setting("broker", "process", "delivery", delivery);
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (Hosted hosted = jms.host(setting)) {
            ProcessHandle broker = startedSince(before);
            theBrokerEnds(setting.withHosted(hosted.text()), broker::destroyForcibly);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"non-persistent", "persistent"})
    void theBrokerEnds(String delivery) throws Exception {
        Setting setting = setting("delivery", delivery);
        try (Hosted hosted = jms.host(setting)) {
            theBrokerEnds(setting.withHosted(hosted.text()), hosted::close);
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** Whoever sends, waits for room, for a message or for an answer is told so, and nobody else. */
    private void theBrokerEnds(Setting setting, Action ending) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(printed, true));
        System.setErr(new PrintStream(printed, true));
        String told = "the broker at " + setting.hosted() + " ";
        try (Endpoint to = jms.open(setting);
                Endpoint idle = jms.open(setting);
                Endpoint from = jms.open(setting);
                Outbox outbox = from.connect(to.address(), 0);
                Outbox waiting = from.connect(idle.address(), 0);
                Outbox asking = from.connect(idle.address(), 0)) {
            pass(outbox, to, 3);
            List<Future<IOException>> all = List.of(
                    failureOf(() -> outbox.send(message(100))),
                    failureOf(() -> to.receive(message(LARGEST), 0)),
                    failureOf(() -> waiting.send(message(LARGEST))),
                    failureOf(() -> asking.request(message(3), message(LARGEST), 0)));
            ending.run();
            for (Future<IOException> one : all) {
                assertThat(of(one)).hasMessageContaining(told);
            }
            assertThatThrownBy(() -> from.connect(to.address(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> jms.open(setting))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told + "does not answer");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /** The process that hosted a broker was killed, and could remove nothing. */
    @Test
    void aFolderLeftByACrash() throws Exception {
        Setting setting = setting("delivery", "persistent");
        try (PeerProcess crashed = PeerProcess.host(jms, setting)) {
            crashed.said();
            crashed.kill();
            List<Path> left = files("journal");
            assertThat(left).isNotEmpty();
            assertPasses(jms, setting);
            assertThat(files("journal")).isEqualTo(left);
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** All files in folders of that name. */
    private List<Path> files(String parent) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.getParent().getFileName().toString().equals(parent))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "process"})
    void nothingIsLeft(String broker) throws Exception {
        for (String delivery : List.of("non-persistent", "persistent")) {
            assertPasses(jms, setting("broker", broker, "delivery", delivery));
        }
        assertThat(folder).isEmptyDirectory();
        // One that has done its work may be about to end.
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().contains("ActiveMQ")));
    }

    @ParameterizedTest
    @CsvSource({"non-persistent, false", "persistent, true"})
    void whatIsPersistentIsOnTheDiskOnceItIsSent(String delivery, boolean isThere) throws Exception {
        Setting setting = setting("delivery", delivery);
        try (Hosted hosted = jms.host(setting);
                Endpoint to = jms.open(setting.withHosted(hosted.text()));
                Endpoint from = jms.open(setting.withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            String words = "to be kept";
            outbox.send(ByteBuffer.wrap(words.getBytes(StandardCharsets.ISO_8859_1)));
            boolean found = false;
            for (Path file : files("journal")) {
                found |= Files.readString(file, StandardCharsets.ISO_8859_1).contains(words);
            }
            assertThat(found).isEqualTo(isThere);
            assertThat(to.receive(message(LARGEST), 0)).isEqualTo(words.length());
        }
    }

    /** The broker has nothing any more; with {@code dups-ok}, not all. */
    @ParameterizedTest
    @CsvSource({"auto, 0", "client, 0", "dups-ok, 199"})
    void whatWasReceivedIsAcknowledged(String ack, int mostLeft) throws Exception {
        Setting setting = setting("ack", ack);
        try (Hosted hosted = jms.host(setting);
                Endpoint to = jms.open(setting.withHosted(hosted.text()));
                Endpoint from = jms.open(setting.withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            for (int i = 0; i < 200; i++) {
                pass(outbox, to, LARGEST);
            }
            asStranger(setting.withHosted(hosted.text()), to, (session, query) -> {
                while (query.run().getMessageCount() > mostLeft) {
                    Thread.sleep(1);
                }
            });
        }
    }

    /** What somebody does who has found the broker, and an endpoint's queue. */
    private interface Stranger {
        void act(Session session, Client.Call<QueueQuery> query) throws Exception;
    }

    private static void asStranger(Setting setting, Endpoint to, Stranger stranger) throws Exception {
        Client client = Client.connect(setting.withLargest(1 << 20), Options.of(setting.options()));
        try {
            Session session = client.session(Options.AUTO);
            SimpleString queue = Client.core(session)
                    .queueQuery(SimpleString.of(to.address().substring("jms:".length())))
                    .getAddress();
            stranger.act(session, () -> Client.core(session).queueQuery(queue));
        } finally {
            client.close();
        }
    }

    @Test
    void messagesThatAreNone() throws Exception {
        try (Hosted hosted = jms.host(setting());
                Endpoint to = jms.open(setting().withHosted(hosted.text()));
                Endpoint from = jms.open(setting().withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            asStranger(setting().withHosted(hosted.text()), to, (session, query) -> {
                MessageProducer producer = session.createProducer(
                        session.createQueue(query.run().getName().toString()));
                producer.send(session.createTextMessage("hello"));
                BytesMessage large = session.createBytesMessage();
                large.writeBytes(new byte[LARGEST + 1]);
                producer.send(large);
            });
            pass(outbox, to, 7);
            assertThat(to.receive(message(LARGEST), SHORT_NANOS)).isEqualTo(-1);
        }
    }

    @Test
    void aReceiverThatStallsMakesItsSenderWait() throws Exception {
        try (Hosted hosted = jms.host(setting());
                Endpoint to = jms.open(setting().withHosted(hosted.text()));
                Endpoint from = jms.open(setting().withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox, 10);
            assertThat(sent * LARGEST).isBetween(LARGEST, MOST_UNDER_WAY);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> {
                        while (true) {
                            // One that has not had to wait has been sent.
                            outbox.send(message(LARGEST - 1));
                        }
                    })
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            Future<?> last = others.submit(() -> {
                outbox.send(message(7));
                return null;
            });
            int length;
            int large = 0;
            while ((length = to.receive(message(LARGEST), 0)) != 7) {
                large += length == LARGEST ? 1 : 0;
            }
            assertThat(large).isEqualTo(sent);
            last.get();
            pass(outbox, to, 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"non-persistent", "persistent"})
    void whoWaitsForRoomIsToldThatThePeerHasClosed(String delivery) throws Exception {
        Setting setting = setting("delivery", delivery);
        try (Hosted hosted = jms.host(setting);
                Endpoint from = jms.open(setting.withHosted(hosted.text()))) {
            Endpoint to = jms.open(setting.withHosted(hosted.text()));
            Outbox outbox = from.connect(to.address(), 0);
            Outbox asking = from.connect(to.address(), 0);
            Future<IOException> sending = failureOf(() -> outbox.send(message(LARGEST)));
            Future<IOException> hearing = failureOf(() -> asking.request(message(3), message(LARGEST), 0));
            to.close();
            assertThat(of(sending)).isInstanceOf(PeerLostException.class);
            assertThat(of(hearing)).isInstanceOf(PeerLostException.class);
        }
    }

    @Test
    void anHeirHearsNothingOld() throws Exception {
        try (Hosted hosted = jms.host(setting())) {
            Setting setting = setting().withHosted(hosted.text());
            Endpoint first = jms.open(setting);
            try (Endpoint from = jms.open(setting);
                    Outbox old = from.connect(first.address(), 0)) {
                pass(old, first, 1);
                old.send(message(2));
                first.close();
                List<Integer> heard = new ArrayList<>();
                try (Endpoint heir = jms.open(setting.withAt(first.address()));
                        Outbox next = from.connect(heir.address(), 0)) {
                    assertThat(heir.address()).isEqualTo(first.address());
                    next.send(message(9));
                    assertThatThrownBy(() -> {
                                while (true) {
                                    old.send(message(4));
                                    hear(heir, heard);
                                }
                            })
                            .isInstanceOf(PeerLostException.class);
                    next.send(message(10));
                    while (!heard.contains(10)) {
                        hear(heir, heard);
                    }
                    assertThat(heard).containsExactly(9, 10);
                }
            }
        }
    }
}
