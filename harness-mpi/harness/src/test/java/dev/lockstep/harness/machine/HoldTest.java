package dev.lockstep.harness.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HoldTest {
    private static final Hold HOLD = new Hold(2000, 6, 50.6, 1e2 / 3 + 50);

    @Test
    void aRankIsToldAllOfIt() {
        assertEquals(HOLD, Hold.of(HOLD.environment()));
        assertEquals(Map.of(Hold.VARIABLE, "2000 6 50.6 83.33333333333334"), HOLD.environment());
        assertEquals(Hold.NONE, Hold.of(Hold.NONE.environment()));
        assertTrue(Hold.NONE.environment().isEmpty());
    }

    @Test
    void warmUpDoesNotWait() {
        assertEquals(0, HOLD.nanos(5));
        assertEquals(2_000_000_000L, HOLD.nanos(6));
        assertEquals(0, Hold.NONE.nanos(6));
    }

    @Test
    void whatIsNearerOrFartherIsElsewhere() {
        assertTrue(HOLD.isElsewhere(50));
        assertFalse(HOLD.isElsewhere(62));
        assertTrue(HOLD.isElsewhere(330));
    }
}
