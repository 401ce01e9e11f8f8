package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.link.OpTimesChunk;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class OpTimerTest {
    private static final IterationParams WARMUP = new IterationParams(IterationType.WARMUP, 3, TimeValue.NONE, 10);
    private static final IterationParams MEASURED =
            new IterationParams(IterationType.MEASUREMENT, 4, TimeValue.NONE, 10);

    /** Of ranks that nothing holds together. */
    private static final Arriving FREE =
            new Arriving(Arrival.of("none", "none"), () -> {}, () -> {}, Optional.empty(), 0, 1);

    private static void calls(OpTimer timer, IterationParams iteration, int n) {
        timer.beginIteration(iteration);
        for (int i = 0; i < n; i++) {
            timer.start();
            timer.stop(FREE);
        }
    }

    private static LongStream nanos(List<OpTimesChunk> chunks) {
        return chunks.stream().flatMapToLong(c -> Arrays.stream(c.nanos()));
    }

    @Test
    void warmUpIsForgottenAndEveryMeasuredIterationHasAnEqualShareOfTheRoom() {
        OpTimer timer = new OpTimer(40);
        calls(timer, WARMUP, 1000);
        calls(timer, MEASURED, 5);
        assertThat(timer.chunks(2, 1)).singleElement().satisfies(chunk -> {
            assertThat(chunk.rank()).isEqualTo(2);
            assertThat(chunk.thread()).isEqualTo(1);
            assertThat(chunk.calls()).isEqualTo(5);
            assertThat(chunk.recorded()).isEqualTo(5);
            assertThat(chunk.nanos()).hasSize(5);
        });
        calls(timer, MEASURED, 1000);
        OpTimesChunk chunk = timer.chunks(0, 0).get(0);
        assertThat(chunk.calls()).isEqualTo(1005);
        assertThat(chunk.recorded()).isEqualTo(15);
    }

    @Test
    void aPauseBetweenCallsIsNotTimed() {
        OpTimer timer = new OpTimer(100);
        timer.beginIteration(MEASURED);
        for (int i = 0; i < 3; i++) {
            long before = System.nanoTime();
            while (System.nanoTime() < before + 3_000_000) {
                Thread.onSpinWait();
            }
            timer.start();
            timer.mark();
        }
        // The first one, too, has a beginning. Of three, the system can hardly hold up all.
        assertThat(nanos(timer.chunks(0, 0))).hasSize(3).anyMatch(nanos -> nanos < 3_000_000);
    }

    @Test
    void aCallLastsFromStartToStop() {
        OpTimer timer = new OpTimer(100);
        timer.beginIteration(MEASURED);
        timer.start();
        long before = System.nanoTime();
        while (System.nanoTime() < before + 3_000_000) {
            Thread.onSpinWait();
        }
        timer.stop(FREE);
        assertThat(nanos(timer.chunks(0, 0))).singleElement().matches(nanos -> nanos >= 3_000_000);
    }

    /** Between two iterations a rank does other things. */
    @Test
    void theFirstMarkOfAnIterationOnlyOpensTheClock() {
        OpTimer timer = new OpTimer(100);
        for (int iteration = 0; iteration < 3; iteration++) {
            timer.beginIteration(MEASURED);
            for (int i = 0; i < 5; i++) {
                timer.mark();
            }
        }
        OpTimesChunk chunk = timer.chunks(0, 0).get(0);
        assertThat(chunk.calls()).isEqualTo(15);
        assertThat(chunk.recorded()).isEqualTo(12);
    }

    /** As with the other marks, the first is only counted, so that ranks which mark in either way have equally many. */
    @Test
    void aCallMayHaveBegunAtATimeOfItsOwn() {
        OpTimer timer = new OpTimer(100);
        timer.beginIteration(MEASURED);
        long earlier = System.nanoTime() - 5_000_000_000L;
        timer.mark(earlier);
        timer.mark(earlier);
        timer.mark(earlier + 1_000_000_000L);
        OpTimesChunk chunk = timer.chunks(0, 0).get(0);
        assertThat(chunk.calls()).isEqualTo(3);
        assertThat(chunk.nanos()).hasSize(2);
        assertThat(chunk.nanos()[0]).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(chunk.nanos()[1]).isGreaterThanOrEqualTo(4_000_000_000L);
    }

    @Test
    void manyCallsAreSentInChunksWithoutGaps() {
        int n = 2 * OpTimesChunk.MAX_LENGTH + 1;
        OpTimer timer = new OpTimer(4 * n);
        calls(timer, MEASURED, n);
        List<OpTimesChunk> chunks = timer.chunks(0, 0);
        assertThat(chunks).extracting(OpTimesChunk::offset).containsExactly(0, OpTimesChunk.MAX_LENGTH, n - 1);
        assertThat(nanos(chunks).count()).isEqualTo(n);
    }

    @Test
    void aProcessOfManyThreadsTakesNoMoreMemoryThanOneOfEight() {
        assertThat(OpTimer.capacity(1)).isEqualTo(OpTimesChunk.MAX_RECORDED);
        assertThat(OpTimer.capacity(8)).isEqualTo(OpTimesChunk.MAX_RECORDED);
        assertThat(OpTimer.capacity(64)).isEqualTo(OpTimesChunk.MAX_RECORDED / 8);
    }
}
