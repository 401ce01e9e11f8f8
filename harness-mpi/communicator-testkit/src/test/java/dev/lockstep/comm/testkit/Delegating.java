package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;

/** A communicator that does all right by leaving it to another. A broken double overrides one thing. */
class Delegating implements Communicator {
    protected final Communicator to;

    Delegating(Communicator to) {
        this.to = to;
    }

    @Override
    public int rank() {
        return to.rank();
    }

    @Override
    public int size() {
        return to.size();
    }

    @Override
    public Communicator duplicate() {
        return to.duplicate();
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        return to.allocate(bytes);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        to.send(message, destination, tag);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        to.recv(message, source, tag, status);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        return to.iSend(message, destination, tag);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        return to.iRecv(message, source, tag);
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
        to.sendRecv(sent, destination, sendTag, received, source, recvTag, status);
    }

    @Override
    public void barrier() {
        to.barrier();
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        to.bcast(message, root);
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        to.reduce(contribution, result, type, op, root);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        to.allReduce(contribution, result, type, op);
    }

    @Override
    public void close() {
        to.close();
    }

    /** A request that leaves all to another. */
    static class DelegatingRequest implements Request {
        protected final Request to;

        DelegatingRequest(Request to) {
            this.to = to;
        }

        @Override
        public void await(Status status) {
            to.await(status);
        }

        @Override
        public boolean test(Status status) {
            return to.test(status);
        }
    }
}
