package dev.lockstep.harness.relay;

/** A rank said, or showed, that it cannot go on. */
final class RankFailure extends Exception {
    private static final long serialVersionUID = 1L;

    RankFailure(String reason) {
        super(reason);
    }
}
