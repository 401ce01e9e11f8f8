package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.inproc.InprocTransport;
import java.util.Map;

class InprocContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new InprocTransport();
    }

    /** There are more threads than cores. */
    @Override
    protected Map<String, String> options() {
        return Map.of("wait", "park");
    }
}
