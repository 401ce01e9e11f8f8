package dev.lockstep.transport.http2;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class Http2ContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new Http2Transport();
    }
}
