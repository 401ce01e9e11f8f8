package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Transport;

/** That a transport with a flaw fails is only worth something if the one without it passes. */
class UdpContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new UdpTransport();
    }
}
