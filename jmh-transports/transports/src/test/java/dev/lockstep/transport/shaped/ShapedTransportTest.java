package dev.lockstep.transport.shaped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.Transports.Choice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@Tag("faults")
class ShapedTransportTest {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path folder;

    private static Choice on(String transport, String link) {
        return ShapedTransport.on(Transports.discover().choose(transport), link);
    }

    private Setting setting(Choice choice) {
        return Setting.of(choice.transport(), folder, 64).with(choice.options());
    }

    @Test
    void aPlainLinkChangesNothing() {
        Choice socket = Transports.discover().choose("socket");

        assertThat(ShapedTransport.on(socket, "plain")).isSameAs(socket);
        assertThat(ShapedTransport.of(setting(socket), "a").options()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fast, not 'fast'",
        "100mbit:delay=5, 'one of the units ms, s, us, not ''5'''",
        "100mbit:loss=1, link 100mbit has no option 'loss'; there are delay"
    })
    void whatIsNoLinkIsRefused(String link, String said) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> on("socket", link))
                .withMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inproc", "shm", "uds", "communicator", "aeron-ipc", "aeron-udp"})
    void whatHasNoConnectionsOfTcpHasNoLink(String transport) {
        Choice choice = on(transport, "1gbit");

        assertThat(choice.transport().availability(choice.options()))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        missing -> assertThat(missing.reason()).contains("for connections of TCP"));
    }

    /** A message takes at least the delay; through a broker at least two of them. */
    @ParameterizedTest
    @CsvSource({
        "socket, 1",
        "nio, 1",
        "netty, 1",
        "http, 1",
        "http2, 1",
        "grpc, 1",
        "zeromq, 1",
        "netty-tls, 1",
        "jms:broker=embedded, 2",
        "mqtt:broker=embedded, 2"
    })
    void messagesTakeTheLink(String transport, int hops) throws IOException {
        Choice choice = on(transport, "1gbit:delay=40ms");
        try (Hosted hosted = choice.transport().host(setting(choice));
                Endpoint one = choice.transport().open(host(choice, hosted, "one"));
                Endpoint other = choice.transport().open(host(choice, hosted, "other"));
                Outbox outbox = one.connect(other.address(), LONG_NANOS)) {
            ByteBuffer in = ByteBuffer.allocate(64);
            for (int i = 0; i < 3; i++) {
                long start = System.nanoTime();
                outbox.send(ByteBuffer.wrap(new byte[i]));
                assertThat(other.receive(in.clear(), LONG_NANOS)).isEqualTo(i);
                assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                        .isGreaterThanOrEqualTo(hops * 40L);
            }
        }
    }

    private Setting host(Choice choice, Hosted hosted, String name) {
        return ShapedTransport.of(setting(choice), name).withHosted(hosted.text());
    }

    @Test
    void anAddressCanBeTakenAgain() throws IOException {
        Choice choice = on("socket", "1gbit");
        try (Hosted hosted = choice.transport().host(setting(choice));
                Endpoint one = choice.transport().open(host(choice, hosted, "one"))) {
            String address;
            try (Endpoint first = choice.transport().open(host(choice, hosted, "other"))) {
                address = first.address();
                one.connect(address, LONG_NANOS).close();
            }
            assertThatIOException().isThrownBy(() -> one.connect(address, LONG_NANOS));
            Setting again = host(choice, hosted, "other").withAt(address);
            try (Endpoint second = choice.transport().open(again);
                    Outbox outbox = one.connect(address, LONG_NANOS)) {
                outbox.send(ByteBuffer.allocate(5));
                assertThat(second.receive(ByteBuffer.allocate(64), LONG_NANOS)).isEqualTo(5);
            }
        }
    }

    @Test
    void withoutASwitchNothingIsOpened() {
        Choice choice = on("socket", "1gbit");

        assertThatIOException()
                .isThrownBy(() -> choice.transport().open(setting(choice)))
                .withMessageContaining("there is no switch for the link");
    }

    /** Its process is killed: who sends is told, and closing says so. */
    @Test
    void aSwitchThatIsGoneEndsWhatGoesThroughIt() throws IOException {
        Choice choice = on("socket", "1gbit");
        Hosted hosted = choice.transport().host(setting(choice));
        Endpoint one = choice.transport().open(host(choice, hosted, "one"));
        Endpoint other = choice.transport().open(host(choice, hosted, "other"));
        Outbox outbox = one.connect(other.address(), LONG_NANOS);
        outbox.send(ByteBuffer.allocate(1));
        assertThat(other.receive(ByteBuffer.allocate(64), LONG_NANOS)).isEqualTo(1);
        hosted.close();

        assertThatIOException().isThrownBy(() -> sendUntilItFails(outbox));
        for (Endpoint each : new Endpoint[] {one, other}) {
            assertThatIOException()
                    .isThrownBy(each::close)
                    .withMessageStartingWith("the switch of the link at ")
                    .withMessageContaining(" does not answer");
        }
        assertThatIOException().isThrownBy(() -> choice.transport().open(host(choice, hosted, "third")));
    }

    private static void sendUntilItFails(Outbox outbox) throws IOException {
        long end = System.nanoTime() + LONG_NANOS;
        while (System.nanoTime() - end < 0) {
            outbox.send(ByteBuffer.allocate(64));
        }
    }
}
