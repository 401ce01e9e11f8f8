package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a rank's thread has of a transport: an endpoint, and the addresses of the other ranks' endpoints. */
public final class Peer {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final int rank;
    private final Endpoint endpoint;
    private final List<String> addresses;
    private final Path folder;
    private Outbox outbox;

    private Peer(int rank, Endpoint endpoint, List<String> addresses, Path folder) {
        this.rank = rank;
        this.endpoint = endpoint;
        this.addresses = addresses;
        this.folder = folder;
    }

    /**
     * Opens an endpoint, and tells the other ranks where it is, which do the same.
     *
     * @param setting but for the address and the communicator; the folder, of its own and empty, is removed with it
     */
    static Peer open(Rank rank, Transport transport, Setting setting) throws IOException {
        Endpoint endpoint = transport.open(complete(rank, setting));
        return new Peer(rank.rank(), endpoint, rank.exchange(endpoint.address()), setting.folder());
    }

    /** A setting with the address and the communicator; all ranks do so together. */
    static Setting complete(Rank rank, Setting setting) throws IOException {
        return setting.withAddress(new Rendezvous(rank, rank.rank()).address()).withGiven(rank.comm());
    }

    /** Has another thread of the rank take its part in what {@link #open} does with all ranks, and tell of this peer. */
    void tell(Rank rank) throws IOException {
        new Rendezvous(rank, rank.rank());
        rank.exchange(endpoint.address());
    }

    /**
     * Which rank it plays with, and who sends first.
     *
     * @throws IllegalArgumentException if the number of ranks is odd
     */
    public Pair pair() {
        return Pair.of(rank, addresses.size());
    }

    /** Its endpoint, closed by {@link Peers#close}. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * A new connection to the other one of its {@link #pair}; closed with the endpoint at the latest.
     *
     * @throws IOException if nobody answers within 30 seconds
     */
    public Outbox connect() throws IOException {
        return connect(pair().peer());
    }

    /**
     * A new connection to another rank's endpoint, of the thread with this one's number; closed with the endpoint at the
     * latest.
     *
     * @param to its number
     * @throws IOException if nobody answers within 30 seconds
     */
    public Outbox connect(int to) throws IOException {
        return endpoint.connect(addresses.get(to), CONNECT_NANOS);
    }

    /** The same with a connection, for all that share it. */
    Peer connected() throws IOException {
        outbox = connect();
        return this;
    }

    /** That connection. */
    Outbox outbox() {
        return outbox;
    }

    void close() throws IOException {
        Closing.all(List.of(endpoint, () -> Files.delete(folder)));
    }
}
