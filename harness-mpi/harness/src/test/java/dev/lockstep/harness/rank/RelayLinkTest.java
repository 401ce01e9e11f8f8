package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.FrameType;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelayLinkTest {
    /** A JVM waits 0.3 s at its end for a thread that is in native code, as one that reads a socket is. */
    @Test
    void afterTheAcknowledgementNobodyReadsTheLink() throws Exception {
        try (LinkedRank link = LinkedRank.open()) {
            link.rank().start(false);
            // Or the end of this JVM would wait for it.
            link.rank().measured();
            await(true);
            link.relay().write(FrameType.ACK, Map.of());
            await(false);
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
