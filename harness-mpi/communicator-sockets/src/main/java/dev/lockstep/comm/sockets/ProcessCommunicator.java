package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.support.LinearCommunicator;
import dev.lockstep.comm.support.PooledRequest;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A communicator of processes that move messages by themselves. Its context follows from its parent's, alike on all ranks.
 * Collectives are linear, unless a subclass has others.
 */
public class ProcessCommunicator extends LinearCommunicator {
    private final Membership membership;
    private final Engine engine;
    private final Turns turns;
    private final Requests messages;
    private final Requests exchanges;

    /** The processes, by rank. */
    private final int[] processes;

    private int children;

    /**
     * One rank's.
     *
     * @param of whom
     */
    protected ProcessCommunicator(Membership of) {
        this(of, new Requests(of.turns(), of.engine(), ~of.context(), of.processes()));
    }

    private ProcessCommunicator(Membership of, Requests exchanges) {
        super(of.turns(), exchanges, of.rank(), of.processes().length);
        membership = of;
        engine = of.engine();
        turns = of.turns();
        processes = of.processes();
        messages = new Requests(turns, engine, of.context(), processes);
        this.exchanges = exchanges;
    }

    final ProcessWorld world() {
        return membership.world();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return world().unsupported();
    }

    @Override
    protected final PooledRequest start(ByteBuffer message, int destination, int tag, boolean synchronous) {
        return messages.start(message, message.position(), message.remaining(), destination, tag, synchronous);
    }

    @Override
    protected final PooledRequest post(ByteBuffer message, int source, int tag) {
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
        PooledRequest receiving = post(received, source, recvTag);
        PooledRequest sending = start(sent, destination, sendTag, false);
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
        return world().make(next(), processes, rank);
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
        return Optional.of(world().make(child, members, me));
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
        return world().name() + " rank " + rank + " of " + size;
    }
}
