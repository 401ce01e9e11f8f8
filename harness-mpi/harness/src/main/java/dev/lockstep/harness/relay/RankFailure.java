package dev.lockstep.harness.relay;

/** A rank said, or showed, that it cannot go on. */
final class RankFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Not the rank whose thread noticed it; null if it is. */
    private final transient RankLink culprit;

    RankFailure(String reason) {
        this(reason, null);
    }

    RankFailure(String reason, RankLink culprit) {
        super(reason);
        this.culprit = culprit;
    }

    /** What to tell users: the rank and the reason. */
    String describe(RankLink noticedBy) {
        return (culprit == null ? noticedBy : culprit).info().name() + ": " + getMessage();
    }
}
