package dev.lockstep.transport.shaped;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class ShapedSocketContractTest extends TransportContract {
    private static Transports.Choice choice() {
        return ShapedTransport.on(Transports.discover().choose("socket"), "10gbit");
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
