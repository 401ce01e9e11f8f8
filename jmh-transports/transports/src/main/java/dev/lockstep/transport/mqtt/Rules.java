package dev.lockstep.transport.mqtt;

import dev.lockstep.transport.artemis.Broker;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.paging.PagingStore;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.security.SecurityAuth;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.remoting.Connection;

/**
 * What MQTT leaves to a broker, and Artemis does for other protocols alone: a name belongs to one who subscribes to it; who says
 * something to a name that nobody has is told so; and a connection is not read while there is no room for what it sends. Artemis
 * answers both refusals by the reason "not authorized".
 */
final class Rules implements ActiveMQServerPlugin {
    private static final SimpleString NAMES = SimpleString.of(Client.NAMES.replace('/', '.'));
    private static final SimpleString GONE = SimpleString.of(Client.GONE);
    private static final SimpleString MESSAGES = SimpleString.of(Client.MESSAGES.replace('/', '.'));

    private final Set<SimpleString> taken = ConcurrentHashMap.newKeySet();
    private volatile ActiveMQServer server;

    private Rules() {}

    /** A broker that keeps them. */
    static Broker broker() {
        // A connection that is not read hears no ping.
        return new Broker("MQTT", Map.of("serverKeepAlive", 0), false, Rules::configure);
    }

    private static void configure(Configuration configuration) {
        configuration.setMqttSubscriptionPersistenceEnabled(false);
        configuration.registerBrokerPlugin(new Rules());
        // Subscriptions make them.
        configuration.getAddressSettings().get("#").setAutoCreateAddresses(true);
    }

    @Override
    public void registered(ActiveMQServer by) {
        server = by;
    }

    @Override
    public void beforeCreateQueue(QueueConfiguration queue) throws ActiveMQException {
        if (queue.getAddress().startsWith(NAMES) && !taken.add(queue.getAddress())) {
            throw new ActiveMQSecurityException("it is taken");
        }
    }

    @Override
    public void afterDestroyQueue(
            Queue queue,
            SimpleString address,
            SecurityAuth session,
            boolean checkConsumerCount,
            boolean removeConsumers,
            boolean autoDeleteAddress) {
        taken.remove(queue.getAddress());
    }

    @Override
    public void beforeSend(
            ServerSession session, Transaction tx, Message message, boolean direct, boolean noAutoCreateQueue) {
        SimpleString to = message.getAddressSimpleString();
        if (to.startsWith(NAMES) || to.equals(GONE)) {
            // It passes those that wait until others are acknowledged.
            message.setDurable(false);
        } else if (to.startsWith(MESSAGES)) {
            Connection from = session.getRemotingConnection().getTransportConnection();
            store(to).checkMemory(false, () -> from.setAutoRead(true), () -> from.setAutoRead(false), waiting -> {});
        }
    }

    private PagingStore store(SimpleString address) {
        try {
            return server.getPagingManager().getPageStore(address);
        } catch (Exception e) {
            throw new IllegalStateException("there is no room for " + address + ": " + e, e);
        }
    }

    @Override
    public void afterMessageRoute(
            Message message, RoutingContext context, boolean direct, boolean rejectDuplicates, RoutingStatus result)
            throws ActiveMQException {
        if (result == RoutingStatus.NO_BINDINGS
                && message.getAddressSimpleString().startsWith(NAMES)) {
            throw new ActiveMQSecurityException("nobody is there");
        }
    }
}
