package dev.lockstep.transport.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The JDK's server, of HTTP/1.1. */
public final class Serving implements Closeable {
    private static final int SECONDS_TO_END = 10;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(Serving::thread);

    /**
     * One that listens, and gives requests to the taker in threads of its own.
     *
     * @throws IOException if it cannot listen there
     */
    public Serving(InetSocketAddress at, HttpHandler taker) throws IOException {
        server = HttpServer.create(at, Tcp.BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", taker);
        server.start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lockstep-http");
        thread.setDaemon(true);
        return thread;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Takes no more, and ends its connections. */
    void stop() {
        server.stop(0);
    }

    /** Ends it, and waits for its threads. */
    @Override
    public void close() {
        stop();
        threads.shutdown();
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
}
