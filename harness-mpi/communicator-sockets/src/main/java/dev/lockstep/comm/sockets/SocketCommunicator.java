package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.support.LinearCommunicator;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A communicator of processes with sockets between them. Its context follows from its parent's, alike on all ranks. */
final class SocketCommunicator extends LinearCommunicator {
    private final SocketsWorld world;
    private final Engine engine;
    private final Turns turns;
    private final Requests messages;
    private final Requests exchanges;

    /** The processes, by rank. */
    private final int[] processes;

    private int children;

    static SocketCommunicator of(SocketsWorld world, long context, int[] processes, int rank) {
        Turns turns = world.newTurns();
        Engine engine = world.engine();
        return new SocketCommunicator(
                world,
                turns,
                new Requests(turns, engine, context, processes),
                new Requests(turns, engine, ~context, processes),
                processes,
                rank);
    }

    private SocketCommunicator(
            SocketsWorld world, Turns turns, Requests messages, Requests exchanges, int[] processes, int rank) {
        super(turns, exchanges, rank, processes.length);
        this.world = world;
        this.engine = world.engine();
        this.turns = turns;
        this.messages = messages;
        this.exchanges = exchanges;
        this.processes = processes;
    }

    SocketsWorld world() {
        return world;
    }

    @Override
    public Map<Capability, String> unsupported() {
        return world.unsupported();
    }

    @Override
    protected SendRequest start(ByteBuffer message, int destination, int tag, boolean synchronous) {
        return messages.start(message, message.position(), message.remaining(), destination, tag, synchronous);
    }

    @Override
    protected ReceiveRequest post(ByteBuffer message, int source, int tag) {
        return messages.post(message, message.position(), message.remaining(), source, tag);
    }

    @Override
    public void sendRecv(
            ByteBuffer sent,
            int destination,
            int sendTag,
            ByteBuffer received,
            int source,
            int recvTag,
            Status status) {
        turns.enter();
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, size);
        receiving(received, source, recvTag);
        ReceiveRequest receiving = post(received, source, recvTag);
        SendRequest sending = start(sent, destination, sendTag, false);
        try {
            receiving.await(status);
        } finally {
            sending.await(null);
        }
    }

    @Override
    public void probe(int source, int tag, Status status) {
        turns.enter();
        requireProbes();
        Arguments.probe(source, tag, size);
        turns.start();
        while (!found(source, tag, status)) {
            engine.tryProgress();
            turns.pause("a probe");
        }
    }

    @Override
    public boolean iProbe(int source, int tag, Status status) {
        turns.enter();
        requireProbes();
        Arguments.probe(source, tag, size);
        engine.tryProgress();
        boolean found = found(source, tag, status);
        if (!found) {
            turns.failedTest("a probe");
        }
        return found;
    }

    private boolean found(int source, int tag, Status status) {
        return engine.probe(messages, source, tag, status);
    }

    private void requireProbes() {
        if (!supports(Capability.PROBE)) {
            throw UnsupportedCapabilityException.of(this, Capability.PROBE);
        }
    }

    @Override
    public Communicator duplicate() {
        turns.enter();
        return of(world, next(), processes, rank);
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        turns.enter();
        Arguments.color(color);
        long child = next();
        ByteBuffer mine = allocate(2 * Integer.BYTES).putInt(0, color).putInt(Integer.BYTES, key);
        ByteBuffer all = allocate(2 * Integer.BYTES * size);
        allGather(mine, all);
        if (color == UNDEFINED) {
            return Optional.empty();
        }
        int[] ranks = IntStream.range(0, size)
                .filter(r -> all.getInt(2 * Integer.BYTES * r) == color)
                .boxed()
                .sorted(Comparator.comparingInt(r -> all.getInt(2 * Integer.BYTES * r + Integer.BYTES)))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] members = IntStream.of(ranks).map(r -> processes[r]).toArray();
        int me = (int) IntStream.of(ranks).takeWhile(r -> r != rank).count();
        return Optional.of(of(world, child, members, me));
    }

    /**
     * The context of the next communicator that is made of this one. All ranks count alike. Those of other parents differ,
     * but for one in 2^63.
     */
    private long next() {
        long mixed = messages.context() + 0x9e3779b97f4a7c15L * ++children;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return (mixed ^ mixed >>> 31) & Long.MAX_VALUE;
    }

    @Override
    public void close() {
        if (!turns.isClosed()) {
            turns.close();
            engine.forget(messages.context());
            engine.forget(exchanges.context());
        }
    }

    @Override
    public String toString() {
        return world.name() + " rank " + rank + " of " + size;
    }
}
