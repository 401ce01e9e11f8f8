package dev.lockstep.harness;

/**
 * A benchmark that can tell whether its operation does what it should. A benchmark hands itself in with
 * {@link Rank#selfCheck}; the pilot then calls, on every rank: {@code fill}, one operation, {@code check}. So does each
 * launch with all operations of its last iteration in between, for what is right at first may be wrong in the end. One
 * whose check fails gets no number.
 */
public interface SelfCheck {

    /** Fills what is sent with known contents, and what is received with others; untimed, before any rank's operation. */
    void fill(Rank rank);

    /**
     * Checks the contents that came out, of one operation or of the last of many.
     *
     * @throws IllegalStateException if they are wrong; says what was expected and what was found
     */
    void check(Rank rank);
}
