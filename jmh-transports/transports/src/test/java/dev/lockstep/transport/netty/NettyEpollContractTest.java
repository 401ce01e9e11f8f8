package dev.lockstep.transport.netty;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class NettyEpollContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new NettyTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("io", "epoll");
    }
}
