package dev.lockstep.transport.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults beside those of the contract, each named by what was wrong. */
@Timeout(600)
class TransportFaultsTest {
    private static final int LARGEST = 1024;

    /** Some more than the jars of the class path take. */
    private static final List<String> FEW_DESCRIPTORS = List.of("sh", "-c", "ulimit -n 180; exec \"$@\"", "sh");

    @TempDir
    Path folder;

    private Setting setting(Transport transport) {
        return Setting.of(transport, folder, LARGEST);
    }

    private static Transport transport(String name) {
        return Transports.discover().require(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "socket-open-close", "nio", "netty", "grpc", "http", "http2", "zeromq"})
    void portTaken(String name) throws IOException {
        Transport transport = transport(name);
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = Tcp.format((InetSocketAddress) other.getLocalSocketAddress());
            assertThatThrownBy(() -> transport.open(setting(transport).withAt(address)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(address + " cannot be listened at: ")
                    .hasMessageContaining("in use");
        }
    }

    /** A listener whose queue is full leaves those who connect without an answer. */
    @ParameterizedTest
    @ValueSource(strings = {"socket", "socket-open-close", "nio", "netty", "zeromq"})
    void peerNeverAnswers(String name) throws IOException {
        Transport transport = transport(name);
        List<SocketChannel> queue = new ArrayList<>();
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Endpoint endpoint = transport.open(setting(transport))) {
            for (int i = 0; i < 20; i++) {
                SocketChannel next = SocketChannel.open();
                queue.add(next);
                next.configureBlocking(false);
                next.connect(busy.getLocalSocketAddress());
            }
            String address = Tcp.format((InetSocketAddress) busy.getLocalSocketAddress());
            assertThatThrownBy(() -> endpoint.connect(address, TimeUnit.MILLISECONDS.toNanos(200)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(address + " cannot be connected to: ")
                    .hasMessageContaining("timed out");
        } finally {
            for (SocketChannel each : queue) {
                each.close();
            }
        }
    }

    /** Of a Unix domain socket no event tells that there is room again. */
    @Test
    void peerOfAFileNeverAnswers() throws IOException {
        Transport uds = transport("uds");
        UnixDomainSocketAddress file = UnixDomainSocketAddress.of(folder.resolve("busy"));
        List<Outbox> queue = new ArrayList<>();
        try (ServerSocketChannel busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Endpoint endpoint = uds.open(setting(uds))) {
            busy.bind(file, 1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            queue.add(endpoint.connect("unix:" + file, TimeUnit.MILLISECONDS.toNanos(200)));
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("unix:" + file + " cannot be connected to: Connect timed out");
            assertThat(queue).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "socket-open-close", "nio", "netty"})
    void peerDiesInMidMessage(String name) throws IOException {
        Transport transport = transport(name);
        try (Endpoint endpoint = transport.open(setting(transport))) {
            try (Socket dying = new Socket()) {
                dying.connect(Tcp.parse(endpoint.address()));
                ByteBuffer begun = ByteBuffer.allocate(11).putInt(Tcp.GREETING).putInt(100);
                dying.getOutputStream().write(begun.array());
            }
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            assertThatThrownBy(() -> endpoint.receive(in, 0))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("gone after 7");
            try (Endpoint other = transport.open(setting(transport));
                    Outbox outbox = other.connect(endpoint.address(), 0)) {
                outbox.send(ByteBuffer.allocate(3));
                assertThat(endpoint.receive(in, 0)).isEqualTo(3);
            }
        }
    }

    /** The receiver stalls until the sender, who waits for room in the middle of a message, has been interrupted. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "uds"})
    void senderIsInterruptedInMidMessage(String name) throws Exception {
        Transport transport = transport(name);
        int largest = 16 << 20;
        Setting setting = Setting.of(transport, folder, largest);
        try (Endpoint endpoint = transport.open(setting);
                Endpoint other = transport.open(setting);
                Outbox outbox = other.connect(endpoint.address(), 0)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocateDirect(largest)))
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocate(3)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("an interrupt has broken this connection off in the middle of a message");
            ByteBuffer in = ByteBuffer.allocateDirect(largest);
            assertThatThrownBy(() -> endpoint.receive(in, 0))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("gone after ");
            try (Outbox next = other.connect(endpoint.address(), 0)) {
                next.send(ByteBuffer.allocate(3));
                assertThat(endpoint.receive(in, 0)).isEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "netty", "uds"})
    void descriptorsExhausted(String name) throws Exception {
        assertThat(exhausted(FEW_DESCRIPTORS, name, LARGEST))
                .contains("Too many open files", "; then 5 bytes")
                .doesNotContain("connections 0;");
    }

    /** Whether the other process lives is read from a file, for which there is no descriptor then. */
    @Test
    void aPeerThatLivesIsNotLostWithoutDescriptors() throws Exception {
        Transport shm = transport("shm");
        try (Endpoint here = shm.open(setting(shm))) {
            assertThat(said(FEW_DESCRIPTORS, Destitute.class, "shm", LARGEST, here.address()))
                    .contains("Too many open files", "; then sent");
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            assertThat(here.receive(in, 0)).isEqualTo(4);
            assertThat(here.receive(in, 0)).isEqualTo(5);
        }
    }

    @Test
    void sharedMemoryFull() throws Exception {
        assertThat(exhausted(OwnJvm.inMemory(folder, "1m"), "shm", LARGEST))
                .contains("bytes of shared memory cannot be had in " + folder, "No space left on device")
                .contains("; then 5 bytes")
                .doesNotContain("connections 0;");
    }

    /** Whether it lives could not be seen, so it is not connected to. */
    @Test
    void sharedMemoryOfAnotherPidNamespace() throws Exception {
        Transport shm = transport("shm");
        List<String> apart = new ArrayList<>(List.of("unshare"));
        if (!System.getProperty("user.name").equals("root")) {
            apart.add("-r");
        }
        apart.addAll(List.of("-p", "-f"));
        try (Endpoint here = shm.open(setting(shm))) {
            assertThat(exhausted(apart, "shm", LARGEST, here.address()))
                    .contains("connections 0; ", here.address() + " is in another PID namespace", "; then nothing");
        }
    }

    private String exhausted(List<String> prefix, String name, int largest, String... more) throws Exception {
        return said(prefix, Exhausting.class, name, largest, more);
    }

    private String said(List<String> prefix, Class<?> program, String name, int largest, String... more)
            throws Exception {
        List<String> arguments = new ArrayList<>(List.of(name, folder.toString(), Integer.toString(largest)));
        arguments.addAll(List.of(more));
        return OwnJvm.said(prefix, List.of(), System.getProperty("java.class.path"), program, arguments);
    }

    @Test
    void sharedMemoryNotWritable() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Transport shm = transport("shm");
        assertThatThrownBy(() -> shm.open(Setting.of(shm, file, LARGEST)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + "/")
                .hasMessageContaining("cannot be made for shared memory");
    }

    /** The file of a process that was killed is in nobody's way. */
    @Test
    void socketLeftByACrash() throws IOException {
        Path left = folder.resolve("left");
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(left));
        }
        assertThat(left).exists();
        opensAt("uds", "unix:" + left);
        assertThat(left).doesNotExist();
    }

    @Test
    void sharedMemoryLeftByACrash() throws IOException {
        Path left = Files.createDirectory(folder.resolve("left"));
        Files.write(left.resolve("doorbell"), new byte[4096]);
        Files.write(left.resolve("link-of-somebody"), new byte[4096]);
        opensAt("shm", "shm:" + left);
        assertThat(left).doesNotExist();
    }

    /** Of several that open an address at the same time one has it, whether somebody was killed there or not. */
    @ParameterizedTest
    @ValueSource(strings = {"shm", "uds"})
    void anAddressIsOpenedByOne(String name) throws Exception {
        Transport transport = transport(name);
        int openers = 4;
        ExecutorService threads = Executors.newFixedThreadPool(openers);
        try {
            for (int round = 0; round < 50; round++) {
                Path at = folder.resolve("round-" + round);
                String address = (name.equals("shm") ? "shm:" : "unix:") + at;
                if (round % 2 == 0) {
                    leave(name, at);
                }
                CyclicBarrier start = new CyclicBarrier(openers);
                List<Future<Endpoint>> opening = new ArrayList<>();
                for (int i = 0; i < openers; i++) {
                    opening.add(threads.submit(() -> {
                        start.await();
                        return transport.open(setting(transport).withAt(address));
                    }));
                }
                try (Endpoint one = requireOne(opening, address)) {
                    requireReachable(one);
                }
                assertThat(folder).isEmptyDirectory();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Leaves what somebody leaves who is killed. */
    private static void leave(String name, Path at) throws IOException {
        if (name.equals("shm")) {
            Files.createDirectory(at);
            Files.write(at.resolve("doorbell"), new byte[4096]);
        } else {
            ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            killed.bind(UnixDomainSocketAddress.of(at)).close();
        }
    }

    private static Endpoint requireOne(List<Future<Endpoint>> opening, String address) throws Exception {
        List<Endpoint> opened = new ArrayList<>();
        for (Future<Endpoint> one : opening) {
            try {
                opened.add(one.get());
            } catch (ExecutionException e) {
                assertThat(e.getCause()).isInstanceOf(IOException.class);
                assertThat(e.getCause().getMessage())
                        .isIn(
                                address + " is taken",
                                address.replace("unix:", "") + " cannot be listened at: Address already in use");
            }
        }
        assertThat(opened).hasSize(1);
        return opened.get(0);
    }

    private void requireReachable(Endpoint endpoint) throws IOException {
        Transport transport = transport(endpoint.address().startsWith("shm:") ? "shm" : "uds");
        try (Endpoint other = transport.open(setting(transport));
                Outbox outbox = other.connect(endpoint.address(), 0)) {
            outbox.send(ByteBuffer.allocate(9));
            assertThat(endpoint.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(9);
        }
    }

    /** A file that is no socket is nobody's to remove, and stays. */
    @Test
    void fileInTheWay() throws IOException {
        Transport uds = transport("uds");
        Path file = Files.createFile(folder.resolve("file"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path inTheWay : List.of(file, empty)) {
            assertThatThrownBy(() -> uds.open(setting(uds).withAt("unix:" + inTheWay)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(inTheWay + " cannot be listened at: Address already in use");
            assertThat(inTheWay).exists();
        }
        assertThatThrownBy(() -> uds.open(setting(uds).withAt("unix:" + file + "/below")))
                .isInstanceOf(IOException.class)
                .hasMessage(file + "/below cannot be listened at: " + file + "/below.lock (Not a directory)");
    }

    /** What it gave up waiting for may come after all, and is none of the next request's. */
    @ParameterizedTest
    @ValueSource(strings = {"inproc", "shm", "socket", "nio", "netty", "uds", "zeromq"})
    void answerComesTooLate(String name) throws IOException {
        Transport transport = transport(name);
        ByteBuffer in = ByteBuffer.allocate(LARGEST);
        try (Endpoint server = transport.open(setting(transport));
                Endpoint client = transport.open(setting(transport));
                Outbox outbox = client.connect(server.address(), 0)) {
            assertThat(outbox.request(ByteBuffer.allocate(10), in, TimeUnit.MILLISECONDS.toNanos(20)))
                    .isEqualTo(-1);
            Sender asker = new Sender();
            assertThat(server.receive(in, asker, 0)).isEqualTo(10);
            server.reply(asker.token(), ByteBuffer.allocate(11));
            assertThatThrownBy(() -> outbox.request(ByteBuffer.allocate(12), in, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("an earlier request has had no answer");
        }
    }

    /** To wait for room is a part of its time; what has found none is not sent, and the next may ask. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "netty", "grpc:call=stream", "uds", "zeromq:hwm=10"})
    void aRequestGivesUpThoughThereIsNoRoom(String text) throws IOException {
        Transports.Choice choice = Transports.discover().choose(text);
        Setting setting = Setting.of(choice.transport(), folder, 1 << 16).with(choice.options());
        ByteBuffer message = ByteBuffer.allocate(1 << 16);
        try (Endpoint stalled = choice.transport().open(setting);
                Endpoint client = choice.transport().open(setting);
                Outbox outbox = client.connect(stalled.address(), 0)) {
            int offered = 0;
            for (int refused = 0; refused < 100; ) {
                if (outbox.offer(message)) {
                    offered++;
                } else {
                    refused++;
                    LockSupport.parkNanos(1_000_000);
                }
            }
            assertThat(outbox.request(message, message.duplicate(), TimeUnit.MILLISECONDS.toNanos(20)))
                    .isEqualTo(-1);
            receive(stalled, client, offered);
            try {
                // There is room now.
                assertThat(outbox.request(message, message.duplicate(), TimeUnit.MILLISECONDS.toNanos(200)))
                        .isEqualTo(-1);
            } catch (IOException e) {
                // For the first there was room after all.
                assertThat(e).hasMessageContaining("an earlier request has had no answer");
            }
            receive(stalled, client, 1);
            assertThat(stalled.receive(message, TimeUnit.MILLISECONDS.toNanos(100)))
                    .isEqualTo(-1);
        }
    }

    /** Receives messages, while the sender moves them along. */
    private static void receive(Endpoint to, Endpoint from, int count) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(1 << 16);
        for (int received = 0; received < count; ) {
            from.poll((none, sender) -> {}, 1);
            if (to.receive(in, 1_000_000) >= 0) {
                received++;
            }
        }
    }

    /** What had yet to leave is told of once by polling, and sending says it again. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "uds"})
    void peerClosesBeforeAllHasLeft(String name) throws IOException {
        Transport transport = transport(name);
        try (Endpoint client = transport.open(setting(transport))) {
            Outbox outbox;
            try (Endpoint server = transport.open(setting(transport))) {
                outbox = client.connect(server.address(), 0);
                outbox.send(ByteBuffer.allocate(3));
                assertThat(server.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(3);
                ByteBuffer out = ByteBuffer.allocate(LARGEST);
                while (outbox.offer(out)) {
                    continue;
                }
            }
            assertThatThrownBy(() -> {
                        while (true) {
                            client.poll((message, sender) -> {}, 1);
                        }
                    })
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("the peer is gone");
            for (int i = 0; i < 10; i++) {
                assertThat(client.poll((message, sender) -> {}, 1)).isZero();
            }
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocate(3)))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageContaining("the peer is gone");
        }
    }

    /** One that cannot be opened is told of, and keeps nobody else out. */
    @Test
    void linkThatCannotBeOpened() throws IOException {
        Transport shm = transport("shm");
        try (Endpoint endpoint = shm.open(setting(shm));
                Endpoint other = shm.open(setting(shm))) {
            Path bad = Files.createDirectory(
                    Path.of(endpoint.address().substring("shm:".length())).resolve("link-of-nobody"));
            ByteBuffer in = ByteBuffer.allocate(LARGEST);
            for (int i = 0; i < 3; i++) {
                try (Outbox outbox = other.connect(endpoint.address(), 0)) {
                    outbox.send(ByteBuffer.allocate(7));
                    assertThat(endpoint.receive(in, 0)).isEqualTo(7);
                    assertThatThrownBy(() -> endpoint.receive(in, 0)).hasMessageContaining("link-of-nobody");
                    assertThat(endpoint.receive(in, TimeUnit.MILLISECONDS.toNanos(50)))
                            .isEqualTo(-1);
                }
            }
            Files.delete(bad);
        }
    }

    private void opensAt(String name, String address) throws IOException {
        Transport transport = transport(name);
        try (Endpoint endpoint = transport.open(setting(transport).withAt(address))) {
            requireReachable(endpoint);
        }
    }

    @Test
    void noCommunicatorIsGiven() {
        Transport transport = transport("communicator");
        assertThatThrownBy(() -> transport.open(setting(transport)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no communicator was given");
    }
}
