package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.payload.PingMessage;

/** What every codec's benchmark checks before it is measured. */
final class RoundTrip {
    private RoundTrip() {}

    /**
     * Compares what went in with what came out.
     *
     * @throws IllegalStateException if they differ, so that the benchmark gives no number
     */
    static void requireEqual(PingMessage sent, PingMessage received) {
        if (!sent.equals(received)) {
            throw new IllegalStateException("encoded " + sent + ", decoded " + received);
        }
    }
}
