package ${package};

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.CommunicatorContract;

class MyCommunicatorTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new MyCommunicator();
    }
}
