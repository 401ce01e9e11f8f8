package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Most faults are one of these: what is sent, what was received, or what was computed is not as it should be. */
class Hooked extends Delegating {
    private final UnaryOperator<ByteBuffer> outgoing;
    private final BiConsumer<ByteBuffer, Status> incoming;

    private Hooked(Communicator to, UnaryOperator<ByteBuffer> outgoing, BiConsumer<ByteBuffer, Status> incoming) {
        super(to);
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    /** Sends something else. */
    static Communicator sending(Communicator to, UnaryOperator<ByteBuffer> fault) {
        return new Hooked(to, fault, (buffer, status) -> {});
    }

    /** Tampers with what was received. */
    static Communicator receiving(Communicator to, BiConsumer<ByteBuffer, Status> fault) {
        return new Hooked(to, UnaryOperator.identity(), fault);
    }

    @Override
    public void send(ByteBuffer message, int destination, int tag) {
        to.send(outgoing.apply(message), destination, tag);
    }

    @Override
    public Request iSend(ByteBuffer message, int destination, int tag) {
        return to.iSend(outgoing.apply(message), destination, tag);
    }

    @Override
    public void recv(ByteBuffer message, int source, int tag, Status status) {
        Status own = status == null ? new Status() : status;
        to.recv(message, source, tag, own);
        incoming.accept(message, own);
    }

    @Override
    public Request iRecv(ByteBuffer message, int source, int tag) {
        return new DelegatingRequest(to.iRecv(message, source, tag)) {
            @Override
            public void await(Status status) {
                Status own = status == null ? new Status() : status;
                to.await(own);
                incoming.accept(message, own);
            }

            @Override
            public boolean test(Status status) {
                Status own = status == null ? new Status() : status;
                boolean done = to.test(own);
                if (done) {
                    incoming.accept(message, own);
                }
                return done;
            }
        };
    }

    /** Adds one to the first byte of the results of a reduction. */
    static final class Reducing extends Delegating {
        private final Datatype type;
        private final ReduceOp op;
        private final boolean toAll;

        Reducing(Communicator to, Datatype type, ReduceOp op, boolean toAll) {
            super(to);
            this.type = type;
            this.op = op;
            this.toAll = toAll;
        }

        @Override
        public void reduce(ByteBuffer contribution, ByteBuffer result, Datatype t, ReduceOp o, int root) {
            to.reduce(contribution, result, t, o, root);
            if (!toAll && t == type && o == op && to.rank() == root) {
                Faults.flip(result);
            }
        }

        @Override
        public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype t, ReduceOp o) {
            to.allReduce(contribution, result, t, o);
            if (toAll && t == type && o == op) {
                Faults.flip(result);
            }
        }
    }
}
