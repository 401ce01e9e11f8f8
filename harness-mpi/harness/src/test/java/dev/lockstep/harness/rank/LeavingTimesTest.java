package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.LongBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeavingTimesTest {
    private static final long CLOCK = 7;

    @Test
    void skewIsTheMedianOverBarriersOfTheFirstAgainstTheLast() {
        // Apart by 30, 5 and 1000.
        assertThat(skew(3, left(100, 200, 300), left(90, 205, 1300), left(120, 201, 700)))
                .isEqualTo(30);
    }

    @Test
    void clocksMayOverflow() {
        assertThat(skew(1, left(Long.MAX_VALUE), left(Long.MIN_VALUE + 41))).isEqualTo(42);
    }

    @Test
    void ranksWithSeveralClocksWithoutBarriersOrAloneHaveNone() {
        assertThat(skew(1, left(100), LongBuffer.wrap(new long[] {8, 100}))).isNaN();
        assertThat(skew(0, left(), left())).isNaN();
        assertThat(skew(1, left(100))).isNaN();
    }

    private static double skew(int barriers, LongBuffer... ranks) {
        return LeavingTimes.skew(List.of(ranks), barriers);
    }

    private static LongBuffer left(long... nanos) {
        LongBuffer said = LongBuffer.allocate(1 + nanos.length).put(CLOCK);
        for (long at : nanos) {
            said.put(at);
        }
        return said.flip();
    }
}
