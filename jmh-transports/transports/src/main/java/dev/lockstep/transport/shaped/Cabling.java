package dev.lockstep.transport.shaped;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.support.Daemon;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The connections through a switch, and where it listens for more of them. */
final class Cabling implements Closeable {
    private static final int CONNECT_MILLIS = (int) TimeUnit.SECONDS.toMillis(30);

    private final Rate rate;
    private final InetAddress address;

    /** By address, who listens there; addresses where somebody has done so; by host, its port. */
    private final Map<String, String> hosts = new ConcurrentHashMap<>();

    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final Map<String, Port> ports = new ConcurrentHashMap<>();
    private final Map<Way, ServerSocket> ways = new HashMap<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> Daemon.of("link", task));
    private boolean closed;

    /** From a host to an address. */
    private record Way(String host, String address) {}

    Cabling(Rate rate, InetAddress address) {
        this.rate = rate;
        this.address = address;
    }

    /** A host listens there. */
    void list(String at, String host) {
        gone.remove(at);
        hosts.put(at, host);
    }

    /** It does so no more: connections that are there stay. */
    void unlist(String at, String host) throws IOException {
        if (hosts.remove(at, host)) {
            gone.add(at);
            endWays(at);
        }
    }

    private synchronized void endWays(String at) throws IOException {
        List<AutoCloseable> ended = new ArrayList<>();
        ways.entrySet().removeIf(way -> way.getKey().address.equals(at) && ended.add(way.getValue()));
        Closing.all(ended);
    }

    /**
     * Where to connect to, for that address. Nobody need have said that he listens there; then its link is the address's own.
     *
     * @throws IOException if nobody listens there any more
     */
    synchronized String connect(String at, String host) throws IOException {
        if (closed || gone.contains(at)) {
            throw new IOException("nobody listens at " + at);
        }
        Way way = new Way(host, at);
        ServerSocket listener = ways.get(way);
        if (listener == null) {
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(address, 0), Tcp.BACKLOG);
            ways.put(way, listener);
            ServerSocket accepting = listener;
            threads.execute(() -> accept(way, accepting));
        }
        return Tcp.format((InetSocketAddress) listener.getLocalSocketAddress());
    }

    private void accept(Way way, ServerSocket listener) {
        try (listener) {
            while (true) {
                Socket client = listener.accept();
                // Who connects has waited for an answer, before the first byte leaves.
                long there = System.nanoTime() + 2 * rate.delayNanos();
                try {
                    threads.execute(() -> join(way, client, there));
                } catch (RejectedExecutionException closed) {
                    reset(client);
                }
            }
        } catch (IOException over) {
            forget(way, listener);
        }
    }

    private synchronized void forget(Way way, ServerSocket listener) {
        ways.remove(way, listener);
    }

    private Port port(String host) {
        return ports.computeIfAbsent(host, any -> new Port());
    }

    private void join(Way way, Socket client, long there) {
        Socket server = new Socket();
        try {
            keep(client, server);
            reach(way, server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Port from = port(way.host);
            Port to = port(hosts.getOrDefault(way.address, way.address));
            Future<?> forth = threads.submit(() -> {
                pump(client, server, from.out, to.in, there);
                return null;
            });
            pump(server, client, to.out, from.in, there);
            forth.get();
        } catch (Exception gone) {
            reset(client, server);
        } finally {
            leave(client, server);
        }
    }

    /** Who refuses listens no more, and whoever connects next is refused. */
    private void reach(Way way, Socket server) throws IOException {
        String host = hosts.get(way.address);
        try {
            server.connect(Tcp.parse(way.address), CONNECT_MILLIS);
        } catch (ConnectException e) {
            if (host != null) {
                unlist(way.address, host);
            }
            throw e;
        }
    }

    /** Until one side ends, of which the other is told: by the end of what it reads, or by a reset. */
    private void pump(Socket from, Socket to, Port.Way first, Port.Way second, long there) throws IOException {
        boolean isWhole = false;
        try {
            new Pump(from.getInputStream(), to.getOutputStream(), rate, first, second, there).run(threads);
            to.shutdownOutput();
            isWhole = true;
        } finally {
            if (!isWhole) {
                reset(from, to);
            }
        }
    }

    private synchronized void keep(Socket... both) throws IOException {
        if (closed) {
            throw new IOException("the switch is closed");
        }
        sockets.addAll(List.of(both));
    }

    private void leave(Socket... both) {
        for (Socket socket : both) {
            sockets.remove(socket);
            end(socket);
        }
    }

    private static void reset(Socket... both) {
        for (Socket socket : both) {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException closed) {
                continue;
            }
            end(socket);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(ways.values());
            all.addAll(sockets);
        }
        Closing.all(all);
        threads.shutdownNow();
    }
}
