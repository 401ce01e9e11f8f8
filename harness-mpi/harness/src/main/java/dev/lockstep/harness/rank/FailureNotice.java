package dev.lockstep.harness.rank;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells the relay of the first thread of a process that fails, if JMH does not soon: it waits for all threads, and they may wait
 * for the one that has failed, or for what that one was to say to their peers, without a limit.
 */
final class FailureNotice implements Consumer<String> {
    /** Longer than a {@link StallGuard} takes to end the waiting of those that it knows: then JMH tells of all. */
    private static final long PATIENCE_MILLIS = 6_000;

    private final RelayLink relay;
    private final String where;
    private final AtomicBoolean given = new AtomicBoolean();

    /** With these words before the failure. */
    FailureNotice(RelayLink relay, String where) {
        this.relay = relay;
        this.where = where;
    }

    @Override
    public void accept(String failure) {
        if (given.compareAndSet(false, true)) {
            Thread notice = new Thread(() -> give(failure), "lockstep-failure-notice");
            notice.setDaemon(true);
            notice.start();
        }
    }

    private void give(String failure) {
        try {
            Thread.sleep(PATIENCE_MILLIS);
            relay.fail(where + failure);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.err.println("lockstep: the relay cannot be told of a failure: " + e);
        }
    }
}
