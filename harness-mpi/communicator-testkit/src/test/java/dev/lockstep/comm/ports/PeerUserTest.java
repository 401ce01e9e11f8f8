package dev.lockstep.comm.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.testkit.AnotherUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On Linux, as all tests. It is here for the sake of another user's process. */
@Timeout(120)
class PeerUserTest {
    private static final Path KERNELS = Path.of("/proc/net");

    @TempDir
    Path tables;

    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket(server.getInetAddress(), server.getLocalPort());
    }

    @Test
    void whoRunsThisIsNoStranger() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            assertThat(PeerUser.isAnothers(accepted)).isFalse();
            assertThat(PeerUser.isAnothers(client)).isFalse();
        }
    }

    /** The JVM's dual sockets are in the second table, whatever the address. */
    @Test
    void addressesOfBothVersionsAreFound() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(server.getInetAddress());
        for (InetAddress address : Collections.list(loopback.getInetAddresses())) {
            try (ServerSocket here = new ServerSocket(0, 10, address);
                    Socket client = new Socket(address, here.getLocalPort());
                    Socket accepted = here.accept()) {
                tamper(0);
                assertThat(PeerUser.isAnothers(accepted, tables)).isFalse();
                tamper(client.getLocalPort());
                assertThat(PeerUser.isAnothers(accepted, tables)).isTrue();
            }
        }
    }

    @Test
    void anotherUsersProcessIsAStranger() throws IOException {
        try (AnotherUser stranger = new AnotherUser(server.getLocalPort(), "");
                Socket accepted = server.accept()) {
            assertThat(PeerUser.isAnothers(accepted)).isTrue();
            accepted.shutdownOutput();
            stranger.awaitHungUp();
        }
    }

    /** What it has left behind would be listed as root's, or not at all. */
    @Test
    void whoHasGoneIsAStranger() throws IOException {
        Socket client = connect();
        try (Socket accepted = server.accept()) {
            client.close();
            assertThat(PeerUser.isAnothers(accepted)).isTrue();
        }
    }

    @Test
    void withoutTablesThereAreNoStrangers() throws IOException {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            assertThat(PeerUser.isAnothers(accepted, tables)).as("no table").isFalse();
            Files.writeString(tables.resolve("tcp"), "  sl  local_address rem_address\n");
            assertThat(PeerUser.isAnothers(accepted, tables))
                    .as("of other connections")
                    .isFalse();
            Files.writeString(tables.resolve("tcp"), "  sl  local_address\n   0: what is this\n");
            assertThat(PeerUser.isAnothers(accepted, tables))
                    .as("in other words")
                    .isFalse();
            assertThat(client.isConnected()).isTrue();
        }
    }

    /** Copies the kernel's tables, with another user where a port is at the near end. */
    private void tamper(int port) throws IOException {
        for (String name : List.of("tcp", "tcp6")) {
            List<String> rows =
                    Files.exists(KERNELS.resolve(name)) ? Files.readAllLines(KERNELS.resolve(name)) : List.of();
            Files.write(
                    tables.resolve(name),
                    rows.stream()
                            .map(row -> row.matches(String.format(" *\\d+: [0-9A-F]+:%04X .*", port))
                                    ? row.replaceFirst("((\\S+ +){7})\\d+", "$165534")
                                    : row)
                            .toList());
        }
    }
}
