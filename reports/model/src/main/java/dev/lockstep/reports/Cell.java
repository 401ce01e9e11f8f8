package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.placement.PlacementChoice.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One benchmark, with its parameters, in one place.
 *
 * @param key which
 * @param status how it ended
 * @param measured its numbers; a failed cell may have some, which count for nothing
 * @param against its score over that of another cell; empty when there is none, or either cell is not good
 * @param n operations per iteration
 * @param conditions under which it was measured
 * @param reported what its benchmark declares itself to be
 */
public record Cell(
        CellKey key,
        Status status,
        Optional<Measured> measured,
        Optional<Against> against,
        long n,
        Conditions conditions,
        Reported reported) {
    /** A collective's score that is less than so many skews says much of how its ranks were held together. */
    private static final int SKEWS = 5;

    /** The scored ranks, as the journal has them, where rank 0 serves each of the others. */
    private static final String CLIENTS = "each rank but 0, by itself";

    /**
     * A comparison with another cell: that of its column's reference; of a column that has none, with the fastest
     * transport of those that do the same there.
     *
     * @param ratio its score over the other's
     * @param column the other's
     * @param transport the other's, if the column is the cell's own; otherwise empty
     */
    public record Against(double ratio, Column column, String transport) {}

    /**
     * The journal's record of how a cell was measured.
     *
     * @param oversubscribed more ranks times threads than cores
     * @param fewerForks it has fewer launches that count than planned
     * @param warmupFalling iterations that count were still getting faster in at least half of its launches
     * @param synchronisation how its ranks were held together; empty when not known
     * @param chosenBy how n was chosen; empty when not known
     * @param floorNanos what an empty operation reads, in nanoseconds
     * @param skewNanos how far apart ranks left the barrier before operations
     * @param selfCheck passed, none or failed; empty when not known
     * @param scored the ranks whose time is the score, in words; empty if it is that of all
     * @param emulated what stands in for what its parameters ask for, in words; empty if nothing does
     * @param how its work is done where its parameters do not say it, in a word or two; empty if nothing is said
     * @param medium what its messages go over, in the words of a chart; empty if nothing is said
     */
    public record Conditions(
            boolean oversubscribed,
            boolean fewerForks,
            boolean warmupFalling,
            String synchronisation,
            String chosenBy,
            OptionalDouble floorNanos,
            OptionalDouble skewNanos,
            String selfCheck,
            String scored,
            String emulated,
            String how,
            String medium) {
        static final Conditions UNKNOWN = new Conditions(
                false, false, false, "", "", OptionalDouble.empty(), OptionalDouble.empty(), "", "", "", "", "");
    }

    public enum Flag {
        FAILED("failed", "A launch, the calibration or the self-check failed; the reason is given above the charts."),
        LEFT_OUT("no time", "The budget had no room for this cell, or was spent before it came to its turn."),
        FEWER_FORKS(
                "fewer forks",
                "It has fewer launches than planned: the run ended, its budget was spent, or others of them ran elsewhere."),
        UNFINISHED("not run", "The run ended before this cell was measured."),
        OVERSUBSCRIBED("oversubscribed", "More ranks × threads than cores: a statement about the scheduler, no claim."),
        EMULATED(
                "emulated",
                "What its parameters ask for is lacking there, and something else stands in: other work than that of the same name"
                        + " elsewhere, and no claim."),
        WARMING(
                "still warming",
                "In at least half of its launches it got faster while it was measured: a longer --warmup lowers the score."),
        ELSEWHERE(
                "elsewhere",
                "Too few of its launches ran in the placement that the others' numbers are of: its own are of another one, and"
                        + " compare with none."),
        DRIFTING(
                "still changing",
                "From iteration to iteration it got faster or slower, by more than 3% in all: no part of a claim."),
        SKEWED(
                "near its skew",
                "It took less than five times as long as ranks left the barrier apart: what the first waits for the last is much"
                        + " of the score."),
        MOVED(
                "several placements",
                "Its iterations ran in several placements of the cores: how they scatter is the machine's doing, not the"
                        + " benchmark's alone. See Placements."),
        UNCHECKED(
                "not self-checked", "The benchmark has no self-check: nothing verified that it moved the right bytes.");

        private final String label;
        private final String meaning;

        Flag(String label, String meaning) {
            this.label = label;
            this.meaning = meaning;
        }

        /** The flag in a word or two. */
        public String label() {
            return label;
        }

        /** The flag in a sentence. */
        public String meaning() {
            return meaning;
        }
    }

    /** The column where it is measured. */
    public Column column() {
        return Column.of(key);
    }

    /** Where its ranks run, as placements see it. */
    public Layout layout() {
        return measured.map(Measured::layout).orElseGet(key::layout);
    }

    /** The cell's flags, the gravest first. */
    public List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        if (status instanceof Status.Failed) {
            flags.add(Flag.FAILED);
        } else if (status instanceof Status.LeftOut) {
            flags.add(Flag.LEFT_OUT);
        } else if (status instanceof Status.Unfinished) {
            flags.add(Flag.UNFINISHED);
        }
        if (isElsewhere()) {
            flags.add(Flag.ELSEWHERE);
        }
        if (conditions.fewerForks && status instanceof Status.Ok) {
            flags.add(Flag.FEWER_FORKS);
        }
        if (conditions.oversubscribed) {
            flags.add(Flag.OVERSUBSCRIBED);
        }
        if (!conditions.emulated.isEmpty()) {
            flags.add(Flag.EMULATED);
        }
        if (conditions.warmupFalling) {
            flags.add(Flag.WARMING);
        }
        if (good().map(Measured::drifting).orElse(false)) {
            flags.add(Flag.DRIFTING);
        }
        if (isSkewed()) {
            flags.add(Flag.SKEWED);
        }
        if (good().map(Measured::mixed).orElse(false)) {
            flags.add(Flag.MOVED);
        }
        if (conditions.selfCheck.equals("none")) {
            flags.add(Flag.UNCHECKED);
        }
        return flags;
    }

    /** Whether its numbers are of another placement than those of other cells. */
    public boolean isElsewhere() {
        return good().flatMap(Measured::elsewhere).isPresent();
    }

    private boolean isSkewed() {
        return synchronised()
                && conditions.skewNanos.isPresent()
                && good().filter(found -> found.score() < SKEWS * conditions.skewNanos.getAsDouble())
                        .isPresent();
    }

    /** The cell's numbers, if it ended well. */
    public Optional<Measured> good() {
        return status instanceof Status.Ok ? measured : Optional.empty();
    }

    /**
     * Whether it may appear in a comparison: it ended well, its ranks had a core each (docs/method.md, point 3), where those of
     * other cells were, and it did what its name says.
     */
    public boolean comparable() {
        return good().isPresent() && !conditions.oversubscribed && conditions.emulated.isEmpty() && !isElsewhere();
    }

    /** Whether sentences may compare it: it got neither faster nor slower while it was measured, and lacks no launch. */
    public boolean claimable() {
        return flags().stream().noneMatch(Set.of(Flag.WARMING, Flag.DRIFTING, Flag.FEWER_FORKS)::contains);
    }

    /**
     * Whether every operation is held back until all ranks are there, as for collectives: then the slowest rank is the
     * headline (docs/method.md, point 4).
     */
    public boolean synchronised() {
        return conditions.synchronisation.startsWith("barrier");
    }

    /** Whether its operations follow each other, and nothing holds one back until others are there. */
    public boolean continuous() {
        return !conditions.synchronisation.isEmpty() && !synchronised();
    }

    /** Whether its first rank serves all others, which alone are scored. */
    public boolean hasClients() {
        return conditions.scored.equals(CLIENTS);
    }

    /** How many threads those have together who do not serve: the first rank, and whoever else has said so. */
    public int clients() {
        int servers = Math.max(1, measured.map(Measured::serving).orElse(0));
        return (key.ranks() - servers) * key.threads();
    }

    Cell with(Optional<Against> other) {
        return new Cell(key, status, measured, other, n, conditions, reported);
    }
}
