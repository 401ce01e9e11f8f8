package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import java.nio.ByteBuffer;

/** Lets a message overtake the one before it, once. */
final class BrokenOrder extends Delegating {
    private ByteBuffer held;
    private int sent;

    BrokenOrder(Communicator to) {
        super(to);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        sent++;
        if (sent == 1) {
            held = Faults.copy(message);
            // A request for the caller; the message itself comes later.
            return to.iSend(ByteBuffer.allocate(0), to.rank(), MAX_TAG);
        }
        Request request = to.iSend(message, destination, tag);
        if (sent == 2) {
            to.iSend(held, destination, tag);
        }
        return request;
    }
}
