package dev.lockstep.transport.communicator;

import java.util.Map;

class SharedYieldingContractTest extends SharedContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("calls", "nonblocking", "threads", "many", "wait", "yield");
    }
}
