package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.harness.link.PilotLimits;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** By series of costs, by how many calls there were before; the clock is part of them. */
class SteadyStateTest {
    /** Iterations of 300 ms: batches of 30 ms, and a second of them. */
    private PilotLimits limits = PilotLimits.of(300, true);

    /** What is set up for each batch. */
    private double setUpNanos;

    private int batches;
    private long calls;
    private double nanos;

    /** Batches until there are no more; costs are nanoseconds by calls made before. */
    private SteadyState.Found run(LongToDoubleFunction cost) {
        SteadyState state = new SteadyState(limits);
        batches = 0;
        calls = 0;
        nanos = 0;
        for (long n = 1; n != SteadyState.STOP; batches++) {
            assertThat(batches).isLessThan(10_000);
            double wall = cost.applyAsDouble(calls);
            long size = n;
            n = state.next(size, new SteadyState.Batch(wall / 2, wall, setUpNanos + wall * size));
            assertThat(n).isLessThanOrEqualTo(8 * size);
            calls += size;
            nanos += wall * size;
        }
        return state.found();
    }

    @Test
    void whatIsFlatFromTheBeginningIsSteadyAfterSixBatches() {
        SteadyState.Found found = run(calls -> 1000);
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isEqualTo(1000);
        assertThat(found.nanosPerCall()).isEqualTo(500);
        assertThat(nanos).isBetween(6 * 30e6, 7 * 30e6);
        assertThat(found.calls()).as("in batches that grew").isEqualTo(1 + 8 + 64 + 512 + 4096);
        assertThat(found.nanos()).as("rests count").isEqualTo(found.calls() * 1000 + 6 * limits.restNanos());
    }

    /** With a search and without. */
    @Test
    void whereSettingUpTakesSecondsFewBatchesDo() {
        setUpNanos = 2.2e9;
        SteadyState.Found found = run(calls -> calls < 8 ? 4_000_000 : 3_000_000);
        assertThat(found.reached()).isFalse();
        assertThat(batches).isEqualTo(3);
        assertThat(found.wallNanosPerCall()).isEqualTo(3_000_000);
        limits = PilotLimits.of(300, false);
        found = run(calls -> 2_000_000);
        assertThat(batches).isEqualTo(3);
        assertThat(found.wallNanosPerCall()).isEqualTo(2_000_000);
        setUpNanos = 0;
        run(calls -> 2_000_000);
        assertThat(batches).isGreaterThan(8);
    }

    @Test
    void whatFallsSlowlyIsFollowedToItsEnd() {
        SteadyState.Found found = run(calls -> 1000 + 50_000 * Math.exp(-calls / 5_000.0));
        assertThat(found.reached()).isTrue();
        assertThat(found.wallNanosPerCall()).isCloseTo(1000, within(110.0));
        assertThat(found.calls()).isGreaterThan(15_000);
    }

    @Test
    void aStepDownIsWaitedForIfItComesWithinSixBatches() {
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

    /** Three batches of five take five to fifteen times as long. */
    @Test
    void otherLoadDoesNotKeepItFromGrowingAndDecidesHalfOfTheCost() {
        int good = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            SteadyState.Found found = run(calls -> random.nextInt(5) < 2 ? 1000 : 10_000 * random.nextDouble() + 5_000);
            good += found.wallNanosPerCall() <= 7_500 ? 1 : 0;
            assertThat(found.nanosPerCall()).isCloseTo(found.wallNanosPerCall() / 2, within(1e-6));
        }
        assertThat(good).as("all batches that say something may be disturbed").isBetween(190, 200);
    }

    @Test
    void aDisturbanceMakesNoSmallBatches() {
        SteadyState state = new SteadyState(limits);
        assertThat(state.next(30_000, batch(1000))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(4000))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(400))).as("faster").isEqualTo(75_000);
        assertThat(state.next(75_000, batch(4000))).as("ten times slower").isEqualTo(75_000);
        assertThat(state.next(75_000, batch(40_000)))
                .as("more than a second in all")
                .isZero();
        assertThat(state.found().wallNanosPerCall())
                .as("half of 4,000, which is more than midway between 400 and 4,000")
                .isCloseTo(2000, within(1.0));
    }

    @Test
    void whatNeverStopsFallingIsTakenAsItIsWhenTheTimeIsUp() {
        SteadyState.Found found = run(calls -> 1e7 / (1 + calls / 10.0));
        assertThat(found.reached()).isFalse();
        assertThat(found.calls()).isEqualTo(calls);
        assertThat(found.nanos()).isBetween(1_000_000_000L, 1_100_000_000L);
        assertThat(nanos).as("without the rests").isBetween(0.5e9, 0.95e9);
    }

    @Test
    void longInvocationsTakeFewerBatchesOrOne() {
        assertThat(run(calls -> 150e6).reached()).isTrue();
        assertThat(batches).isEqualTo(3);
        assertThat(run(calls -> 4e9).wallNanosPerCall()).isEqualTo(4e9);
        assertThat(batches).isEqualTo(1);
    }

    @Test
    void shortIterationsHaveAShortSearch() {
        limits = PilotLimits.of(10, true);
        SteadyState.Found flat = run(calls -> 1000);
        assertThat(flat.reached()).isTrue();
        assertThat(nanos).as("batches of 3.3 ms").isBetween(6 * 3.3e6, 7 * 3.4e6);
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
        assertThat(state.next(30_000, batch(1000))).isEqualTo(30_000);
        assertThat(state.next(30_000, batch(900))).isEqualTo(33_333);
        assertThat(state.next(33_333, batch(7000))).isZero();
        assertThat(state.found().wallNanosPerCall()).isEqualTo(900);
    }

    private static SteadyState.Batch batch(double nanosPerCall) {
        return new SteadyState.Batch(nanosPerCall, nanosPerCall, 0);
    }
}
