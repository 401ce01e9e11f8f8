package dev.lockstep.transport.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PauseTest {
    @ParameterizedTest
    @ValueSource(longs = {-1_000, 0, 1_000, 250_000, 3_000_000})
    void endsNoSoonerThanItShould(long nanos) throws InterruptedException {
        long time = System.nanoTime() + nanos;
        Pause.until(time);
        assertThat(System.nanoTime() - time).isNotNegative();
    }

    @Test
    void isBrokenOffByAnInterrupt() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> Pause.until(System.nanoTime() + TimeUnit.HOURS.toNanos(1)));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void sleepsIfMuchIsLeftAndSpinsOtherwise() {
        assertThat(Pause.some(1_000_000)).isTrue();
        assertThat(Pause.some(100_000)).isFalse();
    }
}
