package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.link.OpTimesChunk;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class WindowsTest {
    private static final long CLOCK = 42;

    private final AtomicLong tail = new AtomicLong();

    private Windows alone() {
        return new Windows(tail::get, mine -> List.of(mine));
    }

    /** Of two ranks, of which the other one says this. */
    private Windows beside(long clock, long asked, long now) {
        byte[] other = ByteBuffer.allocate(24)
                .putLong(clock)
                .putLong(asked)
                .putLong(now)
                .array();
        return new Windows(tail::get, mine -> List.of(mine, other));
    }

    @Test
    void theFirstIterationHasNoneAndSaysHowLongTheyAreToBe() {
        Windows windows = alone();
        windows.begin(false, CLOCK, System.nanoTime());
        assertThat(windows.open()).isFalse();
        assertThat(windows.held(Long.MAX_VALUE)).isTrue();
        tail.set(700);
        windows.begin(false, CLOCK, System.nanoTime());
        assertThat(windows.open()).isTrue();
        assertThat(windows.width()).isEqualTo(1_400);
        // The next one is faster, and the last that finds it; what counts does not ask.
        tail.set(300);
        windows.begin(false, CLOCK, System.nanoTime());
        assertThat(windows.width()).isEqualTo(600);
        tail.set(5);
        windows.begin(true, CLOCK, System.nanoTime());
        assertThat(windows.width()).isEqualTo(600);
    }

    @Test
    void theyAreAsLongAsTheRankWithTheLongestTailNeedsAndBeginByTheLatestClock() {
        long now = Long.MAX_VALUE - 5;
        Windows windows = beside(CLOCK, 9_000, now + 2_000);
        tail.set(700);
        windows.begin(false, CLOCK, now);
        assertThat(windows.width()).isEqualTo(9_000);
        // It waits for nobody, for by this machine's clock that time is long past, or far off.
        assertThat(windows.held(now + 2_000 + Windows.AHEAD_NANOS)).isTrue();
        assertThat(windows.held(now + 2_001 + Windows.AHEAD_NANOS)).isFalse();
    }

    @Test
    void anOperationThatComesLateOrEndsAfterTheNextOnesStartHasMissedItsWindow() {
        Windows windows = alone();
        tail.set(500_000_000);
        long now = System.nanoTime();
        windows.begin(false, CLOCK, now);
        windows.await();
        long start = now + Windows.AHEAD_NANOS;
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(start);
        assertThat(windows.held(start + 1_000_000_000)).isTrue();
        assertThat(windows.held(start + 1_000_000_001)).isFalse();

        Windows over = alone();
        tail.set(1);
        over.begin(false, CLOCK, System.nanoTime() - 1_000_000_000);
        over.await();
        assertThat(over.held(0)).as("its time was past").isFalse();
    }

    @Test
    void whereTooManyMissTheNextAreTwiceAsLong() {
        for (int missed : new int[] {5, 6}) {
            Windows windows = alone();
            tail.set(1_000);
            windows.begin(false, CLOCK, 0);
            for (int i = 0; i < 100; i++) {
                windows.held(i < missed ? Long.MAX_VALUE / 2 : 0);
            }
            windows.begin(true, CLOCK, 0);
            assertThat(windows.width()).isEqualTo(missed == 5 ? 2_000 : 4_000);
        }
    }

    @Test
    void ranksOfSeveralHostsHaveNone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> beside(CLOCK + 1, 0, 0).begin(false, CLOCK, 0))
                .withMessageContaining("sync=window: ranks have no clock in common");
    }

    @Test
    void whatMissesItsWindowIsNotedWithItsTime() {
        OpTimer timer = new OpTimer(10);
        Windows windows = new Windows(timer::tail, mine -> List.of(mine));
        Arriving arriving =
                new Arriving(Arrival.of("window", "0:2ms:2"), () -> {}, () -> {}, Optional.of(windows), 0, 1);
        IterationParams iteration = new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.NONE, 2);
        for (int i = 0; i < 2; i++) {
            arriving.begin(iteration);
            timer.beginIteration(iteration);
            for (int call = 0; call < 2; call++) {
                timer.start();
                // The rank comes late by more than any window is long.
                arriving.await();
                timer.stop(arriving);
            }
        }
        long[] nanos = timer.chunks(0, 0).get(0).nanos();
        assertThat(nanos).hasSize(4);
        assertThat(nanos[0]).as("barriers miss nothing").isGreaterThan(2_000_000);
        assertThat(nanos[1]).isNotNegative();
        for (long told : nanos) {
            assertThat(told < 0 ? OpTimesChunk.missed(told) : told).isNotNegative();
        }
    }
}
