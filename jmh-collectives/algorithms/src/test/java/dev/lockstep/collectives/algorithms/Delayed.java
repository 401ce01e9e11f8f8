package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Now and then a rank is late with what it sends or receives, so that messages come early, late and in any order. */
final class Delayed extends Dressed {
    private static final int ONE_OF = 64;
    private static final int LONGEST_NS = 200_000;

    private final long seed;
    private final Random random;

    Delayed(Communicator comm, long seed) {
        super(comm);
        this.seed = seed;
        random = new Random(seed * 31 + comm.rank());
    }

    @Override
    Communicator around(Communicator duplicate) {
        return new Delayed(duplicate, seed + 1);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        pause();
        comm.send(message, destination, tag);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        pause();
        comm.recv(message, source, tag, status);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        pause();
        return comm.iSend(message, destination, tag);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        pause();
        return comm.iRecv(message, source, tag);
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
        pause();
        comm.sendRecv(sent, destination, sendTag, received, source, recvTag, status);
    }

    private void pause() {
        if (random.nextInt(ONE_OF) == 0) {
            LockSupport.parkNanos(random.nextInt(LONGEST_NS));
        }
    }
}
