package dev.lockstep.transport.http;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class HttpContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new HttpTransport();
    }
}
