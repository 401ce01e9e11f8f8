package dev.lockstep.pattern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.pattern.cache.CacheException.Reason;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.shaped.Switch;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores: a folder, and the same behind a server, over a link or without one. Times are bounded from below alone. */
@Tag("faults")
@Timeout(120)
class CacheStoreTest {
    private static final int MEBI = 1 << 20;

    @TempDir
    private Path scratch;

    private Path folder;
    private final List<Closeable> opened = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        folder = Files.createDirectories(scratch.resolve("served/below")).getParent();
        Files.write(folder.resolve("a"), random(200_000));
        Files.write(folder.resolve("below/b"), random(10));
        Files.createFile(folder.resolve("empty"));
        Files.write(scratch.resolve("outside"), random(10));
        Files.createSymbolicLink(folder.resolve("out"), scratch.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("in"), Path.of("below/b"));
    }

    @AfterEach
    void close() throws IOException {
        for (Closeable one : opened) {
            one.close();
        }
    }

    private static byte[] random(int bytes) {
        byte[] all = new byte[bytes];
        new Random(bytes).nextBytes(all);
        return all;
    }

    private Setting setting(Map<String, String> options) {
        return new Setting(
                options,
                "",
                InetAddress.getLoopbackAddress(),
                scratch,
                0,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private Hosted files() throws IOException {
        Hosted hosted = new FileServer().host(setting(Map.of(FileServer.FOLDER, folder.toString())));
        opened.add(hosted::close);
        return hosted;
    }

    /** In this process: the text of both. */
    private String behind(String link) throws IOException {
        Hosted cables = new Switch().host(setting(RemoteStore.link(link).options()));
        opened.add(0, cables::close);
        return files().text() + " " + cables.text();
    }

    private RemoteStore connect(String hosted, String reader) throws IOException {
        RemoteStore store = RemoteStore.connect(hosted, reader);
        opened.add(0, store);
        return store;
    }

    private Store store(String kind) throws IOException {
        return kind.equals("folder") ? new FolderStore(folder) : connect(files().text(), "any");
    }

    private static Reason reason(Store store, String name) {
        try (Store.StoredFile file = store.open(name)) {
            throw new AssertionError(name + " has " + file.size() + " bytes");
        } catch (CacheException e) {
            return e.reason();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"folder", "server"})
    void filesAreReadWholeAndInParts(String kind) throws IOException {
        Store store = store(kind);
        ByteBuffer into = ByteBuffer.allocateDirect(200_100).position(100);
        for (String name : new String[] {"a", "below/b", "in", "empty", "a"}) {
            byte[] expected = Files.readAllBytes(folder.resolve(name));
            assertThat(store.get(name, into)).isEqualTo(expected.length);
            assertThat(into.position()).isEqualTo(100);
            assertThat(into.limit()).isEqualTo(200_100);
            assertThat(into.slice(100, expected.length)).isEqualTo(ByteBuffer.wrap(expected));
        }
        ByteBuffer part = ByteBuffer.allocate(1000);
        try (Store.StoredFile file = store.open("a")) {
            file.read(150_000, part);
        }
        assertThat(part.flip()).isEqualTo(ByteBuffer.wrap(random(200_000), 150_000, 1000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.get("a", ByteBuffer.allocate(10)))
                .withMessage("a has 200000 bytes, and the buffer has room for 10");
        assertThat(store.get("below/b", ByteBuffer.allocate(10))).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "folder, ../outside", "server, ../outside",
        "folder, below/../../outside", "server, below/../a",
        "folder, /etc/passwd", "server, /etc/passwd",
        "folder, out", "server, out",
        "folder, below", "server, .",
        "folder, ''", "server, ''"
    })
    void aPathThatLeavesTheFolderIsRefused(String kind, String name) throws IOException {
        Store store = store(kind);
        assertThat(reason(store, name)).isEqualTo(Reason.REFUSED);
        assertThat(store.get("a", ByteBuffer.allocate(200_000))).isEqualTo(200_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"folder", "server"})
    void whatIsNoNameIsRefused(String kind) throws IOException {
        Store store = store(kind);
        // More than writeUTF can carry, too, which is no reason to end the connection.
        for (int length : new int[] {Store.MOST_BYTES + 1, 1 << 16}) {
            assertThat(reason(store, "x".repeat(length))).isEqualTo(Reason.REFUSED);
        }
        assertThat(reason(store, "a\0b")).isEqualTo(Reason.REFUSED);
        assertThat(reason(store, "none")).isEqualTo(Reason.MISSING);
        assertThat(reason(store, "a/none")).isEqualTo(Reason.MISSING);
    }

    /** So that an index has one entry for a file, however clients write it. */
    @ParameterizedTest
    @ValueSource(strings = {"./a", "a/", "a/.", "below//b", "below/./b"})
    void aFileHasOneName(String name) throws IOException {
        assertThatExceptionOfType(CacheException.class)
                .isThrownBy(() -> store("folder").open(name))
                .withMessage("'" + name + "' is refused: written plainly it is '"
                        + (name.contains("b") ? "below/b" : "a") + "'");
    }

    /** It is there, and cannot be read: to say that it is missing would be wrong. */
    @Test
    void aLinkThatLeadsToItselfIsAFailure() throws IOException {
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("none"));
        Store store = store("folder");
        assertThat(reason(store, "loop")).isEqualTo(Reason.FAILED);
        assertThat(reason(store, "nowhere")).isEqualTo(Reason.MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"folder", "server"})
    void aFileThatChangesWhileItIsReadIsNoticed(String kind) throws IOException {
        Store store = store(kind);
        Path path = folder.resolve("a");
        for (int change : new int[] {1, -1, 0}) {
            Files.write(path, random(200_000));
            try (Store.StoredFile file = store.open("a")) {
                if (change > 0) {
                    Files.write(path, new byte[1], StandardOpenOption.APPEND);
                } else if (change < 0) {
                    Files.write(path, new byte[1]);
                } else {
                    Files.delete(path);
                }
                assertThatExceptionOfType(CacheException.class)
                        .isThrownBy(() -> file.read(0, ByteBuffer.allocate(200_000)))
                        .withMessage("a has changed while it was read")
                        .extracting(CacheException::reason)
                        .isEqualTo(Reason.CHANGED);
            }
        }
        assertThat(store.get("below/b", ByteBuffer.allocate(10))).isEqualTo(10);
    }

    /** What two have read together has passed one link, so it took as long as the link makes it. */
    @Test
    void readersShareOneLink() throws Exception {
        Files.write(folder.resolve("large"), random(MEBI));
        String there = behind("100mbit");
        long start = System.nanoTime();
        List<FutureTask<Integer>> readers = new ArrayList<>();
        for (String reader : new String[] {"one", "other"}) {
            RemoteStore store = connect(there, reader);
            readers.add(Group.start(() -> store.get("large", ByteBuffer.allocate(MEBI))));
        }
        for (FutureTask<Integer> reader : readers) {
            assertThat(reader.get()).isEqualTo(MEBI);
        }
        double bitsPerMicro = 2.0 * MEBI * 8 / TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
        assertThat(bitsPerMicro).isLessThan(100);
    }

    /** To open and to read are two questions, each with an answer. */
    @Test
    void eachQuestionTakesTheDelayTwice() throws IOException {
        RemoteStore store = connect(behind("1gbit:delay=20ms"), "one");
        long start = System.nanoTime();
        assertThat(store.get("below/b", ByteBuffer.allocate(10))).isEqualTo(10);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isGreaterThanOrEqualTo(80);
    }

    @Test
    void aStoreThatIsGoneIsNamed() throws IOException {
        Hosted hosted = files();
        RemoteStore store = connect(hosted.text(), "one");
        assertThat(store.get("below/b", ByteBuffer.allocate(10))).isEqualTo(10);
        hosted.close();
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(() -> store.get("a", ByteBuffer.allocate(200_000)))
                    .withMessageContaining("the shared store at " + hosted.text() + " is gone")
                    .extracting(CacheException::reason)
                    .isEqualTo(Reason.FAILED);
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> RemoteStore.connect(hosted.text(), "other"))
                .withMessageContaining("the shared store at " + hosted.text() + " cannot be reached");
    }

    @Test
    void strangersAreHungUpOn() throws IOException {
        Hosted hosted = files();
        InetSocketAddress at = Tcp.parse(hosted.text());
        for (byte[] said :
                new byte[][] {"GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), {0x4c, 0x6b, 0x54, 0x31, 2}
                }) {
            try (Socket stranger = new Socket(at.getAddress(), at.getPort())) {
                stranger.setSoTimeout(30_000);
                OutputStream out = stranger.getOutputStream();
                out.write(said);
                out.flush();
                stranger.shutdownOutput();
                assertThat(hungUp(stranger)).isTrue();
            }
        }
        assertThat(connect(hosted.text(), "one").get("below/b", ByteBuffer.allocate(10)))
                .isEqualTo(10);
    }

    /** By an end, or by a reset if not all was read. */
    private static boolean hungUp(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** As the benchmark has it: both are processes of their own, which end with what has started them. */
    @Test
    void itsProcessesAreGoneOnceItIsClosed() throws IOException {
        Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
        List<ProcessHandle> started;
        try (Hosted hosted = RemoteStore.host(folder, "1gbit:delay=1ms", InetAddress.getLoopbackAddress(), scratch)) {
            started = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .toList();
            assertThat(started).hasSize(2);
            try (RemoteStore store = RemoteStore.connect(hosted.text(), "rank 1")) {
                ByteBuffer into = ByteBuffer.allocate(200_000);
                assertThat(store.get("a", into)).isEqualTo(200_000);
                assertThat(into).isEqualTo(ByteBuffer.wrap(random(200_000)));
            }
        }
        assertThat(started).noneMatch(ProcessHandle::isAlive);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RemoteStore.host(folder, "fast", InetAddress.getLoopbackAddress(), scratch))
                .withMessageContaining("rate of a link");
    }
}
