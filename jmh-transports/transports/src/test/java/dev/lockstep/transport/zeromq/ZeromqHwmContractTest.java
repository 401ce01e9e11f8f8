package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class ZeromqHwmContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new ZeromqTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("hwm", "2");
    }
}
