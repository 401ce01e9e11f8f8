package dev.lockstep.collectives;

/**
 * Who gives what to a collective, and who gets what of it: nothing, a block of one's own, or a block for each rank; on
 * all ranks, or at the root.
 */
enum Shape {
    /** One buffer: the root gives it, and the others get it there. */
    BROADCAST(Part.NONE, Part.OWN, Root.NONE),
    GATHER(Part.OWN, Part.EACH, Root.GETS),
    SCATTER(Part.EACH, Part.OWN, Root.GIVES),
    ALL_GATHER(Part.OWN, Part.EACH, Root.NONE),
    ALL_TO_ALL(Part.EACH, Part.EACH, Root.NONE),
    REDUCE(Part.OWN, Part.OWN, Root.GETS),
    ALL_REDUCE(Part.OWN, Part.OWN, Root.NONE),
    REDUCE_SCATTER(Part.EACH, Part.OWN, Root.NONE),
    SCAN(Part.OWN, Part.OWN, Root.NONE),
    EXSCAN(Part.OWN, Part.OWN, Root.NONE);

    /** What a buffer holds. */
    enum Part {
        NONE,
        OWN,
        EACH
    }

    private enum Root {
        NONE,
        GIVES,
        GETS
    }

    final Part given;
    final Part got;
    private final Root root;

    Shape(Part given, Part got, Root root) {
        this.given = given;
        this.got = got;
        this.root = root;
    }

    /** Whether elements are combined, rather than bytes moved. */
    boolean reduces() {
        return compareTo(REDUCE) >= 0;
    }

    /** Whether in place the result takes the contribution's place, so that it is not there for the next operation. */
    boolean overwrites() {
        return reduces() || this == ALL_TO_ALL;
    }

    boolean gives(boolean isRoot) {
        return given != Part.NONE && (root != Root.GIVES || isRoot);
    }

    boolean gets(boolean isRoot) {
        return root != Root.GETS || isRoot;
    }

    /** Whether a rank may say that its part is in place. */
    boolean canBeInPlace(boolean isRoot) {
        return this != BROADCAST && (root == Root.NONE || isRoot);
    }

    /** The number of a block's contents, alike wherever it goes. */
    int message(int from, int to, int size) {
        return switch (this) {
            case GATHER, ALL_GATHER -> from;
            case SCATTER -> to;
            case ALL_TO_ALL -> from * size + to;
            default -> 0;
        };
    }

    /** The first rank whose elements a rank's result does not have; 0 if it has none, and is undefined. */
    int combined(int rank, int size) {
        return this == SCAN ? rank + 1 : this == EXSCAN ? rank : size;
    }
}
