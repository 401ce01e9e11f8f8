package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.RankEnvironment;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.Arrays;

/** A relay that is stormed by strangers hangs up on those who have waited longest, and may take a rank for one of them: then the rank knocks again. */
final class ConnectRetry {
    private static final int ATTEMPTS = 40;
    private static final long PAUSE_MILLIS = 250;

    private ConnectRetry() {}

    /** Connects, and tries again as long as it is only hung up on: for ten seconds at most, between attempts. */
    static RelayLink untilLetIn(RankEnvironment environment, int rank) throws IOException, InterruptedException {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return RelayLink.connect(environment, rank);
            } catch (IOException e) {
                if (Arrays.stream(e.getSuppressed()).noneMatch(each -> hungUp(each) || hungUp(each.getCause()))) {
                    throw e;
                }
            }
            Thread.sleep(Math.min(PAUSE_MILLIS, 10L << attempt));
        }
        return RelayLink.connect(environment, rank);
    }

    private static boolean hungUp(Throwable e) {
        return e instanceof EOFException || (e instanceof SocketException && !(e instanceof ConnectException));
    }
}
