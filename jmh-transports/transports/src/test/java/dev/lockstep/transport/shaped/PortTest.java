package dev.lockstep.transport.shaped;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortTest {
    private static final long SECOND = 1_000_000_000;

    private final Port.Way way = new Port().out;

    @Test
    void bytesPassOneAfterTheOther() {
        assertThat(way.pass(100, 50)).isEqualTo(150);
        assertThat(way.pass(110, 50)).isEqualTo(200);
        assertThat(way.pass(290, 50)).isEqualTo(340);
    }

    /** Whatever the clock's origin is. */
    @Test
    void theFirstBytesBeginAtOnce() {
        assertThat(way.pass(-SECOND, 50)).isEqualTo(-SECOND + 50);
    }
}
