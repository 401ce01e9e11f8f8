package dev.lockstep.reports;

import java.util.List;
import java.util.Optional;

/**
 * The journal's account of one cell.
 *
 * @param planned as it was planned
 * @param pilot its calibration, if it came to that
 * @param launches its measurements, the last of each fork
 */
record CellRecord(JournalEvent.Cell planned, Optional<JournalEvent.Pilot> pilot, List<JournalEvent.Launch> launches) {

    /** Why the cell failed; empty when it did not. */
    Optional<String> failure() {
        if (pilot.isPresent() && (!pilot.get().ok() || pilot.get().selfCheck().equals("failed"))) {
            String reason = pilot.get().reason();
            String selfCheck = pilot.get().selfCheck().equals("failed") ? "the self-check failed" : "no reason given";
            return Optional.of("pilot: " + (reason.isEmpty() ? selfCheck : reason));
        }
        return launches.stream().filter(launch -> !launch.ok()).findFirst().map(CellRecord::failure);
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
