package dev.lockstep.transport;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two peers find each other's listening socket: they tell each other their host names over the communicator, listen on the
 * loopback address if the names are equal and else on one that other hosts can reach, and tell each other where.
 */
final class Rendezvous {
    private static final int TAG = 2;
    private static final int LONGEST_TEXT = 512;

    private final Communicator comm;
    private final int peer;
    private final InetAddress local;

    /** Both peers of a pair make one, and then call the same methods in the same order. */
    Rendezvous(Communicator comm, int peer) throws IOException {
        this.comm = comm;
        this.peer = peer;
        String host = InetAddress.getLocalHost().getHostName();
        this.local = swap(host).equals(host)
                ? InetAddress.getLoopbackAddress()
                : reachable(InetAddress.getLocalHost(), interfaceAddresses());
    }

    /** Listens on a free port. */
    ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, local);
    }

    /** Tells the peer where this one listens, and learns where it does. */
    InetSocketAddress exchange(ServerSocket listener) throws IOException {
        String[] theirs = swap(listener.getInetAddress().getHostAddress() + " " + listener.getLocalPort())
                .split(" ");
        return new InetSocketAddress(InetAddress.getByName(theirs[0]), Integer.parseInt(theirs[1]));
    }

    /** Many systems resolve their own name to 127.0.1.1, which no other host can reach. */
    static InetAddress reachable(InetAddress ofHostName, List<InetAddress> ofInterfaces) throws IOException {
        if (!ofHostName.isLoopbackAddress()) {
            return ofHostName;
        }
        Optional<InetAddress> found = ofInterfaces.stream()
                .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress())
                .findFirst();
        return found.orElseThrow(() -> new IOException(
                "the peer is on another host, and this one has no address that it could reach, only " + ofInterfaces));
    }

    private static List<InetAddress> interfaceAddresses() throws IOException {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.flatMap(NetworkInterface::inetAddresses).toList();
        }
    }

    private String swap(String mine) {
        byte[] text = mine.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = comm.allocate(text.length);
        out.put(text).flip();
        ByteBuffer in = comm.allocate(LONGEST_TEXT);
        Status status = new Status();
        comm.sendRecv(out, peer, TAG, in, peer, TAG, status);
        byte[] theirs = new byte[status.bytes()];
        in.get(theirs);
        return new String(theirs, StandardCharsets.UTF_8);
    }
}
