package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** By series of costs, by how many calls there were before; the clock is part of them. */
class SteadyStateTest {
    private static final long REST = 20_000_000;

    private int batches;
    private long calls;
    private double nanos;

    /** Batches until there are no more; costs are nanoseconds by calls made before. */
    private SteadyState.Found run(LongToDoubleFunction cost) {
        SteadyState state = new SteadyState();
        long elapsed = 0;
        for (long n = 1; n != SteadyState.STOP; batches++) {
            assertThat(batches).isLessThan(10_000);
            double wall = cost.applyAsDouble(calls);
            long size = n;
            n = state.next(size, wall / 2, wall, elapsed);
            assertThat(n).isLessThanOrEqualTo(8 * size);
            calls += size;
            nanos += wall * size;
            elapsed += REST + (long) (wall * size);
        }
        return state.found();
    }

    @Test
    void whatIsFlatFromTheBeginningIsSteadyAfterTwoWindows() {
        SteadyState.Found found = run(calls -> 1000);
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isEqualTo(1000);
        assertThat(found.nanosPerCall()).isEqualTo(500);
        assertThat(nanos).isBetween(10 * 15e6, 14 * 30e6);
        assertThat(found.calls()).isBetween(5 * 15_000L, 8 * 30_000L);
        assertThat(found.nanos()).as("rests count").isGreaterThan(found.calls() * 1000 + 5 * REST);
    }

    @Test
    void whatFallsSlowlyIsFollowedToItsEnd() {
        SteadyState.Found found = run(calls -> 1000 + 50_000 * Math.exp(-calls / 5_000.0));
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isCloseTo(1000, within(60.0));
        assertThat(found.calls()).isGreaterThan(15_000);
    }

    @Test
    void aStepDownIsWaitedForIfItComesBeforeTheWindowsAreFull() {
        SteadyState.Found found = run(calls -> calls < 3_000 ? 40_000 : 1_000);
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isEqualTo(1000);
        assertThat(found.calls()).isGreaterThan(3_000);
    }

    @Test
    void noiseNeitherKeepsItGoingNorDecidesTheCost() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            batches = 0;
            calls = 0;
            nanos = 0;
            SteadyState.Found found =
                    run(calls -> random.nextInt(50) == 0 ? 8_000 : 1000 * (1 + 0.3 * random.nextDouble()));
            assertThat(found.reached()).as("seed %d", seed).isTrue();
            assertThat(found.wallNanosPerCall()).as("seed %d", seed).isBetween(1000.0, 1300.0);
        }
    }

    /** A rank was late, or off its core. */
    @Test
    void aBatchOfOneCallThatLastsIsNoCost() {
        SteadyState.Found found = run(calls -> calls < 3 ? 40e6 : 1_000);
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isEqualTo(1000);
    }

    @Test
    void aDisturbanceMakesNoSmallBatches() {
        SteadyState state = new SteadyState();
        assertThat(state.next(30_000, 1000, 1000, 0)).isEqualTo(30_000);
        assertThat(state.next(30_000, 4000, 4000, 0)).isEqualTo(30_000);
        assertThat(state.next(30_000, 400, 400, 0)).as("faster").isEqualTo(75_000);
        assertThat(state.next(75_000, 40_000, 40_000, 0)).as("3 s").isZero();
    }

    @Test
    void whatNeverStopsFallingIsTakenAsItIsWhenTheTimeIsUp() {
        SteadyState.Found found = run(calls -> 1e7 / (1 + calls / 10.0));
        assertThat(found.reached()).isFalse();
        assertThat(nanos).isBetween(3e9, 3.3e9);
        assertThat(found.calls()).isEqualTo(calls);
        assertThat(found.nanos()).isCloseTo((long) nanos, within(1_000_000L));
    }

    @Test
    void longInvocationsTakeFewerBatches() {
        assertThat(run(calls -> 200e6).reached()).isTrue();
        assertThat(batches).isEqualTo(6);
    }

    @Test
    void oneThatTakesLongerThanThereIsTimeForIsRunOnce() {
        SteadyState.Found found = run(calls -> 4e9);
        assertThat(batches).isEqualTo(1);
        assertThat(found.wallNanosPerCall()).isEqualTo(4e9);
    }

    /** As on a rank that does not decide. */
    @Test
    void withoutABatchThatLastsThereIsNoCost() {
        SteadyState state = new SteadyState();
        state.next(1, 10, 10, 0);
        assertThat(state.found().wallNanosPerCall()).isNaN();
    }
}
