package dev.lockstep.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Looking;
import dev.lockstep.transport.http.HttpTransport;
import dev.lockstep.transport.netty.NettyTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 without what it takes, and peers that speak something else. */
@Timeout(120)
class Http2FaultsTest {
    private static final int LARGEST = 1024;
    private static final Transport HTTP2 = new Http2Transport();

    @TempDir
    Path folder;

    private Setting setting() {
        return Setting.of(HTTP2, folder, LARGEST);
    }

    @Test
    void withoutJettyTheOthersAreThere() throws Exception {
        for (String part : List.of(
                "jetty-", "http2-client", "http2-server", "http2-common", "http2-hpack", "jetty-io", "slf4j-api")) {
            assertThat(Looking.at(List.of(), part, "http2", "http", "grpc"))
                    .contains("http2: Unavailable[reason=Jetty is not, or not whole, on the class path: ")
                    .contains("remedy=add org.eclipse.jetty.http2:jetty-http2-client and jetty-http2-server")
                    .contains("http: Available", "grpc: Available");
        }
        assertThat(Looking.at(List.of(), "", "http2")).contains("http2: Available[version=Jetty 12.");
    }

    @Test
    void anotherVersion() throws IOException {
        Transport http = new HttpTransport();
        try (Endpoint other = http.open(Setting.of(http, folder, LARGEST));
                Endpoint endpoint = HTTP2.open(setting())) {
            refuses(endpoint, other);
            refuses(other, endpoint);
        }
    }

    @Test
    void anotherProtocol() throws IOException {
        Transport netty = new NettyTransport();
        try (Endpoint other = netty.open(Setting.of(netty, folder, LARGEST));
                Endpoint endpoint = HTTP2.open(setting())) {
            refuses(endpoint, other);
        }
    }

    private static void refuses(Endpoint from, Endpoint to) {
        assertThatThrownBy(() -> from.connect(to.address(), TimeUnit.SECONDS.toNanos(20)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(to.address() + " cannot be connected to: ");
    }

    /** Its sender is told, and the connection goes on. */
    @Test
    void aPeerThatTakesLess() throws IOException {
        try (Endpoint small = HTTP2.open(setting());
                Endpoint large = HTTP2.open(setting().withLargest(2 * LARGEST));
                Outbox outbox = large.connect(small.address(), 0)) {
            assertThatThrownBy(() -> outbox.send(ByteBuffer.allocate(LARGEST + 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("413");
            outbox.send(ByteBuffer.allocate(7));
            assertThat(small.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(7);
        }
    }
}
