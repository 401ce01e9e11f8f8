package dev.lockstep.transport.jms;

import dev.lockstep.transport.Setting;
import dev.lockstep.transport.artemis.Names;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Tcp;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQAddressExistsException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.apache.activemq.artemis.api.jms.JMSFactoryType;
import org.apache.activemq.artemis.core.client.impl.ClientSessionInternal;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;

/** A connection to the broker, which is never made again once it has ended, with threads of its own, which end with it. */
final class Client {
    /** More than all that goes with a message: addresses, identifiers and headers. */
    static final int HEADERS = 1 << 10;

    /** Bytes that a sender may have under way: Artemis's own default, or two of the largest messages if that is more. */
    private static final int WINDOW_BYTES = 1 << 16;

    /** Bytes of messages that are acknowledged together with {@code ack=dups-ok}; until then the broker keeps them. */
    private static final int DUPS_OK_BYTES = 1 << 16;

    /** How long a broker that says nothing is waited for. */
    private static final long CALL_MILLIS = TimeUnit.SECONDS.toMillis(30);

    /** How soon it is seen that a broker is silent, and by the broker that a peer is: an end of TCP is seen at once. */
    private static final long CHECK_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private static final long SILENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private final String broker;
    private final boolean persistent;
    private final ActiveMQConnectionFactory factory;
    private final Connection connection;

    private Client(Setting setting, InetSocketAddress at, Options options) throws IOException {
        broker = setting.hosted();
        persistent = options.persistent();
        factory = factory(at, setting.largest(), options);
        try {
            connection = factory.createConnection();
        } catch (JMSException | RuntimeException e) {
            factory.close();
            throw Names.unanswered(setting, e);
        }
    }

    /**
     * Connects to the broker of a setting.
     *
     * @throws IOException if there is none, or it does not answer
     */
    static Client connect(Setting setting, Options options) throws IOException {
        InetSocketAddress at = Names.broker(setting);
        try {
            return Apart.call(() -> {
                try {
                    return new Client(setting, at, options);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static ActiveMQConnectionFactory factory(InetSocketAddress at, int largest, Options options) {
        ActiveMQConnectionFactory factory = ActiveMQJMSClient.createConnectionFactoryWithoutHA(
                JMSFactoryType.CF,
                new TransportConfiguration(
                        NettyConnectorFactory.class.getName(),
                        Map.of(
                                TransportConstants.HOST_PROP_NAME,
                                at.getAddress().getHostAddress(),
                                TransportConstants.PORT_PROP_NAME,
                                at.getPort(),
                                TransportConstants.USE_GLOBAL_WORKER_POOL_PROP_NAME,
                                false,
                                TransportConstants.REMOTING_THREADS_PROPNAME,
                                1,
                                TransportConstants.USE_EPOLL_PROP_NAME,
                                false,
                                TransportConstants.USE_KQUEUE_PROP_NAME,
                                false)));
        factory.setUseGlobalPools(false);
        factory.setReconnectAttempts(0);
        factory.setInitialConnectAttempts(1);
        factory.setUseTopologyForLoadBalancing(false);
        factory.setCallTimeout(CALL_MILLIS);
        factory.setClientFailureCheckPeriod(CHECK_MILLIS);
        factory.setConnectionTTL(SILENCE_MILLIS);
        factory.setBlockOnNonDurableSend(false);
        factory.setBlockOnDurableSend(true);
        factory.setBlockOnAcknowledge(false);
        // None is split, and written into a file of its own.
        factory.setMinLargeMessageSize(Integer.MAX_VALUE);
        factory.setProducerWindowSize(Math.max(WINDOW_BYTES, 2 * (largest + HEADERS)));
        factory.setConsumerWindowSize(options.prefetch());
        factory.setDupsOKBatchSize(DUPS_OK_BYTES);
        return factory;
    }

    /** Whether messages are sent as persistent ones. */
    boolean isPersistent() {
        return persistent;
    }

    /** What JMS, or Artemis below it, does. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws JMSException, ActiveMQException;
    }

    /** The same without a result. */
    @FunctionalInterface
    interface Action {
        void run() throws JMSException, ActiveMQException;
    }

    /**
     * Calls it.
     *
     * @throws InterruptedIOException if the thread was interrupted
     * @throws IOException if it fails
     */
    <T> T call(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (JMSException | ActiveMQException | RuntimeException e) {
            if (isInterrupt(e)) {
                Thread.currentThread().interrupt();
                InterruptedIOException told = new InterruptedIOException("interrupted while it waited for the broker");
                told.initCause(e);
                throw told;
            }
            throw over(e);
        }
    }

    private static boolean isInterrupt(Throwable e) {
        return e != null
                && (e instanceof InterruptedException
                        || e instanceof ActiveMQInterruptedException
                        || isInterrupt(e.getCause()));
    }

    /** That the broker serves nobody here any more. */
    IOException over(Exception why) {
        String told = "the broker at " + broker + " has ended, or refuses: ";
        return why == null
                ? new IOException(told + "the connection is closed")
                : new IOException(told + Tcp.reason(why), why);
    }

    /** A session for messages of that mode of acknowledgement. */
    Session session(String ack) throws IOException {
        int mode = switch (ack) {
            case Options.CLIENT -> Session.CLIENT_ACKNOWLEDGE;
            case Options.DUPS_OK -> Session.DUPS_OK_ACKNOWLEDGE;
            default -> Session.AUTO_ACKNOWLEDGE;
        };
        return call(() -> connection.createSession(false, mode));
    }

    /** What JMS has no word for. */
    static ClientSessionInternal core(Session session) {
        return (ClientSessionInternal) ((ActiveMQSession) session).getCoreSession();
    }

    /** A topic, which is there until the broker ends. */
    static Topic topic(Session session, String name) throws JMSException, ActiveMQException {
        String topic = Names.TOPICS + name;
        SimpleString address = SimpleString.of(topic);
        if (!core(session).addressQuery(address).isExists()) {
            create(core(session), address);
        }
        return session.createTopic(topic);
    }

    /** Another may have been faster. */
    private static void create(ClientSessionInternal session, SimpleString topic) throws ActiveMQException {
        try {
            session.createAddress(topic, EnumSet.of(RoutingType.MULTICAST), false);
        } catch (ActiveMQAddressExistsException there) {
            return;
        }
    }

    /** What a message has. */
    byte[] bytes(BytesMessage message) throws IOException {
        return call(() -> {
            byte[] bytes = new byte[Math.toIntExact(message.getBodyLength())];
            message.readBytes(bytes);
            return bytes;
        });
    }

    void start() throws IOException {
        call(() -> {
            connection.start();
            return null;
        });
    }

    /** Ends what the broker has for this: if that fails the connection has ended, and there is nothing any more. */
    static void quietly(Action ending) {
        try {
            ending.run();
        } catch (JMSException | ActiveMQException ended) {
            return;
        }
    }

    /** Closes it, and what it has at the broker. */
    void close() {
        quietly(connection::close);
        factory.close();
    }
}
