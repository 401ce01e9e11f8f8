package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.run.UsageException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a call throws, and what that says. */
public final class Thrown {
    private Thrown() {}

    /** An exception of a type, with all of these words. */
    public static void assertThrown(Class<? extends Throwable> type, ThrowingCallable call, CharSequence... words) {
        assertThatThrownBy(call).isInstanceOf(type).hasMessageContainingAll(words);
    }

    /** What is the user's fault. */
    public static void assertRefused(ThrowingCallable call, CharSequence... words) {
        assertThrown(UsageException.class, call, words);
    }
}
