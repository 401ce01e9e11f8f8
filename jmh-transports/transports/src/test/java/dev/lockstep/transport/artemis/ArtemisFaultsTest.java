package dev.lockstep.transport.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.faults.Faults;
import dev.lockstep.transport.support.Tcp;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers that do not start, end or are none, and peers that are slow or gone, of each transport through Artemis. */
@Tag("faults")
@Timeout(180)
class ArtemisFaultsTest extends Faults {
    ArtemisFaultsTest() {
        super(Map.of());
    }

    /** A transport with its setting, in which nothing is hosted yet. */
    private final class Choice {
        final Transport transport;
        final Setting setting;

        Choice(String text) {
            Transports.Choice chosen = Transports.discover().choose(text);
            transport = chosen.transport();
            setting = Setting.of(transport, folder, LARGEST).with(chosen.options());
        }

        Endpoint open(Hosted hosted) throws IOException {
            return transport.open(setting.withHosted(hosted.text()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jms | broker | remote | process, embedded",
                "jms | delivery | sometimes | non-persistent, persistent",
                "jms | journal | paper | sync, nosync",
                "jms | ack | never | auto, client, dups-ok",
                "jms | prefetch | many | a number of bytes, from 0 to 999999999",
                "jms | prefetch | -1 | a number of bytes, from 0 to 999999999",
                "mqtt | broker | remote | process, embedded",
                "mqtt | qos | 3 | 0, 1, 2",
                "mqtt | receive-maximum | 0 | a number of messages, from 1 to 65535",
                "mqtt | receive-maximum | 65536 | a number of messages, from 1 to 65535",
                "mqtt | receive-maximum | many | a number of messages, from 1 to 65535"
            })
    void optionsThatCannotBe(String text, String option, String value, String right) {
        Transport transport = new Choice(text).transport;
        String reason = "option " + option + " is '" + value + "'; it can be " + right;
        Setting wrong = setting(transport, option, value);
        assertThat(transport.availability(wrong.options()))
                .isEqualTo(new Availability.Unavailable(reason, "choose one of these"));
        assertThatThrownBy(() -> transport.host(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
        assertThatThrownBy(() -> transport.open(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    /** Its port is one that is free; but its address may be none of this host. */
    @ParameterizedTest
    @ValueSource(strings = {"jms:broker=embedded", "jms", "mqtt:broker=embedded", "mqtt"})
    void aBrokerThatCannotListen(String text) throws Exception {
        Choice of = new Choice(text);
        Setting elsewhere = of.setting.withAddress(InetAddress.getByName("192.0.2.1"));
        assertThatThrownBy(() -> of.transport.host(elsewhere))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Artemis does not start at 192.0.2.1");
        assertThat(folder).isEmptyDirectory();
        assertPasses(of.transport, of.setting);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jms", "mqtt"})
    void nobodyIsThere(String text) throws IOException {
        Choice of = new Choice(text);
        String address;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = Tcp.format((InetSocketAddress) gone.getLocalSocketAddress());
        }
        assertThatThrownBy(() -> of.open(Hosted.text(address)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the broker at " + address + " does not answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jms", "mqtt"})
    void anotherServiceIsThere(String text) throws Exception {
        Choice of = new Choice(text);
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Future<?> serving = others.submit(() -> {
                try (Socket client = other.accept()) {
                    client.getInputStream().read();
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                }
                return null;
            });
            String address = Tcp.format((InetSocketAddress) other.getLocalSocketAddress());
            assertThatThrownBy(() -> of.open(Hosted.text(address)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the broker at " + address + " does not answer, or is none of Artemis");
            serving.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jms", "jms:delivery=persistent", "mqtt", "mqtt:qos=0"})
    void theBrokerIsKilled(String text) throws Exception {
        Choice of = new Choice(text);
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (Hosted hosted = of.transport.host(of.setting)) {
            ProcessHandle broker = startedSince(before);
            theBrokerEnds(of, hosted, broker::destroyForcibly);
        }
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jms:broker=embedded",
                "jms:broker=embedded:delivery=persistent",
                "mqtt:broker=embedded",
                "mqtt:broker=embedded:qos=2"
            })
    void theBrokerEnds(String text) throws Exception {
        Choice of = new Choice(text);
        try (Hosted hosted = of.transport.host(of.setting)) {
            theBrokerEnds(of, hosted, hosted::close);
        }
        assertNothingIsLeft();
    }

    /** Whoever sends, waits for room, for a message or for an answer is told so, and nobody else. */
    private void theBrokerEnds(Choice of, Hosted hosted, Action ending) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(printed, true));
        System.setErr(new PrintStream(printed, true));
        String told = "the broker at " + hosted.text() + " ";
        try (Endpoint to = of.open(hosted);
                Endpoint idle = of.open(hosted);
                Endpoint from = of.open(hosted);
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
            // Not only the first is told.
            assertThatThrownBy(() -> receiveOn(to)).hasMessageContaining(told);
            assertThatThrownBy(() -> from.connect(to.address(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> of.open(hosted))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told + "does not answer");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static void receiveOn(Endpoint endpoint) throws IOException {
        while (true) {
            endpoint.receive(message(LARGEST), 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jms:broker=embedded",
                "jms:broker=embedded:delivery=persistent",
                "jms:delivery=persistent",
                "mqtt:broker=embedded:qos=2",
                "mqtt"
            })
    void nothingIsLeft(String text) throws Exception {
        Choice of = new Choice(text);
        assertPasses(of.transport, of.setting);
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws InterruptedException {
        assertThat(folder).isEmptyDirectory();
        // One that has done its work may be about to end.
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches(".*(ActiveMQ|com\\.hivemq).*")));
    }

    /** All that is on the class path but for this project, what only tests have, and what Artemis finds there anyhow. */
    @ParameterizedTest
    @ValueSource(strings = {"jms", "mqtt"})
    void jarsOfAFolder(String name) throws Exception {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String file = Path.of(entry).getFileName().toString();
            if (file.endsWith(".jar")
                    && !file.matches("(lockstep|junit|opentest4j|apiguardian|assertj|byte-buddy|slf4j|surefire).*")) {
                Files.copy(Path.of(entry), jars.resolve(file));
            }
        }
        String plain = name + ":broker=embedded";
        Choice other = new Choice(plain + ":jars=" + jars);
        Choice own = new Choice(plain);
        assertThat(other.transport.getClass()).isNotEqualTo(own.transport.getClass());
        assertThat(other.transport.availability(other.setting.options()))
                .hasToString(own.transport.availability(own.setting.options()).toString());
        try (Hosted hosted = other.transport.host(other.setting);
                Endpoint to = own.open(hosted);
                Endpoint from = other.open(hosted);
                Outbox outbox = from.connect(to.address(), 0)) {
            pass(outbox, to, 3);
        }
    }

    /** What waits at the broker and, with MQTT, at the receiver, with what is under way beside it. */
    @ParameterizedTest
    @CsvSource({"jms:broker=embedded, 5", "mqtt:broker=embedded, 11", "mqtt:broker=embedded:qos=2, 11"})
    void aReceiverThatStallsMakesItsSenderWait(String text, int mostMegabytes) throws Exception {
        Choice of = new Choice(text);
        try (Hosted hosted = of.transport.host(of.setting);
                Endpoint to = of.open(hosted);
                Endpoint from = of.open(hosted);
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox, 10);
            assertThat(sent * LARGEST).isBetween(LARGEST, mostMegabytes << 20);
            // Others can still connect to it.
            from.connect(to.address(), 0).close();
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
    @ValueSource(
            strings = {
                "jms:broker=embedded",
                "jms:broker=embedded:delivery=persistent",
                "mqtt:broker=embedded",
                "mqtt:qos=0"
            })
    void whoWaitsForRoomIsToldThatThePeerHasClosed(String text) throws Exception {
        Choice of = new Choice(text);
        try (Hosted hosted = of.transport.host(of.setting);
                Endpoint from = of.open(hosted)) {
            Endpoint to = of.open(hosted);
            Outbox outbox = from.connect(to.address(), 0);
            Outbox asking = from.connect(to.address(), 0);
            if (Collections.disjoint(
                    of.transport.unsupported(of.setting.options()).keySet(),
                    Set.of(Capability.OFFER, Capability.BACK_PRESSURE))) {
                fill(outbox, 3);
            }
            Future<IOException> sending = failureOf(() -> outbox.send(message(LARGEST)));
            Future<IOException> hearing = failureOf(() -> asking.request(message(3), message(LARGEST), 0));
            to.close();
            assertThat(of(sending)).isInstanceOf(PeerLostException.class);
            assertThat(of(hearing)).isInstanceOf(PeerLostException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jms:broker=embedded", "mqtt:broker=embedded"})
    void anHeirHearsNothingOld(String text) throws Exception {
        Choice of = new Choice(text);
        try (Hosted hosted = of.transport.host(of.setting)) {
            Endpoint first = of.open(hosted);
            Setting same = of.setting.withHosted(hosted.text()).withAt(first.address());
            try (Endpoint from = of.open(hosted);
                    Outbox old = from.connect(first.address(), 0)) {
                pass(old, first, 1);
                old.send(message(2));
                first.close();
                List<Integer> heard = new ArrayList<>();
                try (Endpoint heir = of.transport.open(same);
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
