package dev.lockstep.comm.testkit;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;

/** {@code local} keeps the contract. It stands here because the module of local cannot depend on this one. */
class LocalContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new LocalProvider();
    }
}
