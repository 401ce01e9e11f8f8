package dev.lockstep.collectives.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.RanksTogether;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TransportWireTest {
    private static final int TAG = 3;

    private static World open(String text) {
        CommunicatorProvider provider = Communicators.discover().require("transport:via=" + text);
        return new RanksTogether(provider).open(new WorldOptions(2, 1));
    }

    /** Netty sends what was offered when it is flushed; who has received need not call again for the sender to hear. */
    @Test
    void anAnswerLeavesWithTheTestThatGivesIt() throws Exception {
        try (World world = open("netty")) {
            Communicator receiver = world.communicator(0, 0);
            Communicator sender = world.communicator(1, 0);
            Request receiving = receiver.iRecv(receiver.allocate(8), 1, TAG);
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sender.sSend(sender.allocate(8), 0, TAG));
            while (!receiving.test()) {
                Thread.onSpinWait();
            }
            assertThat(sent).succeedsWithin(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void anInterruptIsNotAPeerThatIsGone() {
        try (World world = open("fake:as=" + FakeTransport.STUCK)) {
            Communicator comm = world.communicator(0, 0);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> comm.send(comm.allocate(8), 1, TAG))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessage(
                            "a send was interrupted; what was under way on this communicator is undefined, close it");
            assertThat(Thread.interrupted()).isTrue();
            world.abort("one rank is at an end");
        }
    }

    @Test
    void whatIsHostedEndsBehindWhatUsesIt() {
        int ended = FakeTransport.ENDED.size();
        World world = open("fake");
        assertThat(FakeTransport.ENDED).hasSize(ended);
        world.close();
        assertThat(FakeTransport.ENDED).hasSize(ended + 1);
    }
}
