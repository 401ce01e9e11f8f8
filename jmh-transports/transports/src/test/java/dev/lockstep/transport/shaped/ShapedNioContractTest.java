package dev.lockstep.transport.shaped;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class ShapedNioContractTest extends TransportContract {
    private static Transports.Choice choice() {
        return ShapedTransport.on(Transports.discover().choose("nio"), "10gbit:delay=200us");
    }

    @Override
    protected Transport transport() {
        return choice().transport();
    }

    @Override
    protected Map<String, String> options() {
        return choice().options();
    }
}
