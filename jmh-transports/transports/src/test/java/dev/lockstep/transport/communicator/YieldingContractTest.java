package dev.lockstep.transport.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.spi.Availability;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that let others run while they wait. */
class YieldingContractTest extends CommunicatorContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("calls", "nonblocking", "threads", "one", "wait", "yield");
    }

    /** A blocking call waits in the library. */
    @ParameterizedTest
    @CsvSource({
        "blocking, yield, 'wait=yield needs calls=nonblocking', 'add calls=nonblocking'",
        "nonblocking, doze, 'wait is ''doze''; it can be library, spin, yield, park', choose"
    })
    void whatCannotWaitSoSaysWhatWouldBeRight(String calls, String wait, String reason, String remedy) {
        assertThat(transport().availability(Map.of("calls", calls, "threads", "one", "wait", wait)))
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        refused -> assertThat(refused.toString()).contains(reason, remedy));
    }
}
