package dev.lockstep.transport.socket;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class SocketContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new SocketTransport();
    }
}
