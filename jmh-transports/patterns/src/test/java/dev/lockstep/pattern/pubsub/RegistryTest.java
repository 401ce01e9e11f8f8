package dev.lockstep.pattern.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Options;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.inproc.InprocTransport;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mediator with each store and each protocol, and what may go wrong with it. */
@Timeout(60)
class RegistryTest {
    private static final String PLACE = "tcp://127.0.0.1:40000 tcp://127.0.0.1:40001";

    @TempDir
    Path folder;

    private Setting setting(String mediator) {
        return Setting.of(new InprocTransport(), folder, 0).with(Mediator.options(mediator));
    }

    private static InetSocketAddress port(String address) throws IOException {
        return Tcp.parse(address.substring(0, address.indexOf("://") + 3), address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http", "tcp:store=h2", "http:store=h2"})
    void placesAreFoundByTopicUntilTheyAreRemoved(String mediator) throws IOException {
        try (Hosted hosted = new Mediator().host(setting(mediator));
                Registry one = Mediator.at(hosted.text());
                Registry other = Mediator.at(hosted.text())) {
            assertThat(hosted.text()).startsWith(Options.name(mediator) + "://");
            assertThat(other.resolve("unknown")).isEmpty();
            one.remove("unknown", PLACE);
            one.register("ping", PLACE);
            one.register("ping", PLACE);
            one.register("ping", "unix:/tmp/ä");
            other.register("pong-0", "inproc:1");
            assertThat(other.resolve("ping")).containsExactlyInAnyOrder(PLACE, "unix:/tmp/ä");
            assertThat(one.resolve("pong-0")).containsExactly("inproc:1");
            other.remove("ping", PLACE);
            assertThat(one.resolve("ping")).containsExactly("unix:/tmp/ä");
            one.remove("ping", "unix:/tmp/ä");
            assertThat(one.resolve("ping")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http:store=h2"})
    void threadsMayRegisterAtTheSameTime(String mediator) throws IOException {
        try (Hosted hosted = new Mediator().host(setting(mediator));
                Registry registry = Mediator.at(hosted.text())) {
            List<String> places =
                    IntStream.range(0, 40).mapToObj(i -> "inproc:" + i).toList();
            places.parallelStream().forEach(place -> {
                try {
                    registry.register("ping", place);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(registry.resolve("ping")).containsExactlyInAnyOrderElementsOf(places);
        }
    }

    /** Each host has its own database. */
    @Test
    void mediatorsKnowNothingOfEachOther() throws IOException {
        try (Hosted hosted = new Mediator().host(setting("tcp:store=h2"));
                Hosted another = new Mediator().host(setting("http:store=h2"))) {
            Mediator.at(hosted.text()).register("ping", PLACE);
            assertThat(Mediator.at(another.text()).resolve("ping")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http"})
    void aBadRequestIsRefusedByName(String mediator) throws IOException {
        try (Hosted hosted = new Mediator().host(setting(mediator));
                Registry registry = Mediator.at(hosted.text())) {
            String refuses = "the mediator at " + hosted.text() + " refuses: ";
            assertThatThrownBy(() -> registry.resolve("not a topic"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(refuses + "a request is 'register TOPIC PLACE'")
                    .hasMessageContaining("not 'resolve not a topic'");
            assertThatThrownBy(() -> registry.register("ping", "")).hasMessageContaining(refuses);
            assertThatThrownBy(() -> registry.register("ping", "x".repeat(Registry.MOST_CHARACTERS + 1)))
                    .hasMessageContaining(refuses);
            assertThatThrownBy(() -> registry.register("ping", "x".repeat(10 * Requests.MOST_BYTES)))
                    .hasMessageContaining(refuses + "a request has at most 4096 bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> registry.register("ping", "one\nremove ping two"))
                    .withMessageContaining("a request is one line");
            assertThat(registry.resolve("ping")).isEmpty();
        }
    }

    /** One says nothing, one something else, one is gone in the middle of a line: others are served. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http"})
    void strangersHurtNobody(String mediator) throws IOException {
        try (Hosted hosted = new Mediator().host(setting(mediator));
                Registry registry = Mediator.at(hosted.text());
                Socket silent = new Socket();
                Socket garbage = new Socket();
                Socket leaving = new Socket()) {
            for (Socket stranger : List.of(silent, garbage, leaving)) {
                stranger.connect(port(hosted.text()));
            }
            garbage.getOutputStream().write("\0\1\2 register\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            leaving.getOutputStream().write("register ping".getBytes(StandardCharsets.UTF_8));
            leaving.shutdownOutput();
            registry.register("ping", PLACE);
            assertThat(registry.resolve("ping")).containsExactly(PLACE);
            garbage.shutdownOutput();
            String told = new String(garbage.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(told).matches("(?s)(error a request is .*|.*400 Bad Request.*)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http"})
    void aMediatorThatIsGoneIsNamed(String mediator) throws IOException {
        Hosted hosted = new Mediator().host(setting(mediator));
        hosted.close();
        hosted.close();
        Registry registry = Mediator.at(hosted.text());
        for (String each : List.of("resolve", "register", "remove")) {
            assertThatThrownBy(() -> {
                        switch (each) {
                            case "resolve" -> registry.resolve("ping");
                            case "register" -> registry.register("ping", PLACE);
                            default -> registry.remove("ping", PLACE);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the mediator at " + hosted.text() + " does not answer: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http"})
    void itsPortIsTaken(String mediator) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String at = Tcp.format(mediator + "://", (InetSocketAddress) other.getLocalSocketAddress());
            assertThatThrownBy(() -> new Mediator().host(setting(mediator).withAt(at)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a mediator cannot listen at " + at + ": ");
        }
    }

    @Test
    void anotherServiceIsThere() throws IOException {
        try (Hosted tcp = new Mediator().host(setting("tcp"))) {
            assertThatThrownBy(
                            () -> Mediator.at(tcp.text().replace("tcp", "http")).resolve("ping"))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("the mediator at http:.* (refuses|gives no answer of|does not answer).*");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mediator.at("irc://127.0.0.1:1"))
                .withMessageContaining("'irc://127.0.0.1:1' is no address of a mediator");
    }

    /** As for ranks that are processes. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "http:store=h2"})
    void aProcessOfItsOwnServesUntilItIsClosed(String mediator) throws IOException {
        Registry registry;
        try (Hosted hosted = PeerProcess.hosted(new Mediator(), setting(mediator))) {
            registry = Mediator.at(hosted.text());
            registry.register("ping", PLACE);
            assertThat(registry.resolve("ping")).containsExactly(PLACE);
        }
        assertThatThrownBy(() -> registry.resolve("ping")).hasMessageContaining("does not answer");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void noSuchProtocolOrStore() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mediator.options("irc"))
                .withMessage("option protocol is 'irc'; it can be http, tcp");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mediator.options("tcp:store=disk"))
                .withMessage("option store is 'disk'; it can be memory, h2");
        assertThat(Mediator.takesH2("http:store=h2")).isTrue();
        assertThat(Mediator.takesH2("http")).isFalse();
        assertThat(Mediator.hasH2()).isTrue();
    }

    @Test
    void noSuchDatabase() {
        assertThatThrownBy(() -> new JdbcStore("jdbc:none:there"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the database at jdbc:none:there refuses: No suitable driver");
    }
}
