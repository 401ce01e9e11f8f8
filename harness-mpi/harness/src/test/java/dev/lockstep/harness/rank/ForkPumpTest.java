package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.testkit.AnotherUser;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who comes to a rank's port for JMH's client. */
class ForkPumpTest {
    @Test
    void anotherUserWhoComesFirstIsHungUpOnAndNothingOfItIsPassedOn() throws Exception {
        try (LinkedRank link = LinkedRank.open()) {
            meet(link.relay(), link.rank());
        }
    }

    private static void meet(Frames relay, RelayLink rank) throws IOException, InterruptedException {
        ForkPump pump = new ForkPump(rank, List.of());
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
