package dev.lockstep.harness.rank;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Buffers;
import dev.lockstep.comm.spi.Peers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Knows its ranks and can wait for them, by the relay; whatever would move a message is not supported. */
final class RelayCommunicator implements Communicator, Gathering {
    private static final byte[] NOTHING = {};

    private final String name;
    private final int size;
    private final Peers peers;
    private int duplicates;
    private boolean closed;

    RelayCommunicator(String name, int size, Peers peers) {
        this.name = name;
        this.size = size;
        this.peers = peers;
    }

    @Override
    public List<byte[]> allGather(byte[] mine) {
        requireOpen();
        return peers.allGather(name, mine);
    }

    @Override
    public void barrier() {
        allGather(NOTHING);
    }

    @Override
    public int rank() {
        requireOpen();
        return peers.rank();
    }

    @Override
    public int size() {
        requireOpen();
        return size;
    }

    /** All ranks make their duplicates in the same order, so they get the same names without a word. */
    @Override
    public Communicator duplicate() {
        requireOpen();
        return new RelayCommunicator(name + "." + duplicates++, size, peers);
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        requireOpen();
        return Buffers.direct(bytes);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator is closed");
        }
    }

    @Override
    public Map<Capability, String> unsupported() {
        return NoneProvider.LACKING;
    }
}
