package dev.lockstep.system.outside;

import java.util.Map;

/** What a broker for one host serves. */
class BrokeredPerHostContractTest extends BrokeredContractTest {
    @Override
    protected Map<String, String> options() {
        return Map.of("per", "host");
    }
}
