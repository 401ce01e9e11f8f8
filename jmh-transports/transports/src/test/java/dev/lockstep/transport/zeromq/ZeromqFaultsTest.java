package dev.lockstep.transport.zeromq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** JeroMQ that is not there, peers of ZeroMQ that are others, peers that take nothing, and interrupts. */
@Timeout(120)
class ZeromqFaultsTest {
    private static final int LARGEST = 1 << 16;
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final Transport ZEROMQ = new ZeromqTransport();

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private Setting setting(int hwm) {
        return Setting.of(ZEROMQ, folder, LARGEST).with(Map.of("hwm", Integer.toString(hwm)));
    }

    private Endpoint open(int hwm) throws IOException {
        return ZEROMQ.open(setting(hwm));
    }

    // --- What is missing ---

    @Test
    void withoutJeromqTheOthersAreThere() throws Exception {
        assertThat(Looking.at(List.of(), "jeromq-", "zeromq", "nio"))
                .contains("zeromq: Unavailable[reason=JeroMQ is not, or not whole, on the class path: ")
                .contains("remedy=add org.zeromq:jeromq")
                .contains("; opening: JeroMQ is not, or not whole, on the class path: ")
                .contains("nio: Available");
    }

    @Test
    void marksThatCannotBe() {
        for (String hwm : new String[] {"0", "-1", "many", "10000000"}) {
            String reason = "option hwm is '" + hwm + "'; it can be a number of messages, from 1 to 9999999";
            assertThat(ZEROMQ.availability(Map.of("hwm", hwm)))
                    .isEqualTo(new Availability.Unavailable(reason, "choose one of these"));
            assertThatThrownBy(() -> ZEROMQ.open(setting(1).with(Map.of("hwm", hwm))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(reason);
        }
    }

    @Test
    void jarsOfAFolder() throws Exception {
        Path jar = Path.of(
                ZMQ.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Files.copy(jar, Files.createDirectory(folder.resolve("jars")).resolve(jar.getFileName()));
        Transports.Choice other = Transports.discover().choose("zeromq:jars=" + folder.resolve("jars"));
        assertThat(other.transport().availability(other.options()))
                .hasToString(ZEROMQ.availability().toString());
        assertThat(ZEROMQ.availability().toString()).contains("JeroMQ 0.");
        try (Endpoint to = open(1);
                Endpoint from = other.transport()
                        .open(Setting.of(other.transport(), folder, LARGEST).with(other.options()))) {
            requireReachable(from, to);
        }
    }

    private static void requireReachable(Endpoint from, Endpoint to) throws IOException {
        try (Outbox outbox = from.connect(to.address(), LONG_NANOS)) {
            outbox.send(ByteBuffer.allocate(7));
            assertThat(to.receive(ByteBuffer.allocate(LARGEST), LONG_NANOS)).isEqualTo(7);
        }
    }

    // --- Peers that are others ---

    /** They speak ZMTP as they should, and are not ours: what they send is nobody's. */
    @Test
    void strangersOfZeroMq() throws IOException {
        try (Endpoint to = open(10);
                Endpoint from = open(10);
                ZContext context = new ZContext()) {
            for (String id : new String[] {"", "a name", "another, of a few more bytes"}) {
                ZMQ.Socket stranger = context.createSocket(SocketType.DEALER);
                if (!id.isEmpty()) {
                    stranger.setIdentity(id.getBytes(StandardCharsets.US_ASCII));
                }
                stranger.connect(to.address());
                for (int i = 0; i < 500; i++) {
                    stranger.send(new byte[1 + i], ZMQ.DONTWAIT);
                }
                stranger.sendMore(new byte[3]);
                stranger.send(new byte[0]);
            }
            requireReachable(from, to);
            assertThat(to.receive(ByteBuffer.allocate(LARGEST), TimeUnit.MILLISECONDS.toNanos(100)))
                    .isEqualTo(-1);
        }
    }

    /** Of a peer of ours, what is no message of one part, and of a size that is taken. */
    @Test
    void messagesThatAreNone() throws IOException {
        try (Endpoint to = open(10);
                ZContext context = new ZContext()) {
            ZMQ.Socket peer = context.createSocket(SocketType.DEALER);
            peer.setIdentity(Peer.id(1));
            peer.connect(to.address());
            peer.sendMore(new byte[1]);
            peer.sendMore(new byte[2]);
            peer.send(new byte[3]);
            peer.send(new byte[4]);
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            Sender sender = new Sender();
            assertThat(to.receive(in, sender, LONG_NANOS)).isEqualTo(4);
            assertThat(sender.token()).isEqualTo(1);
            peer.send(new byte[LARGEST + 1]);
            assertThat(to.receive(in, TimeUnit.MILLISECONDS.toNanos(100))).isEqualTo(-1);
            try (Endpoint from = open(10)) {
                requireReachable(from, to);
            }
        }
    }

    @Test
    void anotherService() throws IOException {
        try (Endpoint from = open(1);
                ZContext context = new ZContext()) {
            ZMQ.Socket silent = context.createSocket(SocketType.ROUTER);
            silent.bind("tcp://127.0.0.1:*");
            assertThatThrownBy(() -> from.connect(silent.getLastEndpoint(), TimeUnit.MILLISECONDS.toNanos(300)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(silent.getLastEndpoint() + " cannot be connected to: Connect timed out");
            ZMQ.Socket another = context.createSocket(SocketType.ROUTER);
            another.setHelloMsg(new byte[] {1, 2, 3, 4});
            another.bind("tcp://127.0.0.1:*");
            assertThatThrownBy(() -> from.connect(another.getLastEndpoint(), LONG_NANOS))
                    .isInstanceOf(IOException.class)
                    .hasMessage(another.getLastEndpoint() + " cannot be connected to: another service is there");
            ZMQ.Socket publisher = context.createSocket(SocketType.PUB);
            publisher.bind("tcp://127.0.0.1:*");
            assertThatThrownBy(() -> from.connect(publisher.getLastEndpoint(), LONG_NANOS))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(publisher.getLastEndpoint()
                            + " cannot be connected to: the peer has closed the connection");
        }
    }

    /** A server that greets whoever connects, and one that hangs up. */
    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", ""})
    void anotherProtocol(String says) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Endpoint from = open(1)) {
            CountDownLatch enough = new CountDownLatch(1);
            threads.submit(() -> {
                try (Socket accepted = server.accept()) {
                    accepted.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
                    if (!says.isEmpty()) {
                        enough.await();
                    }
                }
                return null;
            });
            String address = Tcp.format((InetSocketAddress) server.getLocalSocketAddress());
            assertThatThrownBy(() -> from.connect(address, LONG_NANOS))
                    .isInstanceOf(IOException.class)
                    .hasMessage(address + " cannot be connected to: the peer has closed the connection, or says what is"
                            + " not ZMTP 3");
            enough.countDown();
        }
    }

    @Test
    void nobodyIsThere() throws IOException {
        String address;
        try (Endpoint gone = open(1)) {
            address = gone.address();
        }
        try (Endpoint from = open(1)) {
            assertThatThrownBy(() -> from.connect(address, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessage(address + " cannot be connected to: it is refused, or nothing leads there");
        }
    }

    // --- Peers that take nothing ---

    /** Offers until that is refused for a while; how many messages are on their way, some of them perhaps only soon. */
    private static int fill(Outbox outbox, int bytes) throws IOException {
        int sent = 0;
        int refused = 0;
        while (refused < 100) {
            if (outbox.offer(ByteBuffer.allocate(bytes).putInt(0, sent))) {
                sent++;
                refused = 0;
            } else {
                refused++;
                LockSupport.parkNanos(1_000_000);
            }
        }
        return sent;
    }

    /** Two marks and what the kernel holds at most, and that of who sends at least. */
    @Test
    void aStalledPeerHoldsWhatTheMarksLet() throws IOException {
        try (Endpoint to = open(100);
                Endpoint from = open(100);
                Outbox outbox = from.connect(to.address(), LONG_NANOS)) {
            int sent = fill(outbox, LARGEST);
            assertThat(sent).isBetween(100, 200 + (64 << 20) / LARGEST);
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(in, LONG_NANOS)).isEqualTo(LARGEST);
                assertThat(in.getInt(0)).isEqualTo(i);
            }
        }
    }

    /** JeroMQ's last batch would be lost where the kernel has no room for it. */
    @Test
    void whatWasSentArrivesThoughNothingHadRoomAnyMore() throws Exception {
        int bytes = 100;
        Endpoint from = open(100);
        try (Endpoint to = open(100)) {
            Outbox outbox = from.connect(to.address(), LONG_NANOS);
            int sent = fill(outbox, bytes);
            Future<Void> closing = threads.submit(() -> {
                from.close();
                return null;
            });
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(in, LONG_NANOS)).isEqualTo(bytes);
                assertThat(in.getInt(0)).isEqualTo(i);
            }
            closing.get();
            assertThat(to.receive(in, TimeUnit.MILLISECONDS.toNanos(100))).isEqualTo(-1);
        }
    }

    @Test
    void whoClosesDoesNotWaitForOneThatStallsForEver() throws IOException {
        try (Endpoint stalled = open(10)) {
            Endpoint from = open(10);
            Outbox outbox = from.connect(stalled.address(), LONG_NANOS);
            fill(outbox, LARGEST);
            from.close();
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        }
    }

    /** It is the only one who receives, and others have sent as well: the end of the one who asked lies behind that. */
    @Test
    void whoAskedIsGoneAndOthersHaveSent() throws IOException {
        try (Endpoint server = open(10);
                Endpoint others = open(10)) {
            Sender asker = new Sender();
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            try (Endpoint gone = open(10);
                    Outbox outbox = gone.connect(server.address(), LONG_NANOS);
                    Outbox other = others.connect(server.address(), LONG_NANOS)) {
                outbox.send(ByteBuffer.allocate(8));
                assertThat(server.receive(in, asker, LONG_NANOS)).isEqualTo(8);
                outbox.send(ByteBuffer.allocate(9));
                other.send(ByteBuffer.allocate(9));
            }
            assertThatThrownBy(() -> replyOn(server, asker.token()))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("the peer to be answered has closed");
            assertThat(server.receive(in, LONG_NANOS)).isEqualTo(9);
            assertThat(server.receive(in, LONG_NANOS)).isEqualTo(9);
        }
    }

    private static void replyOn(Endpoint server, long to) throws IOException {
        while (true) {
            server.reply(to, ByteBuffer.allocate(5));
            LockSupport.parkNanos(1_000_000);
        }
    }

    // --- Interrupts ---

    @Test
    void aSenderThatWaitsIsInterrupted() throws Exception {
        try (Endpoint to = open(1);
                Endpoint from = open(1);
                Outbox outbox = from.connect(to.address(), LONG_NANOS)) {
            AtomicInteger sent = new AtomicInteger();
            AtomicReference<Thread> waiting = new AtomicReference<>();
            CountDownLatch begun = new CountDownLatch(1);
            Future<Boolean> sending = threads.submit(() -> {
                waiting.set(Thread.currentThread());
                begun.countDown();
                assertThatThrownBy(() -> sendOn(outbox, sent))
                        .isInstanceOf(InterruptedIOException.class)
                        .hasMessage("interrupted while it waited for the peer");
                return Thread.interrupted();
            });
            begun.await();
            waiting.get().interrupt();
            assertThat(sending.get()).isTrue();
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            for (int i = 0; i < sent.get(); i++) {
                assertThat(to.receive(in, LONG_NANOS)).isEqualTo(LARGEST);
            }
            outbox.send(ByteBuffer.allocate(3));
            assertThat(to.receive(in, LONG_NANOS)).isEqualTo(3);
        }
    }

    private static void sendOn(Outbox outbox, AtomicInteger sent) throws IOException {
        while (true) {
            outbox.send(ByteBuffer.allocate(LARGEST));
            sent.incrementAndGet();
        }
    }

    /** JeroMQ would take the interrupt away, and send nothing. */
    @Test
    void whatNeedsNoWaitingIsNotInterrupted() throws IOException {
        try (Endpoint to = open(10);
                Endpoint from = open(10);
                Outbox outbox = from.connect(to.address(), LONG_NANOS)) {
            for (int i = 0; i < 5; i++) {
                outbox.send(ByteBuffer.allocate(3));
            }
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            assertThat(to.receive(in, LONG_NANOS)).isEqualTo(3);
            Thread.currentThread().interrupt();
            outbox.send(ByteBuffer.allocate(4));
            assertThat(Thread.interrupted()).isTrue();
            for (int i = 0; i < 4; i++) {
                assertThat(to.receive(in, LONG_NANOS)).isEqualTo(3);
            }
            assertThat(to.receive(in, LONG_NANOS)).isEqualTo(4);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> to.receive(in, LONG_NANOS)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whoClosesIsInterrupted() throws IOException {
        Endpoint to = open(10);
        Endpoint from = open(10);
        Outbox outbox = from.connect(to.address(), LONG_NANOS);
        for (int i = 0; i < 5; i++) {
            outbox.send(ByteBuffer.allocate(LARGEST));
        }
        Thread.currentThread().interrupt();
        from.close();
        assertThat(Thread.interrupted()).isTrue();
        ByteBuffer in = ByteBuffer.allocate(LARGEST);
        for (int i = 0; i < 5; i++) {
            assertThat(to.receive(in, LONG_NANOS)).isEqualTo(LARGEST);
        }
        to.close();
    }
}
