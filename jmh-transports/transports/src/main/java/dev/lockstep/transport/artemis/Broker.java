package dev.lockstep.transport.artemis;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Folders;
import dev.lockstep.transport.support.Tcp;
import io.netty.bootstrap.Bootstrap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ActiveMQServers;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.utils.VersionLoader;

/**
 * A broker in this process, with what messages need and nothing else: no security, no JMX, no console, and all messages in memory.
 *
 * @param protocol that it speaks, as Artemis names it
 * @param parameters of that protocol, by Artemis's names
 * @param persistent whether it has a journal
 * @param more what else is to be configured
 */
public record Broker(
        String protocol, Map<String, Object> parameters, boolean persistent, Consumer<Configuration> more) {
    /** Bytes that wait for who receives at one queue, or as many as {@value #MESSAGES} of the largest messages if that is more. */
    private static final int WAITING_BYTES = 4 << 20;

    private static final int MESSAGES = 4;

    /** Of a file of the journal: Artemis's own default, or as much as {@value #MESSAGES} of the largest messages take. */
    private static final int FILE_BYTES = 10 << 20;

    /** Of what a record may have: Artemis's own default, or the largest message. */
    private static final int RECORD_BYTES = 490 << 10;

    /** More than the journal notes of a message. */
    private static final int NOTES = 1 << 14;

    private static final String TCP = "tcp";

    /**
     * That Artemis is there, in its version.
     *
     * @throws LinkageError if it is not
     */
    public static Availability.Available available() {
        List.of(ActiveMQServer.class, Bootstrap.class).forEach(Objects::requireNonNull);
        return new Availability.Available(
                "Artemis " + VersionLoader.getVersion().getFullVersion());
    }

    /**
     * Starts one, whose address is its text.
     *
     * @param setting with the address to listen at, the folder for its files, the largest message, and as what is hosted
     *     the address of the broker that it is joined to, if there is one, and behind it the switch of their link, if
     *     there is one
     * @throws IOException if it does not start; says why
     */
    public Hosted host(Setting setting) throws IOException {
        Path folder = Files.createTempDirectory(setting.folder(), "artemis-");
        ActiveMQServer server =
                ActiveMQServers.newActiveMQServer(configuration(setting, folder), null, null, persistent);
        Hosted.Resource end = () -> {
            Apart.run(() -> stop(server));
            Folders.delete(folder);
        };
        try {
            String address = start(server, setting);
            if (!setting.hosted().isEmpty()) {
                String[] other = setting.hosted().split(" ", 2);
                Bridges.join(other[0], address, other.length > 1 ? other[1] : "", setting.largest());
            }
            return new Hosted(address, end);
        } catch (IOException e) {
            end.close();
            throw e;
        }
    }

    private static String start(ActiveMQServer server, Setting setting) throws IOException {
        AtomicReference<Exception> failed = new AtomicReference<>();
        server.registerActivationFailureListener(failed::set);
        Apart.run(() -> {
            // Artemis looks for protocols here, too: with another's classes it would find those that are not its own.
            Thread.currentThread().setContextClassLoader(Broker.class.getClassLoader());
            try {
                server.start();
            } catch (Exception e) {
                failed.set(e);
            }
        });
        if (failed.get() != null) {
            throw new IOException(
                    "Artemis does not start at " + setting.address().getHostAddress() + " in " + setting.folder() + ": "
                            + Tcp.reason(failed.get()),
                    failed.get());
        }
        NettyAcceptor acceptor = (NettyAcceptor) server.getRemotingService().getAcceptor(TCP);
        return Tcp.format(new InetSocketAddress(setting.address(), acceptor.getActualPort()));
    }

    private static void stop(ActiveMQServer server) {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Artemis does not stop: " + Tcp.reason(e), e);
        }
    }

    private Configuration configuration(Setting setting, Path folder) {
        int largest = setting.largest() + NOTES;
        Configuration all = new ConfigurationImpl()
                .setName("lockstep")
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setSuppressSessionNotifications(true)
                .setCriticalAnalyzer(false)
                .setMessageExpiryScanPeriod(-1)
                // A disk that is nearly full, which is not ours, would stop all who send.
                .setMaxDiskUsage(-1)
                .setJournalType(JournalType.NIO)
                // Each message is written as it comes; Artemis would gather them for 3 ms.
                .setJournalBufferTimeout_NIO(0)
                .setJournalBufferSize_NIO(Math.max(RECORD_BYTES, largest))
                .setJournalFileSize(Math.max(FILE_BYTES, MESSAGES * largest))
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .addAcceptorConfiguration(new TransportConfiguration(
                        NettyAcceptorFactory.class.getName(),
                        Map.of(
                                TransportConstants.HOST_PROP_NAME,
                                setting.address().getHostAddress(),
                                TransportConstants.PORT_PROP_NAME,
                                0,
                                TransportConstants.PROTOCOLS_PROP_NAME,
                                protocol,
                                TransportConstants.BACKLOG_PROP_NAME,
                                Tcp.BACKLOG,
                                TransportConstants.USE_EPOLL_PROP_NAME,
                                false,
                                TransportConstants.USE_KQUEUE_PROP_NAME,
                                false),
                        TCP,
                        parameters))
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setAutoCreateAddresses(false)
                                .setAutoCreateQueues(false)
                                .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK)
                                .setMaxSizeBytes(Math.max(WAITING_BYTES, MESSAGES * largest)));
        // One that another broker knows may come before anybody here knows it.
        all.addAddressSetting(
                Names.TOPICS + "#",
                new AddressSettings().setAutoCreateAddresses(true).setAutoDeleteAddresses(false));
        more.accept(all);
        return all;
    }
}
