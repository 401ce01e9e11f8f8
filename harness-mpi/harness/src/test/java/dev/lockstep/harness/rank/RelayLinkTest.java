package dev.lockstep.harness.rank;

import dev.lockstep.harness.Daemon;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelayLinkTest {
    /** A JVM waits 0.3 s at its end for a thread that is in native code, as one that reads a socket is. */
    @Test
    void afterTheAcknowledgementNobodyReadsTheLink() throws Exception {
        JobKey key = JobKey.random();
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
                rank.get().start(false);
                // Or the end of this JVM would wait for it.
                rank.get().measured();
                await(true);
                relay.write(FrameType.ACK, Map.of());
                await(false);
            }
        }
    }

    private static void await(boolean read) throws InterruptedException {
        while (isRead() != read) {
            Thread.sleep(1);
        }
    }

    private static boolean isRead() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(RelayLink.class.getName())
                        && frame.getMethodName().equals("listen"));
    }
}
