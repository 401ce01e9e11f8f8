package dev.lockstep.reports;

import java.util.List;
import java.util.Optional;

/**
 * The journal's account of one cell.
 *
 * @param planned as it was planned
 * @param pilot its calibration, if it came to that
 * @param forks how often it was to be launched, where that was said
 * @param cut whether the budget ended it before
 * @param launches its measurements, the last of each fork
 */
record CellRecord(
        JournalEvent.Cell planned,
        Optional<JournalEvent.Pilot> pilot,
        Optional<Integer> forks,
        Optional<JournalEvent.Cut> cut,
        List<JournalEvent.Launch> launches) {

    /** Why the cell failed; empty when it did not. */
    Optional<String> failure() {
        if (pilot.isPresent() && (!pilot.get().ok() || pilot.get().selfCheck().equals("failed"))) {
            String reason = pilot.get().reason();
            String selfCheck = pilot.get().selfCheck().equals("failed") ? "the self-check failed" : "no reason given";
            return Optional.of("pilot: " + (reason.isEmpty() ? selfCheck : reason));
        }
        return launches.stream().filter(launch -> !launch.ok()).findFirst().map(CellRecord::failure);
    }

    /** Why it was not measured at all, when that was the plan, or became it; empty otherwise. */
    Optional<String> leftOut() {
        if (forks.isPresent() && forks.get() == 0) {
            return Optional.of("the budget had no room for it");
        }
        return cut.filter(c -> c.forks() == 0).map(JournalEvent.Cut::reason);
    }

    /** Whether it has launches, and fewer than planned. */
    boolean fewerForks() {
        return !launches.isEmpty() && forks.isPresent() && launches.size() < forks.get();
    }

    /** Whether launches of it are still to be made: the run ended before. */
    boolean unfinished() {
        boolean launchesMissing = forks.map(n -> launches.size() < n).orElse(launches.isEmpty());
        return failure().isEmpty() && leftOut().isEmpty() && cut.isEmpty() && launchesMissing;
    }

    boolean warmupFalling() {
        return launches.stream().anyMatch(JournalEvent.Launch::warmupFalling);
    }

    private static String failure(JournalEvent.Launch launch) {
        String rank = launch.rank().isEmpty() ? "" : ", rank " + launch.rank();
        return "fork " + launch.fork() + rank + ": "
                + (launch.reason().isEmpty() ? "no reason given" : launch.reason());
    }
}
