package dev.lockstep.transport.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.spi.Availability;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that let others run while they wait. */
class YieldingContractTest extends CommunicatorContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("calls", "nonblocking", "threads", "one", "wait", "yield");
    }

    @Test
    void aBlockingCallWaitsInTheLibrary() {
        Map<String, String> options = Map.of("calls", "blocking", "threads", "one", "wait", "yield");
        assertThat(transport().availability(options))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        refused -> assertThat(refused.toString())
                                .contains("wait=yield needs calls=nonblocking", "add calls=nonblocking"));
    }

    @Test
    void otherWaysToWaitAreNamed() {
        Map<String, String> options = Map.of("calls", "nonblocking", "threads", "one", "wait", "doze");
        assertThat(transport().availability(options))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        refused -> assertThat(refused.reason())
                                .contains("wait is 'doze'; it can be library, spin, yield, park"));
    }
}
