package dev.lockstep.transport.testkit;

/** What a clause waits for has not come for as long as anything may take. */
final class Overdue extends AssertionError {
    private static final long serialVersionUID = 1;

    Overdue(String what) {
        super(what);
    }
}
