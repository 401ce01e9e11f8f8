package dev.lockstep.system.outside;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

/** What a broker for the whole job serves. */
class BrokeredContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new BrokeredTransport();
    }
}
