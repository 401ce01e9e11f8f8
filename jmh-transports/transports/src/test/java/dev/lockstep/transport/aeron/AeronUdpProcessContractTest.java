package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.shm.MemoryContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class AeronUdpProcessContractTest extends MemoryContract {
    @Override
    protected Transport transport() {
        return new AeronUdpTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("wait", "park", "driver", "process");
    }
}
