package dev.lockstep.transport.netty;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class NettyOtherVersionContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return Transports.discover()
                .choose("netty:jars=" + NettyVersionsTest.OTHER)
                .transport();
    }
}
