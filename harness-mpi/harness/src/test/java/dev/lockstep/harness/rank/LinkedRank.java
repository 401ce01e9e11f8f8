package dev.lockstep.harness.rank;

import dev.lockstep.harness.Daemon;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** Both ends of a rank's link to its relay, after they have proved themselves to each other. */
record LinkedRank(RelayLink rank, Frames relay) implements Closeable {
    static LinkedRank open() throws Exception {
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
            Frames relay = new Frames(server.accept());
            relay.accept(new Handshake(key), () -> true);
            return new LinkedRank(rank.get(), relay);
        }
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
