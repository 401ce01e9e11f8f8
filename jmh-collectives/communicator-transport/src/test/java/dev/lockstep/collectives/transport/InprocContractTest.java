package dev.lockstep.collectives.transport;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.CommunicatorContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class InprocContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new TransportProvider();
    }
}
