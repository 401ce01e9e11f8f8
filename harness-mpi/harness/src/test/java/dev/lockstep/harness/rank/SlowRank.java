package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.IOException;
import java.util.Map;

/** A rank's JVM that ends while its last frames are still being sent. Arguments: whether JMH is done; how many milliseconds until BYE, or nothing for never. */
public final class SlowRank {
    private SlowRank() {}

    /** Is rank 0 of what its environment says. */
    public static void main(String[] args) throws IOException {
        RelayLink relay = RelayLink.connect(RankEnvironment.read(System.getenv()), 0);
        relay.start(false);
        relay.send(FrameType.HELLO, Map.of("pid", "4711", "host", "somewhere"));
        if (Boolean.parseBoolean(args[0])) {
            relay.measured();
        }
        if (args.length > 1) {
            Thread sender = new Thread(() -> bye(relay, Long.parseLong(args[1])));
            sender.setDaemon(true);
            sender.start();
        }
    }

    private static void bye(RelayLink relay, long afterMillis) {
        try {
            Thread.sleep(afterMillis);
            relay.bye();
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
