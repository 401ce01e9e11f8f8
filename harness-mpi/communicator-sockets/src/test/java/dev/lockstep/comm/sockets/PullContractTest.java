package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.CommunicatorContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class PullContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new OneJvm(new PullProvider());
    }
}
