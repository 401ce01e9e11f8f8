package dev.lockstep.comm.local;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.support.Idle;
import dev.lockstep.comm.support.PooledRequest;
import java.nio.ByteBuffer;

/** The messages of a communicator for one of the threads that share it: each starts and completes its own in turns. */
final class LocalShare implements PointToPoint {
    private final LocalPointToPoint comm;
    private final ProgressEngine engine;
    private final Idle idle;
    private Started free;

    LocalShare(LocalPointToPoint comm) {
        this.comm = comm;
        engine = comm.engine;
        idle = engine.newIdle();
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        await(start(message, destination, tag, false), null);
    }

    @Override
    public void sSend(ByteBuffer message, int destination, int tag) {
        await(start(message, destination, tag, true), null);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        RecvRequest request = post(message, source, tag);
        try {
            await(request, status);
        } catch (MessageTruncatedException complete) {
            throw complete;
        } catch (CommunicationException brokenOff) {
            engine.beginTurn();
            comm.mailbox.cancel(request);
            engine.endTurn();
            throw brokenOff;
        }
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        return started(start(message, destination, tag, false));
    }

    @Override
    public Request isSend(ByteBuffer message, int destination, int tag) {
        return started(start(message, destination, tag, true));
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        return started(post(message, source, tag));
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
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, comm.size());
        PooledRequest sending = start(sent, destination, sendTag, false);
        try {
            recv(received, source, recvTag, status);
        } finally {
            await(sending, null);
        }
    }

    @Override
    public String toString() {
        return "a share of " + comm;
    }

    private SendRequest start(ByteBuffer message, int destination, int tag, boolean synchronous) {
        engine.checkOpen();
        Arguments.send(message, destination, tag, comm.size());
        engine.beginTurn();
        try {
            return comm.start(message, destination, tag, synchronous);
        } finally {
            engine.endTurn();
        }
    }

    private RecvRequest post(ByteBuffer message, int source, int tag) {
        engine.checkOpen();
        Arguments.recv(message, source, tag, comm.size());
        engine.beginTurn();
        try {
            return comm.post(message, source, tag);
        } finally {
            engine.endTurn();
        }
    }

    private void await(PooledRequest request, Status status) {
        idle.start();
        while (!complete(request, status)) {
            if (idle.pause(request)) {
                engine.progressElsewhere();
            }
        }
    }

    /** Completes a request if it is done. While another thread has its turn, that one makes the progress. */
    private boolean complete(PooledRequest request, Status status) {
        if (!engine.tryTurn()) {
            return false;
        }
        try {
            if (!request.isDone()) {
                engine.progress();
            }
            boolean done = request.isDone();
            if (done) {
                request.finish(status);
            }
            return done;
        } finally {
            engine.endTurn();
        }
    }

    private Started started(PooledRequest request) {
        Started started = free == null ? new Started() : free;
        free = started.next;
        started.request = request;
        return started;
    }

    /** A request of this thread's; reused. */
    private final class Started implements Request {
        private PooledRequest request;
        private Started next;

        @Override
        public void await(Status status) {
            PooledRequest active = active();
            try {
                LocalShare.this.await(active, status);
            } finally {
                recycle();
            }
        }

        @Override
        public boolean test(Status status) {
            PooledRequest active = active();
            boolean done = true;
            try {
                done = complete(active, status);
            } finally {
                if (done) {
                    recycle();
                }
            }
            if (!done && idle.failedTest(active)) {
                engine.progressElsewhere();
            }
            return done;
        }

        private PooledRequest active() {
            engine.checkOpen();
            if (request == null) {
                throw new IllegalStateException("this request was completed before");
            }
            return request;
        }

        private void recycle() {
            request = null;
            next = free;
            free = this;
        }
    }
}
