package ${package};

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class MyTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new MyTransport();
    }
}
