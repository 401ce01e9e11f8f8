package dev.lockstep.transport.jms;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.artemis.Broker;
import jakarta.jms.Message;
import java.util.List;
import java.util.Objects;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The answer whether Artemis is there. A class of its own, which may fail to load. */
final class Found {
    private Found() {}

    static Availability availability() {
        List.of(ActiveMQConnectionFactory.class, Message.class).forEach(Objects::requireNonNull);
        return Broker.available();
    }
}
