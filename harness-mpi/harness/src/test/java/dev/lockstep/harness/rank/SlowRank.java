package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A rank's JVM that ends at once: its last frames, if there are any, are sent when nobody waits for JMH's last word any more. Arguments: {@code measured} if JMH is
 * done, {@code bye} if it takes its leave, {@code waiting} if it does not end.
 */
public final class SlowRank {
    private SlowRank() {}

    /** Is rank 0 of what its environment says. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> does = List.of(args);
        RelayLink relay = RelayLink.connect(RankEnvironment.read(System.getenv()), 0);
        relay.start(false, 1, 0);
        relay.send(FrameType.HELLO, Map.of("pid", "4711", "host", "somewhere"));
        if (does.contains("measured")) {
            relay.measured();
        }
        if (does.contains("bye")) {
            Thread sender = new Thread(() -> bye(relay));
            sender.setDaemon(true);
            sender.start();
        }
        if (does.contains("waiting")) {
            Thread.currentThread().join();
        }
    }

    private static void bye(RelayLink relay) {
        try {
            while (Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(each -> each.getName().equals("lockstep-acknowledgement")
                            && each.getState() == Thread.State.WAITING)) {
                Thread.sleep(10);
            }
            relay.bye();
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
