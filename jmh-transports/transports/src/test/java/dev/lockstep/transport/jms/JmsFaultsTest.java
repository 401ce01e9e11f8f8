package dev.lockstep.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Faults;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.process.PeerProcess;
import jakarta.jms.BytesMessage;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession.QueueQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Artemis that is not there, options that cannot be, what is persistent, what is acknowledged, strangers. */
@Tag("faults")
@Timeout(180)
class JmsFaultsTest extends Faults {
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
}
