package dev.lockstep.reports;

import dev.lockstep.run.CellKey;

/**
 * The place where something ran.
 *
 * @param comm the communicator; empty for a benchmark that has no ranks
 * @param ranks how many; 0 when it has none, or nobody said
 */
public record Column(String comm, int ranks) {
    /** The place of a benchmark without ranks. */
    public static final Column PLAIN = new Column("", 0);

    /** The communicator whose ranks are threads of one JVM. */
    private static final String LOCAL = "local";

    /** The reference that is no JVM. */
    private static final String C = "c";

    /** The place where a cell is measured. */
    public static Column of(CellKey cell) {
        return new Column(cell.comm(), cell.ranks());
    }

    /** A cell's name for people: {@code a.B.c (bytes=16) on one JVM, 2 ranks}. */
    public static String nameOf(CellKey cell) {
        String params = cell.row().toldText();
        return cell.benchmark() + (params.isEmpty() ? "" : " (" + params + ")") + " on " + of(cell).label();
    }

    /** Whether everything ran in a single JVM. */
    public boolean oneJvm() {
        return comm.isEmpty() || comm.equals(LOCAL);
    }

    /**
     * The rank of a column among those of equally many ranks; the lowest is what the others are compared with: one JVM,
     * else C, else whichever comes first.
     */
    public int precedence() {
        return oneJvm() ? 0 : comm.equals(C) ? 1 : 2;
    }

    /** The word {@code in} or {@code on}, to stand before {@link #where}. */
    public String preposition() {
        return precedence() < 2 ? "in" : "on";
    }

    /** The place without the ranks: {@code one JVM}, {@code C}, or the communicator's name. */
    public String where() {
        return oneJvm() ? "one JVM" : comm.equals(C) ? "C" : comm;
    }

    /** The place with the ranks: {@code one JVM, 2 ranks}. */
    public String label() {
        return ranks == 0 ? where() : where() + ", " + rankText();
    }

    /** The number of ranks, {@code 2 ranks}; empty when there are none. */
    public String rankText() {
        return ranks == 0 ? "" : ranks + (ranks == 1 ? " rank" : " ranks");
    }
}
