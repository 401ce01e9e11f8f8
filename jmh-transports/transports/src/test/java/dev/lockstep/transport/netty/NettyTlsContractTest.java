package dev.lockstep.transport.netty;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class NettyTlsContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new NettyTlsTransport();
    }
}
