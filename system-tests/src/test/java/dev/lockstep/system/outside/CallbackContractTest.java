package dev.lockstep.system.outside;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

/** What is given to a receiver. */
class CallbackContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new CallbackTransport();
    }
}
