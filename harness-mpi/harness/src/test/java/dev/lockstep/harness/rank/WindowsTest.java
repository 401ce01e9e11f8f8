package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.link.OpTimesChunk;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class WindowsTest {
    private static final long CLOCK = 42;
    private static final long MILLISECOND = 1_000_000;

    private int barriers;

    private static Windows alone() {
        return new Windows(mine -> List.of(mine));
    }

    /** Of two ranks, of which the other one says this. */
    private static Windows beside(long clock, long width, long most, long now) {
        byte[] other = ByteBuffer.allocate(32)
                .putLong(clock)
                .putLong(width)
                .putLong(most)
                .putLong(now)
                .array();
        return new Windows(mine -> List.of(mine, other));
    }

    private static void spin(long nanos) {
        for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
            Thread.onSpinWait();
        }
    }

    /** Operations that take so long at least, of which the last is not looked at. */
    private void iteration(Windows windows, int operations, long nanos) {
        for (int i = 0; i < operations; i++) {
            windows.await(() -> barriers++);
            spin(nanos);
            windows.held(System.nanoTime());
        }
    }

    @Test
    void theFirstIterationHasBarriersAndSaysHowLongWindowsAreToBe() {
        Windows windows = alone();
        windows.begin(false, CLOCK, System.nanoTime());
        iteration(windows, 20, MILLISECOND);
        assertThat(barriers).isEqualTo(20);
        assertThat(windows.width()).isZero();
        windows.begin(false, CLOCK, System.nanoTime());
        long first = windows.width();
        assertThat(first).isGreaterThanOrEqualTo(2 * MILLISECOND);
        iteration(windows, 20, 0);
        assertThat(barriers).as("there are windows now").isEqualTo(20);
        windows.begin(false, CLOCK, System.nanoTime());
        long second = windows.width();
        assertThat(second).as("by the faster operations of the second").isLessThan(first);
        iteration(windows, 20, 0);
        windows.begin(true, CLOCK, System.nanoTime());
        assertThat(windows.width())
                .as("what counts finds nothing, and may miss some")
                .isBetween(second, 2 * second);
    }

    @Test
    void theyAreAsLongAsTheSlowestRankNeedsAndBeginByTheLatestClock() {
        long now = Long.MAX_VALUE - 5;
        Windows windows = beside(CLOCK, 9_000, 50_000, now + 2_000);
        windows.begin(false, CLOCK, now);
        assertThat(windows.width()).isEqualTo(9_000);
        assertThat(windows.held(now + 2_000 + Windows.AHEAD_NANOS)).isTrue();
        assertThat(windows.held(now + 2_001 + Windows.AHEAD_NANOS)).isFalse();
    }

    @Test
    void anOperationThatComesLateOrEndsAfterTheNextOnesStartHasMissedItsWindow() {
        Windows windows =
                beside(CLOCK, 1_000 * MILLISECOND, 1_000 * MILLISECOND, System.nanoTime() - 1_000 * MILLISECOND);
        long now = System.nanoTime();
        windows.begin(false, CLOCK, now);
        windows.await(() -> barriers++);
        long start = now + Windows.AHEAD_NANOS;
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(start);
        assertThat(windows.held(start + 1_000 * MILLISECOND)).isTrue();
        assertThat(windows.held(start + 1_000 * MILLISECOND + 1)).isFalse();

        Windows over = beside(CLOCK, 1, 1, 0);
        over.begin(false, CLOCK, System.nanoTime() - 1_000 * MILLISECOND);
        over.await(() -> barriers++);
        assertThat(over.held(Long.MIN_VALUE / 2)).as("its time was past").isFalse();
        assertThat(barriers).isZero();
    }

    @Test
    void whereTooManyMissTheNextAreTwiceAsLongUpToALimit() {
        for (int missed : new int[] {5, 6}) {
            Windows windows = beside(CLOCK, 2_000, 5_000, 0);
            windows.begin(false, CLOCK, 0);
            for (long expected : missed == 5 ? new long[] {2_000, 2_000} : new long[] {4_000, 5_000, 5_000}) {
                for (int i = 0; i < 100; i++) {
                    windows.held(i < missed ? Long.MAX_VALUE / 2 : 0);
                }
                windows.begin(true, CLOCK, 0);
                assertThat(windows.width()).isEqualTo(expected);
            }
        }
    }

    @Test
    void noWindowIsMoreThanSomeMediansLong() {
        Windows windows = alone();
        windows.begin(false, CLOCK, System.nanoTime());
        iteration(windows, 10, 0);
        iteration(windows, 2, 200 * MILLISECOND);
        iteration(windows, 10, 0);
        windows.begin(false, CLOCK, System.nanoTime());
        assertThat(windows.width()).as("twice the longest would be more").isLessThan(400 * MILLISECOND);
    }

    @Test
    void ranksOfSeveralHostsHaveNone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> beside(CLOCK + 1, 0, 0, 0).begin(false, CLOCK, 0))
                .withMessageContaining("sync=window: ranks have no clock in common");
    }

    /** The second iteration has windows of a few operations of 1 ms; one of 100 ms misses, and those whose time it took. */
    @Test
    void whatMissesItsWindowIsNotedWithItsTime() {
        OpTimer timer = new OpTimer(30);
        Arriving arriving =
                new Arriving(Arrival.of("window", "none"), () -> barriers++, () -> {}, Optional.of(alone()), 0, 1);
        for (IterationType type : List.of(IterationType.WARMUP, IterationType.MEASUREMENT)) {
            IterationParams iteration = new IterationParams(type, 1, TimeValue.NONE, 20);
            arriving.begin(iteration);
            timer.beginIteration(iteration);
            for (int call = 0; call < 20; call++) {
                arriving.await();
                timer.start();
                spin(call == 10 && type == IterationType.MEASUREMENT ? 100 * MILLISECOND : MILLISECOND);
                timer.stop(arriving);
            }
        }
        assertThat(barriers).isEqualTo(20);
        long[] noted = timer.chunks(0, 0).get(0).nanos();
        assertThat(noted).hasSize(20);
        assertThat(noted[10]).isNegative();
        assertThat(OpTimesChunk.duration(noted[10])).isGreaterThanOrEqualTo(100 * MILLISECOND);
        assertThat(Arrays.stream(noted).map(OpTimesChunk::duration)).allMatch(nanos -> nanos >= MILLISECOND);
        assertThat(timer.chunks(0, 0).get(0).clock()).isEqualTo(LeavingTimes.clock());
    }
}
