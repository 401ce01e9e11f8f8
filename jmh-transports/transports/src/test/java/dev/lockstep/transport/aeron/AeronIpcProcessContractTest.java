package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.shm.MemoryContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class AeronIpcProcessContractTest extends MemoryContract {
    @Override
    protected Transport transport() {
        return new AeronIpcTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("wait", "park", "driver", "process");
    }
}
