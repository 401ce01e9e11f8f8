package dev.lockstep.transport.channel;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class UdsContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new UdsTransport();
    }
}
