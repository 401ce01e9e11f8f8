package dev.lockstep.harness.relay;

/** A rank said, or showed, that it cannot go on. */
final class RankFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** The system's words (EMFILE). */
    private static final String EXHAUSTED = "Too many open files";

    /** Not the rank whose thread noticed it; null if it is. */
    private final transient RankLink culprit;

    private final boolean end;

    RankFailure(String reason) {
        this(reason, null);
    }

    RankFailure(String reason, RankLink culprit) {
        this(reason, culprit, false);
    }

    private RankFailure(String reason, RankLink culprit, boolean end) {
        super(reason);
        this.culprit = culprit;
        this.end = end;
    }

    /** The rank said nothing more: its process has gone. */
    static RankFailure end() {
        return new RankFailure(
                "it ended before it had delivered its results: its JVM exited or was killed", null, true);
    }

    boolean isEnd() {
        return end;
    }

    /** What to tell users: the rank and the reason. */
    String describe(RankLink noticedBy) {
        RankInfo info = (culprit == null ? noticedBy : culprit).info();
        String allowed = getMessage().contains(EXHAUSTED)
                ? "; its descriptors are exhausted: it may have " + info.openFiles() + " (ulimit -n)"
                : "";
        return info.name() + ": " + getMessage() + allowed;
    }
}
