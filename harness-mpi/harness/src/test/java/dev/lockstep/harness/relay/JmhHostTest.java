package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.LinkFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.other.Gadget;

/** Somebody else comes to the port of JMH's own host before the relay does. */
class JmhHostTest {
    @TempDir
    Path folder;

    private HostOfRanks host;
    private Socket stranger;

    @BeforeEach
    void connect() throws IOException {
        LinkFilter.guardHost();
        host = new HostOfRanks(1, folder, new PrintStream(OutputStream.nullOutputStream()));
        stranger = new Socket(InetAddress.getLoopbackAddress(), host.jmh.getPort());
    }

    @AfterEach
    void close() throws IOException {
        stranger.close();
        host.close();
    }

    /** JMH would wait for it for ever. */
    @Test
    void aSilentStrangerEndsTheLaunchAndNotTheRun() throws Exception {
        // Its header: JMH's host has taken it.
        assertThat(stranger.getInputStream().readNBytes(4)).hasSize(4);
        try (FakeRank rank = new FakeRank(host.relay.addresses().get(0), host.key, 0).hello()) {
            // In place of JMH's client, which has nothing to say.
            rank.sendData(new byte[0]);
            assertThat(rank.end().type()).isEqualTo(FrameType.ABORT);
            assertThat(rank.end().text()).contains("JMH's host cannot be reached", "had connected to its port before");
        }
        host.jmh.waitFinish();
        assertThat(host.jmh.getResults()).isEmpty();
    }

    @Test
    void aStrangersObjectIsNotRead() throws Exception {
        stranger.getOutputStream().write(Gadget.written(new Gadget("for JMH's host")));
        stranger.shutdownOutput();
        // It hangs up once it has seen what comes.
        assertThat(stranger.getInputStream().readAllBytes()).hasSize(4);
        assertThat(Gadget.hasSprung()).isFalse();
    }
}
