package dev.lockstep.transport.mqtt;

import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import dev.lockstep.spi.Availability;
import dev.lockstep.transport.artemis.Broker;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.Objects;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTReasonCodes;

/** The answer whether Artemis and the client are there. A class of its own, which may fail to load. */
final class Found {
    private Found() {}

    static Availability availability() {
        List.of(MQTTReasonCodes.class, MqttDecoder.class, Mqtt5Client.class, Schedulers.class)
                .forEach(Objects::requireNonNull);
        return Broker.available();
    }
}
