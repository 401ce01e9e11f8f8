package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationCountTest {
    private static final long MILLIS = 100;

    /** However much one invocation costs. */
    @Test
    void iterationsLastBetweenHalfAndTwiceAsLongAsTheyShould() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            double nanos = Math.pow(10, 1 + 7 * random.nextDouble());
            double iteration = OperationCount.count(nanos, MILLIS) * nanos;
            assertThat(iteration).as("%s ns", nanos).isBetween(0.7 * MILLIS * 1e6, 1.45 * MILLIS * 1e6);
            assertThat(OperationCount.missed(iteration, MILLIS)).isFalse();
        }
    }

    @Test
    void whatDiffersByUpToFourTimesSharesACountThatSuitsBoth() {
        assertThat(OperationCount.shared(List.of(1e3, 4e3), MILLIS)).hasValue(50_000);
        assertThat(OperationCount.shared(List.of(4e3, 1e3, 2e3), MILLIS)).hasValue(50_000);
        assertThat(OperationCount.shared(List.of(1e3, 1.1e3), MILLIS)).hasValue(100_000);
        assertThat(OperationCount.shared(List.of(1e3), MILLIS)).hasValue(OperationCount.count(1e3, MILLIS));
        assertThat(OperationCount.shared(List.of(1e3, 4.1e3), MILLIS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, true, true",
        "24, true, true",
        "26, true, false",
        "49, true, false",
        "51, false, false",
        "100, false, false",
        "199, false, false",
        "201, true, false",
        "900, true, false"
    })
    void aCountIsMendedBeyondAFactorOfTwoAndALaunchWastedBelowAQuarter(double lasted, boolean missed, boolean wasted) {
        assertThat(OperationCount.missed(lasted * 1e6, MILLIS)).isEqualTo(missed);
        assertThat(OperationCount.wasted(lasted * 1e6, MILLIS)).isEqualTo(wasted);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 1e6, 0, 0, 0",
        "100, 1e6, 700, 0, 7",
        "100, 1e6, 701, 0, 8",
        "100, 1e6, 0, 1e9, 10",
        "100, 1e6, 700, 1e9, 10",
        "100, 1e6, 1, 1, 1"
    })
    void aWarmUpTakesAsManyOperationsAndAsLongAsItTookToGetSteady(
            int n, double nanos, long calls, double until, int expected) {
        assertThat(OperationCount.warmups(n, nanos, calls, until)).isEqualTo(expected);
    }

    /** Iterations should last 5, 100 and 1,000 ms: a search takes 0.25, 1 and 1 s at most. There are 20 ms between iterations. */
    @ParameterizedTest
    @CsvSource({
        "5, 100, 50e3, 10",
        "5, 10, 100, 12",
        "100, 100, 1e6, 8",
        "100, 100, 2e6, 4",
        "100, 100, 1e3, 49",
        "100, 1, 1, 49",
        "100, 1, 4e9, 0",
        "1000, 1000, 0.5e6, 1"
    })
    void aWarmUpLastsNoLongerThanTheSearchMay(long millis, int n, double nanos, int expected) {
        assertThat(OperationCount.mostWarmups(n, nanos, millis)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"10, 25", "80, 25", "200, 10", "1000, 2", "5000, 1"})
    void aBenchmarkWithoutRanksWarmsUpForTwoSecondsOr25Iterations(long iterationMillis, int iterations) {
        assertThat(OperationCount.warmupsByTime(iterationMillis)).isEqualTo(iterations);
    }

    @ParameterizedTest
    @CsvSource({
        "500000, 160, 1",
        "12000, 20000, 1",
        "3000, 80000, 4",
        "1000, 200000, 12",
        "500, 500000, 12",
        "10, 1000000, 25",
        "1, 2e9, 1",
        "2, 2e9, 1",
        "1, 5e8, 6"
    })
    void aWarmupHasAsManyCallsAsTheJitWantsInATime(int n, double nanosPerCall, int expected) {
        assertThat(OperationCount.warmupsByCalls(n, nanosPerCall)).isEqualTo(expected);
    }
}
