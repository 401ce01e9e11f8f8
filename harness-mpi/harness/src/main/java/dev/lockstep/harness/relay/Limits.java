package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Heartbeat;
import java.util.function.LongSupplier;

/**
 * How long a relay waits for what.
 *
 * @param progressSeconds until some rank has got further
 * @param silenceSeconds until a rank on another host gives a sign of life
 * @param handshakeSeconds until a caller has proved itself
 * @param causeMillis for the end of a rank that has made another one fail
 * @param clock in nanoseconds, by which progress and causes are waited for
 */
record Limits(long progressSeconds, int silenceSeconds, int handshakeSeconds, long causeMillis, LongSupplier clock) {
    private static final int HANDSHAKE_SECONDS = 10;
    private static final long CAUSE_MILLIS = 300;

    /** Of a launch that is given up after so many seconds without progress. */
    static Limits of(long progressSeconds) {
        return new Limits(
                progressSeconds, Heartbeat.SILENCE_SECONDS, HANDSHAKE_SECONDS, CAUSE_MILLIS, System::nanoTime);
    }
}
