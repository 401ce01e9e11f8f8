package dev.lockstep.transport.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The JDK's server, of HTTP/1.1. */
final class JdkServing implements Serving {
    private static final int SECONDS_TO_END = 10;

    private final HttpServer server;
    private final ThreadGroup group = new ThreadGroup("lockstep-http");
    private final ExecutorService threads = Executors.newCachedThreadPool(this::thread);

    /**
     * One that listens.
     *
     * @param forOne whether a connection ends with its first response
     */
    JdkServing(InetSocketAddress at, boolean forOne, Taker taker) throws IOException {
        server = HttpServer.create(at, Tcp.BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", exchange -> taker.take(new JdkExchange(exchange, forOne)));
        server.start();
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(group, task, "lockstep-http");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        if (Thread.currentThread().getThreadGroup() != group) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        boolean interrupted = Thread.interrupted();
        try {
            threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** As the JDK has it. */
    private record JdkExchange(HttpExchange exchange, boolean forOne) implements Exchange {
        @Override
        public String what() {
            return exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        }

        @Override
        public long length() {
            String said = exchange.getRequestHeaders().getFirst("Content-Length");
            return said == null ? -1 : Long.parseLong(said);
        }

        @Override
        public InputStream body() {
            return exchange.getRequestBody();
        }

        @Override
        public void respond(int status) throws IOException {
            begin(status, 0);
            exchange.close();
        }

        @Override
        public void respondLast() throws IOException {
            exchange.getResponseHeaders().set("Connection", "close");
            respond(HttpEndpoint.NO_CONTENT);
        }

        @Override
        public void respond(ByteBuffer answer) throws IOException {
            begin(HttpEndpoint.OK, answer.remaining());
            if (answer.hasRemaining()) {
                byte[] bytes = new byte[answer.remaining()];
                answer.get(answer.position(), bytes);
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        }

        /** To the JDK 0 is a body of any length, and -1 one of none. */
        private void begin(int status, int length) throws IOException {
            exchange.getResponseHeaders().set(HttpEndpoint.PEER, HttpEndpoint.PEER_OF);
            if (forOne) {
                exchange.getResponseHeaders().set("Connection", "close");
            }
            exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
        }
    }
}
