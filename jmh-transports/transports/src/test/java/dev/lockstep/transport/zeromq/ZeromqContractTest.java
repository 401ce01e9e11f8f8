package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class ZeromqContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new ZeromqTransport();
    }

    /** Of two marks of 1,000 messages, which are then less than the contract lets lie between. */
    @Override
    protected int largest() {
        return 1 << 14;
    }
}
