package dev.lockstep.reports;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One line of {@code journal.jsonl}. */
public sealed interface JournalEvent {
    /**
     * The run began.
     *
     * @param time as an ISO 8601 instant
     * @param command what was typed
     * @param cells how many were planned; 0 when not said
     * @param versus what it compares within itself, if anything
     */
    record Start(String time, String command, int cells, Optional<Versus> versus) implements JournalEvent {}

    /**
     * A planned cell.
     *
     * @param id what the other events call it
     * @param key which one it is
     * @param oversubscribed more ranks times threads than cores
     * @param synchronisation how its ranks are held together
     * @param reported what its benchmark declares itself to be
     */
    record Cell(String id, CellKey key, boolean oversubscribed, String synchronisation, Reported reported)
            implements JournalEvent {}

    /**
     * A calibrating launch.
     *
     * @param cell its id
     * @param ok whether it ended well
     * @param n operations per iteration
     * @param chosenBy how n was chosen
     * @param floorNanos what an empty operation reads, in nanoseconds
     * @param selfCheck passed, none or failed
     * @param reason of a failure
     */
    record Pilot(
            String cell,
            boolean ok,
            long n,
            String chosenBy,
            OptionalDouble floorNanos,
            String selfCheck,
            String reason)
            implements JournalEvent {}

    /**
     * A measuring launch.
     *
     * @param cell its id
     * @param fork its number
     * @param ok whether it ended well
     * @param reason of a failure
     * @param rank the rank that failed; empty when none or not known
     * @param warmupFalling whether the last warm-up iterations were still getting faster
     */
    record Launch(String cell, int fork, boolean ok, String reason, String rank, boolean warmupFalling)
            implements JournalEvent {}

    /**
     * How often each cell was to be launched.
     *
     * @param asked forks that were asked for
     * @param forks what the budget allowed
     * @param budgetSeconds 0 when there was none
     * @param cells forks by cell's id; 0 for those that the budget left out
     */
    record Plan(int asked, int forks, double budgetSeconds, Map<String, Integer> cells) implements JournalEvent {
        /** Copies the map. */
        public Plan {
            cells = Map.copyOf(cells);
        }
    }

    /**
     * The budget was spent before a cell had all its planned launches.
     *
     * @param cell its id
     * @param forks that it has
     * @param reason in words
     */
    record Cut(String cell, int forks, String reason) implements JournalEvent {}

    /** The run went on after it had ended. */
    record Resume() implements JournalEvent {}

    /**
     * A launch that timed each operation.
     *
     * @param cell its id
     * @param fork its number
     * @param ok whether it ended well
     * @param reason of a failure
     * @param file its histogram log, relative to the run; empty when it failed
     * @param iterations that were measured
     * @param calls of each thread, in all iterations together
     * @param recorded of these calls
     */
    record Distribution(
            String cell, int fork, boolean ok, String reason, String file, long iterations, long calls, long recorded)
            implements JournalEvent {}

    /**
     * Something that was asked for and could not be run.
     *
     * @param what it was
     * @param reason why
     * @param remedy what would help
     */
    record LeftOut(String what, String reason, String remedy) implements JournalEvent {}

    /**
     * The run ended in an orderly way.
     *
     * @param exit the exit code
     * @param interrupted whether by its user
     */
    record End(int exit, boolean interrupted) implements JournalEvent {}
}
