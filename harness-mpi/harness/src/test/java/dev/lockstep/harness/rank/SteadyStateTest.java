package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.link.PilotLimits;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** By series of costs, by how many calls there were before; the clock is part of them. */
class SteadyStateTest {
    /** Iterations of 300 ms: batches of 30 ms, and 2 s of them. */
    private PilotLimits limits = PilotLimits.of(300, true);

    private int batches;
    private long calls;
    private double nanos;

    private long rest() {
        return limits.batchNanos() / 3;
    }

    /** Batches until there are no more; costs are nanoseconds by calls made before. */
    private SteadyState.Found run(LongToDoubleFunction cost) {
        SteadyState state = new SteadyState(limits);
        batches = 0;
        calls = 0;
        nanos = 0;
        long elapsed = 0;
        for (long n = 1; n != SteadyState.STOP; batches++) {
            assertThat(batches).isLessThan(10_000);
            double wall = cost.applyAsDouble(calls);
            long size = n;
            elapsed += (long) (wall * size);
            n = state.next(size, new SteadyState.Batch(wall / 2, wall, elapsed));
            assertThat(n * wall).isLessThanOrEqualTo(Math.max(2 * size * wall, limits.batchNanos() / 8.0));
            calls += size;
            nanos += wall * size;
            elapsed += rest();
        }
        return state.found();
    }

    @Test
    void whatIsFlatFromTheBeginningIsSteadyAfterTwoWindows() {
        SteadyState.Found found = run(calls -> 1000);
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isEqualTo(1000);
        assertThat(found.nanosPerCall()).isEqualTo(500);
        assertThat(nanos).isBetween(10 * 15e6, 12 * 30e6);
        assertThat(found.calls()).isBetween(5 * 15_000L, 7 * 30_000L);
        assertThat(found.nanos()).as("rests count").isGreaterThan(found.calls() * 1000 + 5 * rest());
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
        SteadyState state = new SteadyState(limits);
        assertThat(state.next(30_000, batch(1000, 0))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(4000, 0))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(400, 0))).as("faster").isEqualTo(60_000);
        assertThat(state.next(60_000, batch(40_000, 1_999_999_999L)))
                .as("a hundred times slower")
                .isEqualTo(750);
        assertThat(state.next(750, batch(40_000, 2_000_000_000L))).as("2 s").isZero();
    }

    @Test
    void whatNeverStopsFallingIsTakenAsItIsWhenTheTimeIsUp() {
        SteadyState.Found found = run(calls -> 1e7 / (1 + calls / 10.0));
        assertThat(found.reached()).isFalse();
        assertThat(found.calls()).isEqualTo(calls);
        assertThat(found.nanos()).isBetween(2_000_000_000L, 2_100_000_000L);
        assertThat(nanos).as("without the rests").isBetween(1e9, 1.9e9);
    }

    @Test
    void longInvocationsTakeFewerBatches() {
        assertThat(run(calls -> 150e6).reached()).isTrue();
        assertThat(batches).isEqualTo(6);
    }

    @Test
    void oneThatTakesLongerThanThereIsTimeForIsRunOnce() {
        SteadyState.Found found = run(calls -> 4e9);
        assertThat(batches).isEqualTo(1);
        assertThat(found.wallNanosPerCall()).isEqualTo(4e9);
    }

    @Test
    void shortIterationsHaveAShortSearch() {
        limits = PilotLimits.of(10, true);
        SteadyState.Found flat = run(calls -> 1000);
        assertThat(flat.reached()).isTrue();
        assertThat(nanos).as("batches of 3.3 ms").isBetween(10 * 1.6e6, 12 * 3.4e6);
        SteadyState.Found falling = run(calls -> 1e7 / (1 + calls / 10.0));
        assertThat(falling.reached()).isFalse();
        assertThat(falling.nanos()).as("0.25 s").isBetween(250_000_000L, 300_000_000L);
    }

    /** With more threads than cores a batch costs what the scheduler makes of it: it may be a hundred times as much as the last. */
    @Test
    void withoutASearchTheBestBatchOfAQuarterOfASecondCounts() {
        limits = PilotLimits.of(10, false);
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            SteadyState.Found found = run(calls -> 1000 * Math.pow(100, random.nextDouble()));
            assertThat(found.reached()).isFalse();
            assertThat(found.wallNanosPerCall()).as("seed %d", seed).isBetween(1000.0, 100_000.0);
            assertThat(nanos).as("seed %d", seed).isLessThan(0.25e9 + 100 * 30e6);
        }
        SteadyState state = new SteadyState(limits);
        assertThat(state.next(30_000, batch(1000, 30_000_000))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(900, 57_000_000))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(7000, 267_000_000))).isZero();
        assertThat(state.found().wallNanosPerCall()).isEqualTo(900);
    }

    private static SteadyState.Batch batch(double nanosPerCall, long since) {
        return new SteadyState.Batch(nanosPerCall, nanosPerCall, since);
    }
}
