package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.shm.MemoryContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class AeronUdpContractTest extends MemoryContract {
    @Override
    protected Transport transport() {
        return new AeronUdpTransport();
    }
}
