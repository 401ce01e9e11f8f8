package dev.lockstep.comm.local;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One rank's end of a communicator. Its state belongs to the thread that used it last. */
final class LocalCommunicator implements Communicator {
    /** Stands in for the owner while the owner, waiting elsewhere, makes progress here. */
    private static final Object BUSY = new Object();

    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(LocalCommunicator.class, "owner", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Group group;
    private final int rank;
    private final int size;
    private final Siblings siblings;
    private final Outbox outbox;
    private final Mailbox mailbox;
    private final Collectives collectives;
    private final Idle idle;
    private Object owner;
    private volatile boolean closed;

    LocalCommunicator(Group group, int rank, Siblings siblings) {
        this.group = group;
        this.rank = rank;
        this.size = group.size();
        this.siblings = siblings;
        outbox = new Outbox(this, group, rank);
        mailbox = new Mailbox(this, group, rank);
        collectives = new Collectives(this, group, rank);
        idle = group.newIdle();
        siblings.add(this);
    }

    @Override
    public int rank() {
        checkOpen();
        return rank;
    }

    @Override
    public int size() {
        checkOpen();
        return size;
    }

    @Override
    public Communicator duplicate() {
        enter();
        return new LocalCommunicator(collectives.duplicate(), rank, siblings);
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        checkOpen();
        Arguments.capacity(bytes);
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        enter();
        Arguments.send(message, destination, tag, size);
        if (!outbox.sendNow(message, destination, tag)) {
            outbox.start(message, destination, tag).await(null);
        }
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        enter();
        Arguments.recv(message, source, tag, size);
        receive(message, source, tag, status);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        enter();
        Arguments.send(message, destination, tag, size);
        return outbox.start(message, destination, tag);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        enter();
        Arguments.recv(message, source, tag, size);
        return mailbox.post(message, source, tag);
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
        enter();
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, size);
        SendRequest sending =
                outbox.sendNow(sent, destination, sendTag) ? null : outbox.start(sent, destination, sendTag);
        try {
            receive(received, source, recvTag, status);
        } finally {
            if (sending != null) {
                sending.await(null);
            }
        }
    }

    @Override
    public void barrier() {
        enter();
        collectives.barrier();
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        enter();
        Arguments.bcast(message, root, rank, size);
        collectives.bcast(message, root);
    }

    @Override
    public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op, int root) {
        enter();
        Arguments.reduce(contribution, result, type, op, root, rank, size);
        collectives.reduce(contribution, result, type, op, root);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        enter();
        Arguments.allReduce(contribution, result, type, op);
        collectives.allReduce(contribution, result, type, op);
    }

    @Override
    public void close() {
        closed = true;
        siblings.remove(this);
    }

    @Override
    public String toString() {
        return "local rank " + rank + " of " + size;
    }

    /** Returns when a request is complete. */
    void await(LocalRequest request) {
        enter();
        idle.start();
        while (!request.isDone()) {
            progress();
            if (request.isDone()) {
                return;
            }
            if (idle.pause(request)) {
                siblings.progress(this);
            }
        }
    }

    /** Asks whether a request is complete. */
    boolean test(LocalRequest request) {
        enter();
        if (request.isDone()) {
            return true;
        }
        progress();
        if (request.isDone()) {
            return true;
        }
        if (idle.failedTest(request)) {
            siblings.progress(this);
        }
        return false;
    }

    /** Returns when another rank has reached a phase of a collective. */
    void awaitPhase(int other, long phase, String what) {
        idle.start();
        while (!group.hasReached(other, phase)) {
            progress();
            if (idle.pause(what)) {
                siblings.progress(this);
            }
        }
    }

    /** Makes progress here if the calling thread, which waits in another communicator, used this one last. */
    void progressForSibling() {
        Thread me = Thread.currentThread();
        if (owner == me && OWNER.compareAndSet(this, me, BUSY)) {
            try {
                progress();
            } finally {
                OWNER.setRelease(this, me);
            }
        }
    }

    private void receive(ByteBuffer message, int source, int tag, Status status) {
        RecvRequest request = mailbox.post(message, source, tag);
        try {
            await(request);
        } catch (CommunicationException brokenOff) {
            mailbox.cancel(request);
            throw brokenOff;
        }
        request.finish(status);
    }

    private void progress() {
        outbox.progress();
        mailbox.progress();
    }

    private void enter() {
        if (owner != Thread.currentThread()) {
            takeOver();
        }
        checkOpen();
    }

    private void takeOver() {
        Object last;
        do {
            Thread.onSpinWait();
            last = OWNER.getVolatile(this);
        } while (last == BUSY || !OWNER.compareAndSet(this, last, Thread.currentThread()));
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this communicator was closed");
        }
    }
}
