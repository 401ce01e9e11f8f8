package dev.lockstep.transport.artemis;

import dev.lockstep.transport.shaped.Switch;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.core.config.BridgeConfiguration;
import org.apache.activemq.artemis.core.config.TransformerConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.transformer.AddHeadersTransformer;

/**
 * Artemis's own bridges between two brokers, one each way, over HTTP. What comes to a topic of a broker goes into a queue of
 * the bridge as well, whoever has subscribed, so nothing that is published once they are there is missed. What a bridge has
 * brought has a property by which the other one leaves it where it is.
 *
 * <p>Artemis's federation would need one of the brokers alone to be told, but it pulls: over HTTP a broker can send what is
 * pulled only in answer to a request, and subscribing would return before what is published at the other broker comes.
 */
final class Bridges {
    private static final String NAME = "lockstep-bridge";

    private static final String BROUGHT = "lockstep_brought";

    /** More than the headers of a message. */
    private static final int HEADERS = 1 << 11;

    /** A broker that ends waits so long for the other, which may be gone. */
    private static final long ENDING_MILLIS = 1000;

    /** By threads that Artemis shares: one of a bridge's own would outlive an embedded broker, and keep its JVM. */
    private static final Map<String, Object> CONNECTION =
            Map.of(TransportConstants.USE_EPOLL_PROP_NAME, false, TransportConstants.USE_KQUEUE_PROP_NAME, false);

    private Bridges() {}

    /**
     * Joins two brokers that speak Artemis's own protocol, until they end.
     *
     * @param one its address
     * @param other that of the other
     * @param toSwitch the switch that they reach each other by; empty if there is none
     * @param largest message, in bytes
     * @throws IOException if one of them does not let itself be joined
     */
    static void join(String one, String other, String toSwitch, int largest) throws IOException {
        build(one, other, toSwitch, largest);
        build(other, one, toSwitch, largest);
    }

    private static void build(String from, String to, String toSwitch, int largest) throws IOException {
        String way = toSwitch.isEmpty() ? to : Switch.way(toSwitch, to, from);
        try (ServerLocator locator = ActiveMQClient.createServerLocator(url(from))
                        .setUseGlobalPools(false)
                        .setReconnectAttempts(0);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession()) {
            session.createAddress(SimpleString.of(Names.TOPICS + "*"), EnumSet.of(RoutingType.MULTICAST), false);
            session.createQueue(QueueConfiguration.of(NAME)
                    .setAddress(Names.TOPICS + "*")
                    .setRoutingType(RoutingType.MULTICAST)
                    .setDurable(false)
                    .setFilterString(BROUGHT + " IS NULL"));
            manage(
                    session,
                    "addConnector",
                    NAME,
                    url(way) + "&" + TransportConstants.HTTP_ENABLED_PROP_NAME + "=" + true);
            manage(session, "createBridge", bridge(largest).toJSON());
        } catch (Exception e) {
            throw new IOException(
                    "the broker at " + from + " cannot be joined to the one at " + to + ": " + Tcp.reason(e), e);
        }
    }

    private static String url(String broker) {
        List<String> parameters = new ArrayList<>();
        CONNECTION.forEach((name, value) -> parameters.add(name + "=" + value));
        return broker + "?" + String.join("&", parameters);
    }

    /** It sends no more than the other broker has room for, and splits no message. */
    private static BridgeConfiguration bridge(int largest) {
        BridgeConfiguration bridge = new BridgeConfiguration(NAME)
                .setQueueName(NAME)
                .setStaticConnectors(List.of(NAME))
                .setMinLargeMessageSize(Integer.MAX_VALUE)
                .setPendingAckTimeout(ENDING_MILLIS)
                .setTransformerConfiguration(new TransformerConfiguration(AddHeadersTransformer.class.getName())
                        .setProperties(Map.of(BROUGHT, "")));
        return bridge.setProducerWindowSize(Math.max(bridge.getProducerWindowSize(), 2 * (largest + HEADERS)));
    }

    private static void manage(ClientSession session, String operation, Object... parameters) throws Exception {
        ManagementHelper.doManagement(
                session,
                message ->
                        ManagementHelper.putOperationInvocation(message, ResourceNames.BROKER, operation, parameters),
                done -> {},
                refused -> {
                    throw new IOException(operation + ": " + ManagementHelper.getResult(refused));
                });
    }
}
