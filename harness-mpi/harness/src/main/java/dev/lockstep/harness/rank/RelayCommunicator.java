package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.harness.link.AllGather;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Knows its ranks and can wait for them, by the relay; whatever would move a message raises an {@link UnsupportedOperationException}. */
final class RelayCommunicator implements Communicator, Gathering {
    private static final byte[] NOTHING = {};

    private final String name;
    private final int rank;
    private final int size;
    private final Relay relay;
    private int exchanges;
    private int duplicates;
    private boolean closed;

    /** The way to the relay. */
    interface Relay {
        /** Sends one rank's value, and waits for every rank's. */
        List<byte[]> exchange(AllGather mine);
    }

    RelayCommunicator(String name, int rank, int size, Relay relay) {
        this.name = name;
        this.rank = rank;
        this.size = size;
        this.relay = relay;
    }

    @Override
    public List<byte[]> allGather(byte[] mine) {
        AllGather.requireShort(mine);
        requireOpen();
        return relay.exchange(new AllGather(name, exchanges++, List.of(mine)));
    }

    @Override
    public void barrier() {
        allGather(NOTHING);
    }

    @Override
    public int rank() {
        requireOpen();
        return rank;
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
        return new RelayCommunicator(name + "." + duplicates++, rank, size, relay);
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        Arguments.capacity(bytes);
        requireOpen();
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
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

    private static UnsupportedOperationException noMessages(String operation) {
        return new UnsupportedOperationException(operation + " is not there: " + NoneProvider.REASON);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        throw noMessages("send");
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        throw noMessages("recv");
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        throw noMessages("iSend");
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        throw noMessages("iRecv");
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
        throw noMessages("sendRecv");
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        throw noMessages("bcast");
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        throw noMessages("reduce");
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        throw noMessages("allReduce");
    }
}
