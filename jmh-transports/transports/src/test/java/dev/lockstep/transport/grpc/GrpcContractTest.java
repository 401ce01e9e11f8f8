package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class GrpcContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new GrpcTransport();
    }
}
