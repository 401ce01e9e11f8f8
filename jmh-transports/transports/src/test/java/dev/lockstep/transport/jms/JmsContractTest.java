package dev.lockstep.transport.jms;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class JmsContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new JmsTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("broker", "embedded");
    }
}
