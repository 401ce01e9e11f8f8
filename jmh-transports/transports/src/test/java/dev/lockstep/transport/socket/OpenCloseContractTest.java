package dev.lockstep.transport.socket;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class OpenCloseContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new OpenCloseTransport();
    }
}
