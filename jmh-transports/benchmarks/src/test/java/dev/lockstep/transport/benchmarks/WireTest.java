package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WireTest {
    private static final Duration LIMIT = Duration.ofMillis(300);

    private ServerSocket mine;
    private ServerSocket theirs;

    @BeforeEach
    void listen() throws IOException {
        mine = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        theirs = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        mine.close();
        theirs.close();
    }

    private static InetSocketAddress at(ServerSocket listener) {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Test
    void messagesArriveOneConnectionAfterTheOther() throws IOException {
        try (PerMessageWire sender = new PerMessageWire(mine, at(theirs));
                PerMessageWire receiver = new PerMessageWire(theirs, at(mine))) {
            for (int i = 0; i < 300; i++) {
                byte[] in = new byte[2];
                sender.send(new byte[] {(byte) i, (byte) (i >> 8)});
                receiver.recv(in);
                assertThat(in).containsExactly((byte) i, (byte) (i >> 8));
            }
        }
    }

    @Test
    void noPortIsLeftWaiting() throws Exception {
        // Where there is no IPv6, the other table is missing, and all sockets stand in the first one.
        List<Path> tables = Stream.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))
                .filter(Files::exists)
                .toList();
        assertThat(tables).as("Linux tells the state of its sockets").isNotEmpty();
        messagesArriveOneConnectionAfterTheOther();
        Thread.sleep(100);
        // proc(5): state 06 is TIME-WAIT; addresses end with the port in hexadecimal.
        String port = ":%04X ".formatted(theirs.getLocalPort());
        for (Path table : tables) {
            assertThat(Files.readAllLines(table))
                    .noneMatch(line -> line.contains(port) && line.matches(".*:[0-9A-F]{4} 06 .*"));
        }
    }

    @Test
    void peerThatClosesInTheMiddleIsNoticed() throws IOException {
        try (PerMessageWire sender = new PerMessageWire(mine, at(theirs));
                PerMessageWire receiver = new PerMessageWire(theirs, at(mine))) {
            sender.send(new byte[3]);
            assertThatThrownBy(() -> receiver.recv(new byte[4]))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("3 of 4 bytes");
        }
    }

    @Test
    void peerThatNeverConnectsIsGivenUp() {
        assertThatThrownBy(() -> OpenWire.connect(false, mine, at(theirs), 100))
                .isInstanceOf(SocketTimeoutException.class);
        assertThat(mine.isClosed()).isTrue();
    }

    @Test
    void silentPeerEndsAReadOnAnOpenConnection() throws IOException {
        try (OpenWire wire = OpenWire.connect(true, mine, at(theirs), 1000);
                Socket silent = theirs.accept();
                Watchdog watchdog = new Watchdog(wire, LIMIT)) {
            watchdog.watch(true);
            assertGivenUp(watchdog, () -> wire.recv(new byte[1]));
            assertThat(silent.isClosed()).isFalse();
        }
    }

    @Test
    void peerThatDoesNotReadEndsAWrite() throws IOException {
        try (OpenWire wire = OpenWire.connect(true, mine, at(theirs), 1000);
                Socket silent = theirs.accept();
                Watchdog watchdog = new Watchdog(wire, LIMIT)) {
            watchdog.watch(true);
            assertGivenUp(watchdog, () -> wire.send(new byte[64 << 20]));
            assertThat(silent.isClosed()).isFalse();
        }
    }

    @Test
    void peerThatSendsNoMessageEndsAnAccept() throws IOException {
        try (PerMessageWire wire = new PerMessageWire(mine, at(theirs));
                Watchdog watchdog = new Watchdog(wire, LIMIT)) {
            watchdog.watch(true);
            assertGivenUp(watchdog, () -> wire.recv(new byte[1]));
        }
    }

    @Test
    void exchangeThatMovesOrRestsIsLeftAlone() throws Exception {
        try (OpenWire wire = OpenWire.connect(true, mine, at(theirs), 1000);
                Socket other = theirs.accept();
                Watchdog watchdog = new Watchdog(wire, LIMIT)) {
            watchdog.watch(true);
            for (int i = 0; i < 20; i++) {
                Thread.sleep(LIMIT.toMillis() / 10);
                watchdog.beat();
            }
            watchdog.watch(false);
            Thread.sleep(2 * LIMIT.toMillis());
            wire.send(new byte[] {42});
            assertThat(other.getInputStream().read()).isEqualTo(42);
        }
    }

    private static void assertGivenUp(Watchdog watchdog, Blocking call) {
        assertThatThrownBy(() -> {
                    try {
                        call.run();
                    } catch (IOException e) {
                        throw watchdog.explain(e);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the peer is gone or stuck");
    }

    private interface Blocking {
        void run() throws IOException;
    }
}
