package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkTest {
    private static final long NANOS = 5_000_000;

    private final Work work = new Work();

    @Test
    void computesAtLeastForAsLongAsItIsTold() {
        long start = System.nanoTime();
        work.compute(NANOS);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(NANOS);
    }

    @Test
    void moreIsDoneTheLongerItComputes() {
        work.compute(0);
        assertThat(work.done()).isZero();
        work.compute(NANOS);
        double once = work.done();
        assertThat(once).isPositive();
        work.compute(NANOS);
        assertThat(work.done()).isGreaterThan(once).isLessThan(1);
    }
}
