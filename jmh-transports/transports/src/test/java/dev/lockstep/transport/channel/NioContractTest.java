package dev.lockstep.transport.channel;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class NioContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new NioTransport();
    }
}
