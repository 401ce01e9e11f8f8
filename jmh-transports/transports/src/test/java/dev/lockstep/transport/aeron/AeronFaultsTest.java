package dev.lockstep.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.faults.Exhausting;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.faults.OwnJvm;
import dev.lockstep.transport.process.PeerProcess;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aeron that is not there, memory and ports that are not, drivers that end, and closing in the midst of messages. */
@Tag("faults")
@Timeout(180)
class AeronFaultsTest {
    private static final int LARGEST = 1024;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Longer than Aeron keeps mapped what is closed. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /** Half of the shortest term. */
    private static final int MOST_UNDER_WAY = 1 << 17;

    private final ExecutorService others = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    /** What goes wrong. */
    private interface Action {
        void run() throws IOException;
    }

    private static Transport transport(String name) {
        return Transports.discover().require(name);
    }

    private static Map<String, String> options(String... changed) {
        Map<String, String> all = new HashMap<>(new AeronIpcTransport().options());
        all.put("wait", "park");
        for (int i = 0; i < changed.length; i += 2) {
            all.put(changed[i], changed[i + 1]);
        }
        return all;
    }

    private Setting setting(Transport transport, String... changed) {
        return Setting.of(transport, folder, LARGEST).with(options(changed));
    }

    private static ByteBuffer message(int bytes) {
        return ByteBuffer.allocate(bytes);
    }

    private static void pass(Outbox outbox, Endpoint to, int bytes) throws IOException {
        outbox.send(message(bytes));
        assertThat(to.receive(message(LARGEST), 0)).isEqualTo(bytes);
    }

    /** How something ends that goes on until it fails, in a thread of its own. */
    private Future<IOException> failureOf(Action again) {
        return others.submit(() -> {
            try {
                while (true) {
                    again.run();
                }
            } catch (IOException e) {
                return e;
            }
        });
    }

    private static IOException of(Future<IOException> failure) throws Exception {
        return failure.get(60, TimeUnit.SECONDS);
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
        assertThat(ipc.availability(options("driver", "remote")))
                .isEqualTo(new Availability.Unavailable(
                        "option driver is 'remote'; it can be embedded, process", "choose one of these"));
        for (String term : List.of("many", "65535", "32768", "2147483648", "99999999999")) {
            assertThat(ipc.availability(options("term", term)))
                    .isEqualTo(new Availability.Unavailable(
                            "option term is '" + term + "'; it can be auto, or a power of two from 65536 to 1073741824",
                            "choose one of these"));
        }
        assertThat(ipc.largest(options())).isEqualTo(4 << 20);
        assertThat(ipc.largest(options("term", "65536"))).isEqualTo(8 << 10);
        assertThat(ipc.largest(options("term", "134217728"))).isEqualTo(16 << 20);
        assertThat(ipc.largest(options("term", "1073741824"))).isEqualTo(16 << 20);
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
            ProcessHandle driver = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .findFirst()
                    .orElseThrow();
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

    private static void assertPasses(Transport transport, Setting setting) throws IOException {
        try (Hosted hosted = transport.host(setting);
                Endpoint to = transport.open(setting.withHosted(hosted.text()));
                Endpoint from = transport.open(setting.withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            pass(outbox, to, 3);
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
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().contains("aeron"))) {
            Thread.sleep(1);
        }
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

    /** With both closed the process's client of Aeron ends, and unmaps everything at once. */
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void closingWhileOthersSendAndReceive(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            for (int round = 0; round < 60; round++) {
                Endpoint to = transport.open(setting);
                Endpoint from = transport.open(setting);
                Outbox outbox = from.connect(to.address(), 0);
                Outbox.Claim claim = outbox.claim();
                Future<IOException> sending = failureOf(
                        round % 3 == 0
                                ? () -> {
                                    ByteBuffer memory = claim.reserve(100);
                                    if (memory != null) {
                                        memory.putLong(memory.position(), 1);
                                        claim.commit();
                                    }
                                }
                                : () -> outbox.send(message(100)));
                Future<IOException> receiving = failureOf(
                        round % 2 == 0
                                ? () -> to.receive(message(LARGEST), 0)
                                : () -> to.poll((message, sender) -> message.get(message.position()), 10));
                Thread.sleep(round % 5);
                for (AutoCloseable one : round % 4 < 2 ? List.of(to, from) : List.of(outbox, from, to)) {
                    one.close();
                }
                assertThat(of(sending)).isNotNull();
                assertThat(of(receiving)).isInstanceOf(ClosedChannelException.class);
            }
        }
    }

    /** From where it has a message in place, which it reads for longer than Aeron keeps what is closed mapped. */
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aReceiverClosesItsEndpoint(String name) throws Exception {
        Transport transport = transport(name);
        List<Long> seen = new ArrayList<>();
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            Endpoint to = transport.open(setting);
            Endpoint from = transport.open(setting);
            from.connect(to.address(), 0).send(message(100).putLong(92, 7));
            Endpoint.Receiver closing = (message, sender) -> {
                to.close();
                from.close();
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < LONG_NANOS) {
                    seen.add(message.getLong(message.position() + 92));
                    LockSupport.parkNanos(SHORT_NANOS);
                }
            };
            while (seen.isEmpty()) {
                to.poll(closing, 1);
            }
            assertThat(seen).containsOnly(7L);
            assertThatThrownBy(() -> to.poll(closing, 1)).isInstanceOf(ClosedChannelException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aReceiverThatStallsMakesItsSenderWait(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint to = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint from = transport.open(setting(transport).withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox);
            assertThat(sent * LARGEST).isLessThan(2 * MOST_UNDER_WAY);
            Future<?> last = others.submit(() -> {
                outbox.send(message(7));
                return null;
            });
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(message(LARGEST), 0)).isEqualTo(LARGEST);
            }
            assertThat(to.receive(message(LARGEST), 0)).isEqualTo(7);
            last.get();
        }
    }

    /** Offers until three in a row are refused, between which the driver has had time to move what there was; how many were not. */
    private static int fill(Outbox outbox) throws Exception {
        int sent = 0;
        for (int refused = 0; refused < 3; ) {
            if (outbox.offer(message(LARGEST))) {
                sent++;
                refused = 0;
            } else {
                refused++;
                Thread.sleep(50);
            }
        }
        return sent;
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void anInterruptIsToldAndEndsNothingElse(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint to = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint from = transport.open(setting(transport).withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> outbox.send(message(LARGEST))).isInstanceOf(InterruptedIOException.class);
            assertThatThrownBy(() -> {
                        while (true) {
                            // One that has not had to wait is connected.
                            from.connect(to.address(), 0).close();
                        }
                    })
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(message(LARGEST), 0)).isEqualTo(LARGEST);
            }
            pass(outbox, to, 7);
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

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void anHeirHearsNothingOld(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            Endpoint first = transport.open(setting);
            try (Endpoint from = transport.open(setting);
                    Outbox old = from.connect(first.address(), 0);
                    Outbox silent = from.connect(first.address(), 0)) {
                pass(old, first, 1);
                old.send(message(2));
                old.send(message(3));
                first.close();
                List<Integer> heard = new ArrayList<>();
                try (Endpoint heir = transport.open(setting.withAt(first.address()));
                        Outbox next = from.connect(heir.address(), 0)) {
                    assertThat(heir.address()).isEqualTo(first.address());
                    next.send(message(9));
                    for (Outbox one : List.of(old, silent)) {
                        assertThatThrownBy(() -> {
                                    while (true) {
                                        one.send(message(4));
                                        hear(heir, heard);
                                    }
                                })
                                .isInstanceOf(PeerLostException.class);
                    }
                    while (heard.isEmpty()) {
                        hear(heir, heard);
                    }
                    next.send(message(10));
                    while (!heard.contains(10)) {
                        hear(heir, heard);
                    }
                    assertThat(heard).containsExactly(9, 10);
                }
            }
        }
    }

    private static void hear(Endpoint endpoint, List<Integer> heard) throws IOException {
        int length = endpoint.receive(message(LARGEST), SHORT_NANOS);
        if (length >= 0) {
            heard.add(length);
        }
    }

    @Test
    void aStrangerIsTurnedAway() throws Exception {
        Transport udp = transport("aeron-udp");
        try (Hosted hosted = udp.host(setting(udp));
                Endpoint to = udp.open(setting(udp).withHosted(hosted.text()));
                Endpoint from = udp.open(setting(udp).withHosted(hosted.text()));
                Outbox friend = from.connect(to.address(), 0);
                Aeron aeron = Aeron.connect(new Aeron.Context()
                        .aeronDirectoryName(
                                Driver.directory(Path.of(hosted.text())).toString()));
                ExclusivePublication stranger =
                        aeron.addExclusivePublication(to.address().replace("udp://", "aeron:udp?endpoint="), 1)) {
            while (stranger.offer(new UnsafeBuffer(new byte[100])) < 0) {
                Thread.yield();
            }
            pass(friend, to, 7);
            while (stranger.isConnected()) {
                assertThat(to.receive(message(LARGEST), SHORT_NANOS)).isEqualTo(-1);
            }
            pass(friend, to, 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aPeerThatTakesLess(String name) throws Exception {
        Transport transport = transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint small = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint large = transport.open(
                        setting(transport).withHosted(hosted.text()).withLargest(2 * LARGEST));
                Outbox outbox = large.connect(small.address(), 0);
                Outbox another = large.connect(small.address(), 0)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            outbox.send(message(LARGEST + 1));
                            assertThat(small.receive(message(LARGEST), SHORT_NANOS))
                                    .isEqualTo(-1);
                        }
                    })
                    .isInstanceOf(PeerLostException.class);
            pass(another, small, 7);
        }
    }
}
