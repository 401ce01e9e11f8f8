package dev.lockstep.harness.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.lockstep.harness.placement.Settling.Step;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** A reading of 100 us, two threads, 16 exchanges to and fro in a lap. */
    private static final double READING_NANOS = 100_000;

    private static final int TRANSFERS = 32;

    /** What came of readings. */
    private record Outcome(Step last, double nanos, double millis, Set<Step> all) {}

    private final Settling settling = new Settling(6000);
    private long now = Long.MAX_VALUE - 10 * MILLI;

    /** Each reading takes as long as it does, and each rest; the last one is repeated for ever. */
    private Outcome read(double... series) {
        long start = now;
        Set<Step> all = EnumSet.noneOf(Step.class);
        settling.begin(now);
        for (int i = 0; ; i++) {
            double nanos = series[Math.min(i, series.length - 1)];
            long laps = Math.max(10, Math.round(READING_NANOS / (TRANSFERS * nanos)));
            now += Math.round(laps * TRANSFERS * nanos);
            Step step = settling.next(nanos, laps, now);
            all.add(step);
            now += step.restNanos();
            if (step.restNanos() == 0) {
                return new Outcome(step, nanos, (now - start) / (double) MILLI, all);
            }
        }
    }

    private static double[] series(double... timesAndNanos) {
        return IntStream.range(0, timesAndNanos.length / 2)
                .mapToObj(i ->
                        DoubleStream.generate(() -> timesAndNanos[2 * i + 1]).limit((long) timesAndNanos[2 * i]))
                .reduce(DoubleStream.empty(), DoubleStream::concat)
                .toArray();
    }

    @Test
    void compiledCodeIsBelievedAfterOneRest() {
        Outcome outcome = read(62);

        assertEquals(Step.BELIEVE, outcome.last);
        assertEquals(62, outcome.nanos);
        assertEquals(EnumSet.of(Step.AGAIN, Step.REST, Step.BELIEVE), outcome.all);
        // From now on no reading is repeated.
        assertEquals(EnumSet.of(Step.BELIEVE), read(330).all);
    }

    /** Two threads of one JVM read 555 ns for so many readings as one likes while they spin; after the rest it is compiled. */
    @Test
    void codeThatIsNotCompiledAgreesWithItselfAndIsNotBelieved() {
        // It is compiled in the first rest, which comes after 6000 laps at 18 us.
        Outcome outcome = read(series(600, 555, 1, 124));

        assertEquals(Step.BELIEVE, outcome.last);
        assertEquals(124, outcome.nanos);
    }

    /** Recorded from a JVM's first second on, between other load: ns, of some readings in a row. */
    @Test
    void aJvmThatStartsIsNotBelievedBeforeItsLastCompilation() {
        double[] starting = {
            1394.7, 584.3, 584.8, 585.7, 581.0, 577.3, 577.3, 577.5, 581.6, 577.8, 581.0, 563.1, 566.5, 566.4, 563.7,
            135.6, 145.9, 142.4, 143.7, 147.7, 143.7, 143.8, 140.7, 145.4, 144.1, 143.4, 138.4, 147.0, 147.9, 146.7,
            144.1, 136.2, 137.5, 136.7, 139.0, 144.7, 142.8, 141.8, 139.2, 137.5, 142.4, 139.6, 143.8, 145.5, 140.4,
            138.3, 136.3, 825.3, 103.4, 115.7, 95.5, 98.1, 95.4, 95.7, 94.7, 97.4, 97.7, 97.7, 97.8, 104.5, 100.0,
            102.4, 105.5, 99.2, 100.6, 101.5, 99.7, 106.3, 104.1, 110.2, 87.9, 88.9, 87.3, 85.8, 87.5, 85.6, 83.5
        };
        Outcome outcome = read(starting);

        assertEquals(Step.BELIEVE, outcome.last);
        assertEquals(83.5, outcome.nanos);
    }

    @Test
    void whatDoesNotAgreeIsGivenUpInTime() {
        double[] wild = IntStream.range(0, 100_000)
                .mapToDouble(i -> 60 * Math.pow(2, i % 5))
                .toArray();
        Outcome first = read(wild);

        assertEquals(Step.GIVE_UP, first.last);
        assertEquals(600, first.millis, 50);
        assertFalse(first.all.contains(Step.BELIEVE));
        // It goes on in the iterations to come, each time for a short while, and without a long rest.
        Outcome later = read(wild);
        assertEquals(Step.GIVE_UP, later.last);
        assertEquals(2, later.millis, 1);
        assertEquals(EnumSet.of(Step.AGAIN, Step.GIVE_UP), later.all);
    }

    /** Iterations stand between them in place of the rest. */
    @Test
    void readingsThatSettleLateAreBelievedFromTheSecondIterationOn() {
        double[] wild = IntStream.range(0, 100_000)
                .mapToDouble(i -> 60 * Math.pow(2, i % 5))
                .toArray();
        assertEquals(Step.GIVE_UP, read(wild).last);
        assertEquals(Step.GIVE_UP, read(62).last);
        now += 20 * MILLI;
        assertEquals(Step.GIVE_UP, read(62).last);
        now += 40 * MILLI;
        assertEquals(Step.BELIEVE, read(62).last);
    }

    /** Each time there is time for one reading only. */
    @Test
    void aBusyMachineSettlesReadingByReading() {
        int tries = 0;
        for (Step step = Step.GIVE_UP; step != Step.BELIEVE; tries++) {
            settling.begin(now);
            now += 700 * MILLI;
            step = settling.next(62, 50, now);
        }
        // 6000 laps, and five readings more.
        assertEquals(125, tries);
    }

    @Test
    void aReadingThatBreaksOffHasAllOfItBegunAnew() {
        assertEquals(Step.BELIEVE, read(62).last);
        settling.restart();
        Outcome outcome = read(186);
        assertEquals(Step.GIVE_UP, outcome.last);
        assertEquals(2, outcome.millis, 1);
    }

    /** The hypervisor moved the cores in the rest. */
    @Test
    void aMachineThatMovesIsBelievedOnceItStaysForARest() {
        // 6000 laps at 2 us, then the rest.
        Outcome outcome = read(series(120, 62, 1, 330));

        assertEquals(Step.BELIEVE, outcome.last);
        assertEquals(330, outcome.nanos);
    }

    /** One of five that lost its core is forgiven. */
    @Test
    void anOddReadingKeepsNobodyWaiting() {
        double[] odd = IntStream.range(0, 100_000)
                .mapToDouble(i -> i % 5 == 2 ? 9000 : 62)
                .toArray();

        assertEquals(Step.BELIEVE, read(odd).last);
    }
}
