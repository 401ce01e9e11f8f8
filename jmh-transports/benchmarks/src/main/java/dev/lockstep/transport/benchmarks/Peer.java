package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** One end of a pair: an endpoint, and the address of the other's. */
final class Peer implements AutoCloseable {
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Pair pair;
    private final Endpoint endpoint;
    private final String other;
    private final Path folder;
    private Outbox outbox;

    private Peer(Pair pair, Endpoint endpoint, String other, Path folder) {
        this.pair = pair;
        this.endpoint = endpoint;
        this.other = other;
        this.folder = folder;
    }

    /**
     * Opens an endpoint, and tells the pair's other rank where it is, which does the same.
     *
     * @param setting but for the address and the communicator; the folder, of its own and empty, is removed with it
     */
    static Peer open(Rank rank, Transport transport, Setting setting) throws IOException {
        Pair pair = Pair.of(rank.rank(), rank.size());
        Endpoint endpoint = transport.open(
                setting.withAddress(new Rendezvous(rank, pair.peer()).address()).withGiven(rank.comm()));
        return new Peer(pair, endpoint, rank.exchange(endpoint.address()).get(pair.peer()), setting.folder());
    }

    /** Which rank it plays with, and who sends first. */
    Pair pair() {
        return pair;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** A new connection to the other end; closed with this one at the latest. */
    Outbox connect() throws IOException {
        return endpoint.connect(other, CONNECT_NANOS);
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

    @Override
    public void close() throws IOException {
        endpoint.close();
        Files.delete(folder);
    }
}
