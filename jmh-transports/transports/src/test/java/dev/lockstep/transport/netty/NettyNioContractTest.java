package dev.lockstep.transport.netty;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class NettyNioContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new NettyTransport();
    }
}
