package dev.lockstep.harness.rank;

import dev.lockstep.harness.link.Reasons;
import java.util.HashSet;
import java.util.Set;

/**
 * Notices a thread rank that threw while its peers wait for it. JMH collects the exception only when all threads have returned, so without this the
 * peers would hold it back until JMH's own timeout. It looks rarely, and at stacks only once an iteration has lasted longer than any calibrated one.
 */
final class StallGuard implements Runnable {
    private static final long PERIOD_MILLIS = 1_000;

    private final RankProcess process;

    private StallGuard(RankProcess process) {
        this.process = process;
    }

    static void watch(RankProcess process) {
        Thread guard = new Thread(new StallGuard(process), "lockstep-stall-guard");
        guard.setDaemon(true);
        guard.start();
    }

    @Override
    public void run() {
        Set<Seat> suspects = new HashSet<>();
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                Set<Seat> deserted = new HashSet<>();
                for (Seat seat : process.seats()) {
                    if (seat.iterationMillis() > 2 * PERIOD_MILLIS && seat.isDeserted()) {
                        deserted.add(seat);
                    }
                }
                suspects.retainAll(deserted);
                for (Seat seat : suspects) {
                    process.world().abort("rank " + seat.rank() + Reasons.LEFT);
                }
                suspects = deserted;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
