package dev.lockstep.transport.http2;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.SessionContainer;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.PrefaceFrame;
import org.eclipse.jetty.http2.hpack.HpackEncoder;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.LoggerFactory;

/** Jetty's server and client, which share their threads. */
final class Listening implements Closeable {
    /** Jetty asks for one each to accept and to select, and for some to serve. */
    private static final int MOST_THREADS = 200;

    private final Server server;
    private final Http2 http2;
    private final Connector connector;
    private final HTTP2Client client;

    Listening(InetSocketAddress at, ServerSessionListener sessions) throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 1);
        threads.setName("lockstep-http2");
        threads.setDaemon(true);
        Scheduler timer = new ScheduledExecutorScheduler("lockstep-http2-timer", true);
        server = new Server(threads, timer, null);
        http2 = new Http2(sessions);
        // As many as there are threads that send.
        http2.setMaxConcurrentStreams(Integer.MAX_VALUE);
        http2.setStreamIdleTimeout(0);
        // Messages at a high rate are no attack.
        http2.setRateControlFactory(new RateControl.Factory() {});
        connector = new Connector(server, http2);
        connector.setHost(at.getAddress().getHostAddress());
        connector.setPort(at.getPort());
        connector.setAcceptQueueSize(Tcp.BACKLOG);
        connector.setIdleTimeout(0);
        server.addConnector(connector);
        ClientConnector outgoing = new ClientConnector();
        outgoing.setSelectors(1);
        outgoing.setExecutor(threads);
        outgoing.setScheduler(timer);
        outgoing.setIdleTimeout(Duration.ZERO);
        // The caller has a time of its own; Jetty fails without one.
        outgoing.setConnectTimeout(Duration.ofDays(1));
        client = new HTTP2Client(outgoing);
        client.setStreamIdleTimeout(0);
        try {
            server.start();
            client.start();
        } catch (Exception e) {
            close();
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    static String version() {
        // One of each library.
        List.of(
                        HTTP2Client.class,
                        RawHTTP2ServerConnectionFactory.class,
                        Session.class,
                        HpackEncoder.class,
                        MetaData.class,
                        ClientConnector.class,
                        Server.class,
                        LoggerFactory.class)
                .forEach(Objects::requireNonNull);
        return "Jetty " + Jetty.VERSION;
    }

    HTTP2Client client() {
        return client;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /** Ends both, and waits for their threads. What is under way leaves first, to peers that take it. */
    @Override
    public void close() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            connector.refuse();
            Closing.all(List.of(client::stop, this::awaitPeers, server::stop, connector::closeAccepted));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitPeers() {
        try {
            Http2Outbox.await(http2.getBean(SessionContainer.class).shutdown(), Http2Outbox.LINGER_NANOS);
        } catch (IOException e) {
            // Who has not left by then is left.
            return;
        }
    }

    /**
     * HTTP/2 once all of the client's first frame is there: Jetty's parser takes the rest of one that comes in pieces for
     * the next frame, and answers nothing.
     */
    private static final class Http2 extends RawHTTP2ServerConnectionFactory implements ConnectionFactory.Detecting {
        private static final int BEGIN = PrefaceFrame.PREFACE_BYTES.length;

        Http2(ServerSessionListener sessions) {
            super(new HttpConfiguration(), sessions);
        }

        @Override
        public Detection detect(ByteBuffer begun) {
            int length = begun.remaining();
            int different = begun.mismatch(ByteBuffer.wrap(PrefaceFrame.PREFACE_BYTES));
            if (different >= 0 && different < Math.min(length, BEGIN)) {
                // The parser says so.
                return Detection.RECOGNIZED;
            }
            int settings = BEGIN + Frame.HEADER_LENGTH;
            boolean whole =
                    length >= settings && length >= settings + (begun.getInt(begun.position() + BEGIN) >>> Byte.SIZE);
            return whole ? Detection.RECOGNIZED : Detection.NEED_MORE_BYTES;
        }
    }

    /**
     * One that knows what it has accepted: Jetty forgets a connection that it accepts while it stops, and leaves it open.
     * The selector's thread accepts, for a thread of its own is interrupted then, and what the JDK has accepted at that
     * moment is lost.
     */
    private static final class Connector extends ServerConnector {
        private final Set<Socket> accepted =
                Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
        private volatile boolean closed;

        Connector(Server server, Http2 http2) {
            super(server, 0, 1, new DetectorConnectionFactory(http2));
        }

        @Override
        protected void configure(Socket socket) {
            super.configure(socket);
            accepted.add(socket);
            if (closed) {
                IO.close(socket);
            }
        }

        /** Listens no more. */
        void refuse() {
            IO.close((ServerSocketChannel) getTransport());
        }

        /** Closes what Jetty has not, and what may still come. */
        void closeAccepted() {
            closed = true;
            Set<Socket> left;
            synchronized (accepted) {
                left = Set.copyOf(accepted);
            }
            left.forEach(IO::close);
        }
    }
}
