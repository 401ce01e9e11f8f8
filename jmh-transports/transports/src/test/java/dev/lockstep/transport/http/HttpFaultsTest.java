package dev.lockstep.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.netty.NettyTransport;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP without what it takes, and peers that speak something else. */
@Timeout(120)
class HttpFaultsTest {
    private static final int LARGEST = 1024;
    private static final Transport HTTP = new HttpTransport();

    @TempDir
    Path folder;

    private Setting setting() {
        return Setting.of(HTTP, folder, LARGEST);
    }

    @Test
    void optionsThatCannotBe() {
        assertThat(HTTP.availability(Map.of("connection", "shared")))
                .isEqualTo(new Availability.Unavailable(
                        "option connection is 'shared'; it can be kept, request", "choose one of these"));
    }

    @Test
    void aServerThatWouldWaitIsNotOpened() throws IOException {
        String before = System.clearProperty("sun.net.httpserver.nodelay");
        try {
            assertThatThrownBy(() -> HTTP.open(setting()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("40 ms")
                    .hasMessageContaining("-Dsun.net.httpserver.nodelay=true");
        } finally {
            System.setProperty("sun.net.httpserver.nodelay", before);
        }
    }

    @Test
    void anotherServer() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        other.start();
        String address = Tcp.format(other.getAddress());
        try (Endpoint endpoint = HTTP.open(setting())) {
            assertThatThrownBy(() -> endpoint.connect(address, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessage(address + " cannot be connected to: it answers 404, and is no peer");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void anotherProtocol() throws IOException {
        Transport netty = new NettyTransport();
        try (Endpoint other = netty.open(Setting.of(netty, folder, LARGEST));
                Endpoint endpoint = HTTP.open(setting())) {
            assertThatThrownBy(() -> endpoint.connect(other.address(), TimeUnit.SECONDS.toNanos(20)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(other.address() + " cannot be connected to: ");
        }
    }

    /** Its sender is told, and the connection goes on. */
    @Test
    void aPeerThatTakesLess() throws IOException {
        try (Endpoint small = HTTP.open(setting());
                Endpoint large = HTTP.open(setting().withLargest(2 * LARGEST));
                Outbox outbox = large.connect(small.address(), 0)) {
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocate(LARGEST + 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("413");
            outbox.send(ByteBuffer.allocate(7));
            assertThat(small.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(7);
        }
    }
}
