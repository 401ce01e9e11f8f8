package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.sockets.Settings.Pace;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.Counter;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

/** All ranks, seen from one of them. Each has its own way to each of the others, and they end together. */
final class ProcessWorld implements World {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int LOOK_AROUND = 256;

    private final String name;
    private final Map<Capability, String> unsupported;
    private final Settings settings;
    private final int rank;
    private final int size;
    private final boolean oversubscribed;
    private final Function<Membership, ProcessCommunicator> maker;
    private final Abort abort = new Abort();
    private final Engine engine;
    private final List<ProcessCommunicator> communicators;
    private final ProcessCommunicator last;
    private boolean closed;

    /** Makes what carries the frames of a process. */
    interface Carrier {
        /**
         * Meets the others.
         *
         * @param abort ends what waits when a peer is lost
         * @param addresses of all processes
         */
        Engine open(Abort abort, List<InetAddress> addresses) throws IOException;
    }

    /**
     * Meets the others.
     *
     * @param name of the communicators
     * @param unsupported what they lack
     * @param settings how they wait
     * @param options how many there are
     * @param peers the processes
     * @param carrier of their frames
     * @param maker of communicators
     */
    ProcessWorld(
            String name,
            Map<Capability, String> unsupported,
            Settings settings,
            WorldOptions options,
            Peers peers,
            Carrier carrier,
            Function<Membership, ProcessCommunicator> maker) {
        this.name = name;
        this.unsupported = unsupported;
        this.settings = settings;
        this.maker = maker;
        rank = peers.rank();
        size = options.ranks();
        List<InetAddress> addresses = peers.addresses();
        long here = addresses.stream().filter(addresses.get(rank)::equals).count();
        oversubscribed = !settings.pace().spins() && here * options.threadsPerRank() > Cores.usable();
        try {
            engine = carrier.open(abort, addresses);
        } catch (IOException e) {
            throw new CommunicationException("rank " + rank + " cannot begin: " + e.getMessage(), e);
        }
        int[] all = IntStream.range(0, size).toArray();
        communicators = IntStream.range(0, options.communicators())
                .mapToObj(index -> make(index + 1L, all, rank))
                .toList();
        last = make(0, all, rank);
    }

    /** A communicator of some processes. */
    ProcessCommunicator make(long context, int[] processes, int itsRank) {
        return maker.apply(new Membership(this, newTurns(), context, processes, itsRank));
    }

    String name() {
        return name;
    }

    Map<Capability, String> unsupported() {
        return unsupported;
    }

    Engine engine() {
        return engine;
    }

    Turns newTurns() {
        Pace pace = settings.pace();
        Idle idle = pace.spins()
                ? Idle.spinning(abort, pace.everyNanos() > 0 ? 1 : LOOK_AROUND)
                : new Idle(abort, oversubscribed);
        return new Turns(engine, idle, settings);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public List<Integer> localRanks() {
        return List.of(rank);
    }

    @Override
    public Communicator communicator(int of, int index) {
        if (of != rank) {
            throw new IndexOutOfBoundsException("rank " + of + " is another process's; this is rank " + rank);
        }
        return communicators.get(Objects.checkIndex(index, communicators.size()));
    }

    @Override
    public String library() {
        return "lockstep " + name + " " + SocketsProvider.VERSION;
    }

    @Override
    public String threadLevel() {
        return "MULTIPLE";
    }

    @Override
    public List<Counter> counters() {
        return settings.counters() ? Counters.of(engine) : List.of();
    }

    @Override
    public boolean sendsWhenAsked() {
        return engine.sendsWhenAsked();
    }

    @Override
    public void abort(String reason) {
        abort.raise(reason);
    }

    /** All end together, lest one that waits takes another for lost; unless one is. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (abort.reason() == null) {
                last.iBarrier().await(null);
                engine.sayGoodbye();
                flush();
            }
        } finally {
            communicators.forEach(ProcessCommunicator::close);
            last.close();
            abort.raise("the world was closed");
            abandon();
        }
    }

    private void flush() {
        Turns turns = newTurns();
        turns.start();
        long end = System.nanoTime() + LINGER_NANOS;
        while (!engine.isFlushed() && System.nanoTime() < end) {
            engine.tryProgress();
            turns.pause("closing");
        }
    }

    private void abandon() {
        try {
            engine.close();
        } catch (IOException e) {
            throw new CommunicationException("the connections cannot be closed: " + e.getMessage(), e);
        }
    }
}
