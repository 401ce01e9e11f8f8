package dev.lockstep.transport.mqtt;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class MqttAtMostOnceContractTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new MqttTransport();
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("broker", "embedded", "qos", "0");
    }
}
