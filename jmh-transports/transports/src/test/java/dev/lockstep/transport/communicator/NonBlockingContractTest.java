package dev.lockstep.transport.communicator;

import java.util.Map;

class NonBlockingContractTest extends CommunicatorContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("calls", "nonblocking", "threads", "one", "wait", "library");
    }
}
