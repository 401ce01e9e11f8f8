package dev.lockstep.harness;

/**
 * A benchmark that can tell whether its operation does what it should. A benchmark hands itself in with
 * {@link Rank#selfCheck}; the pilot then calls, on every rank: {@code fill}, one operation, {@code check}. One whose
 * check fails gets no number.
 */
public interface SelfCheck {

    /** Puts known contents in. */
    void fill(Rank rank);

    /**
     * Checks the contents that came out.
     *
     * @throws IllegalStateException if they are wrong; says what was expected and what was found
     */
    void check(Rank rank);
}
