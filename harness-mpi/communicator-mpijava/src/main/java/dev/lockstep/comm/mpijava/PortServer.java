package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.ports.Callers;
import dev.lockstep.comm.ports.PeerUser;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The server by which processes of MPJ Express's {@code niodev} meet. Each says on which ports it listens and which
 * rank it is; once all have, each is told the addresses of all (observed of MPJ Express 0.44). Then nobody else can
 * come. A caller that says anything else is disconnected, and so is another user of this host, who would take a rank's
 * place.
 */
final class PortServer implements AutoCloseable {
    /** The greeting as DataOutputStream.writeUTF writes it. */
    private static final byte[] GREETING = "\0\fSending Info".getBytes(StandardCharsets.US_ASCII);

    private static final int GREETING_SECONDS = 10;
    private static final int MAX_STRANGERS = 16;

    /** The length of the queue: where it is full, a rank's system tries again after a second, then three. */
    private static final int BACKLOG = 256;

    private final ServerSocket server;
    private final int ranks;
    private final boolean beyondThisHost;
    private final Listener listener;
    private final Callers callers;
    private final Map<Integer, Peer> peers = new TreeMap<>();
    private final Thread accepting;

    /** A listener, called by any thread. */
    interface Listener {
        /** A rank has come; all of them have before {@link #allTold} or {@link #untold}. */
        void joined(int rank);

        /** All ranks have been told of each other. */
        void allTold();

        /** A rank that had come could not be told of the others. */
        void untold(int rank, IOException reason);
    }

    /** A process that waits to be told of the others. */
    private record Peer(Socket socket, int writePort, int readPort) {}

    /** Begins to listen: on the loopback address, unless some ranks are on other hosts. */
    PortServer(int ranks, boolean beyondThisHost, Listener listener) throws IOException {
        this(ranks, beyondThisHost, GREETING_SECONDS, listener);
    }

    /** One that waits so long for the greeting of whoever has connected. */
    PortServer(int ranks, boolean beyondThisHost, int greetingSeconds, Listener listener) throws IOException {
        this.ranks = ranks;
        this.beyondThisHost = beyondThisHost;
        this.listener = listener;
        server = new ServerSocket(0, ranks + BACKLOG, beyondThisHost ? null : InetAddress.getByName("127.0.0.1"));
        callers = new Callers(ranks + MAX_STRANGERS, greetingSeconds);
        accepting = daemon(this::accept);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "mpj-ports");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Addresses by which it may be reached, with the port, joined by commas. */
    String addresses() throws IOException {
        if (!beyondThisHost) {
            return "127.0.0.1:" + server.getLocalPort();
        }
        // Those of version 4 first: niodev takes a name or an address, and every network has them.
        return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .sorted(Comparator.comparing(address -> !(address instanceof Inet4Address)))
                .map(address -> address.getHostAddress() + ":" + server.getLocalPort())
                .collect(Collectors.joining(","));
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                callers.receive(socket);
                daemon(() -> greet(socket));
            } catch (IOException e) {
                // It was closed: nobody is waited for any more.
                return;
            }
        }
    }

    private void greet(Socket socket) {
        try {
            if (PeerUser.isAnothers(socket) || !greeted(socket)) {
                callers.drop(socket);
            }
        } catch (IOException e) {
            // A rank that only tried whether this can be reached, or a stranger.
            callers.drop(socket);
        }
    }

    private boolean greeted(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        if (!Arrays.equals(in.readNBytes(GREETING.length), GREETING)) {
            return false;
        }
        Peer peer = new Peer(socket, in.readInt(), in.readInt());
        int rank = in.readInt();
        return rank >= 0 && rank < ranks && callers.letIn(socket) && add(rank, peer);
    }

    private boolean add(int rank, Peer peer) throws IOException {
        List<Peer> complete = List.of();
        synchronized (peers) {
            if (peers.putIfAbsent(rank, peer) != null) {
                return false;
            }
            // Within the lock: all have joined before any is told.
            listener.joined(rank);
            if (peers.size() == ranks) {
                complete = List.copyOf(peers.values());
            }
        }
        if (!complete.isEmpty()) {
            close();
            tell(complete);
        }
        return true;
    }

    private void tell(List<Peer> all) {
        StringBuilder text = new StringBuilder("#Peer Information");
        for (int rank = 0; rank < ranks; rank++) {
            Peer peer = all.get(rank);
            text.append(';')
                    .append(peer.socket.getInetAddress().getHostAddress())
                    .append('@')
                    .append(peer.readPort)
                    .append('@')
                    .append(peer.writePort)
                    .append('@')
                    .append(rank);
        }
        boolean told = true;
        for (int rank = 0; rank < ranks; rank++) {
            try (Socket socket = all.get(rank).socket) {
                new DataOutputStream(socket.getOutputStream()).writeUTF(text.toString());
            } catch (IOException e) {
                // The others must not wait for it: whoever listens ends them.
                told = false;
                listener.untold(rank, e);
            }
        }
        if (told) {
            listener.allTold();
        }
    }

    /** Nobody can connect any more once this has returned: a port is open for as long as a thread accepts there. */
    @Override
    public void close() throws IOException {
        server.close();
        callers.close();
        try {
            accepting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
