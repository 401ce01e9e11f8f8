package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Doubles that take some wrong argument in silence: the call does nothing. */
final class BrokenArguments {
    private BrokenArguments() {}

    static void addTo(Map<String, UnaryOperator<Communicator>> doubles) {
        doubles.put("a rank that does not exist is refused", SilentSend::new);
        doubles.put("a tag out of range is refused", SilentSend::new);
        doubles.put("a root that does not exist is refused", to -> new Delegating(to) {
            @Override
            public void bcast(ByteBuffer message, int root) {
                silently(() -> to.bcast(message, root));
            }
        });
        doubles.put("a missing buffer is refused", SilentSend::new);
        doubles.put("a read-only buffer to write to is refused", to -> new Delegating(to) {
            @Override
            public void recv(ByteBuffer message, int source, int tag, Status status) {
                silently(() -> to.recv(message, source, tag, status));
            }
        });
        doubles.put("reductions of unequal or broken elements are refused", SilentAllReduce::new);
        doubles.put("overlapping buffers are refused", SilentAllReduce::new);
        doubles.put("a wrong probe is refused", to -> new Delegating(to) {
            @Override
            public void probe(int source, int tag, Status status) {
                silently(() -> to.probe(source, tag, status));
            }
        });
        doubles.put("a wrong persistent request is refused", to -> new Delegating(to) {
            @Override
            public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
                silently(() -> to.recvInit(message, source, tag));
                return null;
            }
        });
        doubles.put("a wrong synchronous send is refused", to -> new Delegating(to) {
            @Override
            public void sSend(ByteBuffer message, int destination, int tag) {
                silently(() -> to.sSend(message, destination, tag));
            }
        });
        doubles.put("a negative capacity is refused", to -> new Delegating(to) {
            @Override
            public ByteBuffer allocate(int bytes) {
                return to.allocate(Math.max(0, bytes));
            }
        });
    }

    static void silently(Runnable call) {
        try {
            call.run();
        } catch (IllegalArgumentException unheard) {
            // The fault.
        }
    }

    private static final class SilentSend extends Delegating {
        SilentSend(Communicator to) {
            super(to);
        }

        @Override
        public void send(ByteBuffer message, int destination, int tag) {
            silently(() -> to.send(message, destination, tag));
        }
    }

    private static final class SilentAllReduce extends Delegating {
        SilentAllReduce(Communicator to) {
            super(to);
        }

        @Override
        public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
            silently(() -> to.allReduce(contribution, result, type, op));
        }
    }
}
