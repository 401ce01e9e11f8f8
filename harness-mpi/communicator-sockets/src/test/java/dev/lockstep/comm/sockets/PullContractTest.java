package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.CommunicatorContract;
import dev.lockstep.comm.testkit.RanksTogether;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class PullContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new RanksTogether(new PullProvider());
    }
}
