package dev.lockstep.transport.jms;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class JmsProcessContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new JmsTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("prefetch", "4096", "ack", "client");
    }
}
