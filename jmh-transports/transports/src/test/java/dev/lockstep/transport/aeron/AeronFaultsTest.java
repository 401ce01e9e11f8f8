package dev.lockstep.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.faults.Exhausting;
import dev.lockstep.transport.faults.Faults;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.faults.OwnJvm;
import dev.lockstep.transport.process.PeerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aeron that is not there, options that cannot be, memory and ports that are not, and drivers that end. */
@Tag("faults")
@Timeout(180)
class AeronFaultsTest extends Faults {
    AeronFaultsTest() {
        super(Map.of("wait", "park"));
    }

    static Transport transport(String name) {
        return Transports.discover().require(name);
    }

    @Test
    void withoutAeronTheOthersAreThere() throws Exception {
        for (String without : List.of("aeron-client", "aeron-driver", "agrona-")) {
            assertThat(Looking.at(List.of(), without, "aeron-ipc", "aeron-udp", "netty", "http"))
                    .contains("aeron-ipc: Unavailable[reason=Aeron is not, or not whole, on the class path: ")
                    .contains("aeron-udp: Unavailable[reason=Aeron is not, or not whole, on the class path: ")
                    .contains("remedy=add io.aeron:aeron-client and io.aeron:aeron-driver")
                    .contains("netty: Available", "http: Available");
        }
    }

    @Test
    void aJvmThatDoesNotOpenWhatAgronaNeeds() throws Exception {
        for (String name : List.of("aeron-ipc", "aeron-udp")) {
            assertThat(Looking.at(List.of(), "", name)).contains(name + ": Available[version=Aeron 1.");
            assertThat(exhausted(List.of(), List.of(), name))
                    .contains("failed: Aeron needs a JVM that is run with --add-opens java.base/jdk.internal.misc"
                            + "=ALL-UNNAMED");
        }
    }

    @Test
    void optionsThatCannotBe() {
        Transport ipc = transport("aeron-ipc");
        assertThat(ipc.availability(options(ipc, "driver", "remote")))
                .isEqualTo(new Availability.Unavailable(
                        "option driver is 'remote'; it can be embedded, process", "choose one of these"));
        for (String term : List.of("many", "65535", "32768", "2147483648", "99999999999")) {
            assertThat(ipc.availability(options(ipc, "term", term)))
                    .isEqualTo(new Availability.Unavailable(
                            "option term is '" + term + "'; it can be auto, or a power of two from 65536 to 1073741824",
                            "choose one of these"));
        }
        assertThat(ipc.largest(options(ipc))).isEqualTo(4 << 20);
        assertThat(ipc.largest(options(ipc, "term", "65536"))).isEqualTo(8 << 10);
        assertThat(ipc.largest(options(ipc, "term", "134217728"))).isEqualTo(16 << 20);
        assertThat(ipc.largest(options(ipc, "term", "1073741824"))).isEqualTo(16 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void theLargestMessageOfATerm(String name) throws IOException {
        Transport transport = transport(name);
        int largest = 2 << 20;
        Setting setting = setting(transport, "term", "16777216").withLargest(largest);
        try (Hosted hosted = transport.host(setting);
                Endpoint to = transport.open(setting.withHosted(hosted.text()));
                Endpoint from = transport.open(setting.withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            outbox.send(ByteBuffer.allocateDirect(largest).put(largest - 1, (byte) 7));
            ByteBuffer in = ByteBuffer.allocateDirect(largest);
            assertThat(to.receive(in, 0)).isEqualTo(largest);
            assertThat(in.get(largest - 1)).isEqualTo((byte) 7);
        }
    }

    private String exhausted(String name, String memory) throws Exception {
        return exhausted(
                OwnJvm.inMemory(folder, memory), List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"), name);
    }

    private String exhausted(List<String> prefix, List<String> options, String name) throws Exception {
        return OwnJvm.said(
                prefix,
                options,
                System.getProperty("java.class.path"),
                Exhausting.class,
                List.of(name + ":wait=park", folder.toString(), Integer.toString(LARGEST)));
    }

    @Test
    void noMemoryForTheDriver() throws Exception {
        assertThat(exhausted("aeron-ipc", "1m"))
                .contains("failed: ", " bytes of shared memory are needed in " + folder, "for Aeron's driver");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void noMemoryForAConnection(String name) throws Exception {
        assertThat(exhausted(name, "64m"))
                .contains("bytes of shared memory are needed in " + folder, "for a connection", "; then 5 bytes")
                .doesNotContain("connections 0;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void theDriverIsKilled(String name) throws Exception {
        Transport transport = transport(name);
        Setting setting = setting(transport, "driver", "process");
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (Hosted hosted = transport.host(setting)) {
            ProcessHandle driver = startedSince(before);
            theDriverEnds(transport, setting.withHosted(hosted.text()), driver::destroyForcibly);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void theDriverEnds(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport))) {
            theDriverEnds(transport, setting(transport).withHosted(hosted.text()), hosted::close);
        }
    }

    /** Whoever sends, and whoever waits for a message, is told so; nobody else is. */
    private void theDriverEnds(Transport transport, Setting setting, Action ending) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        String told = "the driver of Aeron at " + setting.hosted() + " has ended: ";
        try (Endpoint to = transport.open(setting);
                Endpoint from = transport.open(setting);
                Outbox outbox = from.connect(to.address(), 0)) {
            pass(outbox, to, 3);
            Future<IOException> sending = failureOf(() -> outbox.send(message(100)));
            Future<IOException> receiving = failureOf(() -> to.receive(message(LARGEST), 0));
            ending.run();
            assertThat(of(sending)).hasMessageContaining(told);
            assertThat(of(receiving)).hasMessageContaining(told);
            assertThatThrownBy(() -> from.connect(to.address(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(told);
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString()).isEmpty();
        assertThatThrownBy(() -> transport.open(setting)).isInstanceOf(IOException.class);
    }

    /** The process that hosted a driver was killed, and could remove nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aFolderLeftByACrash(String name) throws Exception {
        Transport transport = transport(name);
        try (PeerProcess crashed = PeerProcess.host(transport, setting(transport))) {
            Path left = Path.of(crashed.said());
            crashed.kill();
            assertThat(Driver.directory(left)).isDirectory();
            Path near = Files.createDirectories(Driver.directory(folder.resolve("aeron-left")));
            Files.copy(Driver.directory(left).resolve("cnc.dat"), near.resolve("cnc.dat"));
            assertPasses(transport, setting(transport));
            assertThatThrownBy(() -> transport.open(setting(transport).withHosted(left.toString())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(left.toString());
            assertThat(near.resolve("cnc.dat")).exists();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "process"})
    void nothingIsLeft(String driver) throws Exception {
        for (String name : List.of("aeron-ipc", "aeron-udp")) {
            Transport transport = transport(name);
            assertPasses(transport, setting(transport, "driver", driver));
        }
        assertThat(folder).isEmptyDirectory();
        // One that has done its work may be about to end.
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().contains("aeron")));
    }

    @Test
    void portTaken() throws Exception {
        Transport udp = transport("aeron-udp");
        InetAddress here = InetAddress.getLoopbackAddress();
        try (Hosted hosted = udp.host(setting(udp));
                DatagramSocket other = new DatagramSocket(new InetSocketAddress(here, 0))) {
            String address = "udp://" + here.getHostAddress() + ":" + other.getLocalPort();
            assertThatThrownBy(() ->
                            udp.open(setting(udp).withHosted(hosted.text()).withAt(address)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(address + " cannot be listened at: ")
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void anAddressOfAnotherHost() throws Exception {
        Transport ipc = transport("aeron-ipc");
        try (Hosted here = ipc.host(setting(ipc));
                Hosted there = ipc.host(setting(ipc));
                Endpoint one = ipc.open(setting(ipc).withHosted(here.text()));
                Endpoint another = ipc.open(setting(ipc).withHosted(there.text()))) {
            assertThat(one.address()).isNotEqualTo(another.address());
            assertThatThrownBy(() -> one.connect(another.address(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(another.address() + " is at another driver than that of this host")
                    .hasMessageContaining("take aeron-udp");
        }
    }
}
