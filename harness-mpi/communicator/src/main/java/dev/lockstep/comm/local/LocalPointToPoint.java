package dev.lockstep.comm.local;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.Arguments;
import dev.lockstep.comm.support.LinearCommunicator;
import java.nio.ByteBuffer;

/** The part of a communicator that moves messages between two ranks. */
abstract class LocalPointToPoint extends LinearCommunicator {
    final ProgressEngine engine;
    private final Outbox outbox;
    final Mailbox mailbox;

    LocalPointToPoint(ProgressEngine engine, int rank, int size) {
        super(engine, engine.exchanges(), rank, size);
        this.engine = engine;
        outbox = engine.messages().outbox;
        mailbox = engine.messages().mailbox;
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        engine.enter();
        Arguments.send(message, destination, tag, size);
        if (!sendNow(message, destination, tag)) {
            start(message, destination, tag, false).await(null);
        }
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        engine.enter();
        Arguments.recv(message, source, tag, size);
        receive(message, source, tag, status);
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
        engine.enter();
        Arguments.sendRecv(sent, destination, sendTag, received, source, recvTag, size);
        SendRequest sending = sendNow(sent, destination, sendTag) ? null : start(sent, destination, sendTag, false);
        try {
            receive(received, source, recvTag, status);
        } finally {
            if (sending != null) {
                sending.await(null);
            }
        }
    }

    @Override
    public void probe(int source, int tag, Status status) {
        engine.enter();
        Arguments.probe(source, tag, size);
        engine.startWait();
        while (!mailbox.probe(source, tag, status)) {
            engine.progress();
            engine.pause("a probe");
        }
    }

    @Override
    public boolean iProbe(int source, int tag, Status status) {
        engine.enter();
        Arguments.probe(source, tag, size);
        engine.progress();
        boolean found = mailbox.probe(source, tag, status);
        if (!found) {
            engine.failedTest("a probe");
        }
        return found;
    }

    private boolean sendNow(ByteBuffer message, int destination, int tag) {
        return outbox.sendNow(message, message.position(), message.remaining(), destination, tag);
    }

    @Override
    protected SendRequest start(ByteBuffer message, int destination, int tag, boolean synchronous) {
        return outbox.start(message, message.position(), message.remaining(), destination, tag, synchronous);
    }

    @Override
    protected RecvRequest post(ByteBuffer message, int source, int tag) {
        return mailbox.post(message, message.position(), message.remaining(), source, tag);
    }

    private void receive(ByteBuffer message, int source, int tag, Status status) {
        RecvRequest request = post(message, source, tag);
        try {
            engine.await(request);
        } catch (CommunicationException brokenOff) {
            mailbox.cancel(request);
            throw brokenOff;
        }
        request.finish(status);
    }
}
