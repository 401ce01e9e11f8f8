package dev.lockstep.harness;

import dev.lockstep.harness.machine.HostAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets two peers find each other's listening socket, for benchmarks that bring their own transport. Each listens on the
 * address by which its process reaches the harness, which the others can reach too; where that is loopback but another
 * rank's is not, on one of an interface. Then all ranks exchange their addresses.
 */
public final class Rendezvous {
    private final Rank rank;
    private final int peer;
    private final InetAddress local;

    /**
     * Prepares this rank's part; all ranks make one, and then call the same methods in the same order.
     *
     * @param peer the other's rank
     * @throws IOException if this host has no address that the others can reach
     */
    public Rendezvous(Rank rank, int peer) throws IOException {
        this.rank = rank;
        this.peer = peer;
        List<InetAddress> all = new ArrayList<>();
        for (String address : rank.exchange(rank.address().getHostAddress())) {
            all.add(InetAddress.getByName(address));
        }
        this.local = HostAddress.reachable(rank.address(), all);
    }

    /** The address where this rank listens. */
    public InetAddress address() {
        return local;
    }

    /** Listens on a free port; the caller closes the socket. */
    public ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, local);
    }

    /**
     * Tells the others where this one listens; returns the peer's address.
     *
     * @throws IOException if that is none
     */
    public InetSocketAddress exchange(ServerSocket listener) throws IOException {
        String mine = listener.getInetAddress().getHostAddress() + " " + listener.getLocalPort();
        String[] theirs = rank.exchange(mine).get(peer).split(" ");
        return new InetSocketAddress(InetAddress.getByName(theirs[0]), Integer.parseInt(theirs[1]));
    }
}
