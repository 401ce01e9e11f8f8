package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.testkit.AnotherUser;
import dev.lockstep.harness.Daemon;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Who comes to a rank's port for JMH's client. */
class ForkPumpTest {
    private final JobKey key = JobKey.random();

    @Test
    void anotherUserWhoComesFirstIsHungUpOnAndNothingOfItIsPassedOn() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RankEnvironment environment = new RankEnvironment(
                    key,
                    List.of("127.0.0.1:" + server.getLocalPort()),
                    RankEnvironment.NO_COMM,
                    1,
                    1,
                    "RANK",
                    Optional.empty());
            Future<RelayLink> rank = Daemon.start(() -> RelayLink.connect(environment, 0));
            try (Frames relay = new Frames(server.accept())) {
                relay.accept(new Handshake(key), () -> true);
                meet(relay, rank);
            }
        }
    }

    private static void meet(Frames relay, Future<RelayLink> rank)
            throws IOException, InterruptedException, ExecutionException {
        ForkPump pump = new ForkPump(rank.get(), List.of());
        try (AnotherUser stranger = new AnotherUser(pump.port(), "forged");
                Socket client = new Socket(pump.host(), pump.port())) {
            client.getOutputStream().write("real".getBytes());
            stranger.awaitHungUp();
            Frames.Frame first = relay.read();
            assertThat(first.type()).isEqualTo(FrameType.DATA);
            assertThat(first.text()).isEqualTo("real");
            assertThatThrownBy(() -> new Socket(pump.host(), pump.port())).isInstanceOf(ConnectException.class);
            client.shutdownOutput();
            assertThat(relay.read().type()).isEqualTo(FrameType.BYE);
        }
    }
}
