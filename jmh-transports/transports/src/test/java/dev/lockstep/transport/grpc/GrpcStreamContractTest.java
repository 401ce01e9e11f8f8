package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class GrpcStreamContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new GrpcTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("call", "stream");
    }
}
