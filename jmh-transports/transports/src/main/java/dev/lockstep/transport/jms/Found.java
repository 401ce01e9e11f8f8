package dev.lockstep.transport.jms;

import dev.lockstep.spi.Availability;
import io.netty.bootstrap.Bootstrap;
import jakarta.jms.Message;
import java.util.List;
import java.util.Objects;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.utils.VersionLoader;

/** The answer whether Artemis is there. A class of its own, which may fail to load. */
final class Found {
    private Found() {}

    static Availability availability() {
        List.of(ActiveMQServer.class, ActiveMQConnectionFactory.class, Message.class, Bootstrap.class)
                .forEach(Objects::requireNonNull);
        return new Availability.Available(
                "Artemis " + VersionLoader.getVersion().getFullVersion());
    }
}
