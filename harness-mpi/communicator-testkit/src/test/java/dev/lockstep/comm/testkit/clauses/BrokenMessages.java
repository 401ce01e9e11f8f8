package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Doubles that break messages between two ranks. */
final class BrokenMessages {
    private final Map<String, UnaryOperator<Communicator>> doubles;

    private BrokenMessages(Map<String, UnaryOperator<Communicator>> doubles) {
        this.doubles = doubles;
    }

    static void addTo(Map<String, UnaryOperator<Communicator>> doubles) {
        BrokenMessages messages = new BrokenMessages(doubles);
        messages.buffers();
        messages.matching();
        messages.truncation();
        messages.nonBlocking();
    }

    private void buffers() {
        sending("a direct buffer arrives", m -> m.isDirect() ? Faults.flipped(m) : m);
        sending("a heap buffer arrives", m -> m.isDirect() ? m : Faults.flipped(m));
        sending("a sliced buffer arrives", m -> m.hasArray() ? ByteBuffer.wrap(m.array(), 0, m.remaining()) : m);
        sending(
                "a message lies between position and limit",
                m -> m.duplicate().clear().limit(m.remaining()));
        receiving("a message may have zero bytes", (m, status) -> {
            if (status.bytes() == 0) {
                Faults.miscount(m, status);
            }
        });
        sending("a message may be large", m -> m.remaining() > 1 << 20 ? Faults.flipped(m) : m);
        sending("a read-only buffer may be sent", m -> {
            if (m.isReadOnly()) {
                throw new IllegalArgumentException("read-only");
            }
            return m;
        });
        receiving("position and limit stay", (m, status) -> m.position(m.position() + status.bytes()));
        receiving("bytes behind a short message stay", (m, status) -> Faults.flip(m));
    }

    private void matching() {
        doubles.put("messages of one tag arrive in the order sent", BrokenOrder::new);
        doubles.put("a tag selects", to -> new Delegating(to) {
            @Override
            public void recv(ByteBuffer message, int source, int tag, Status status) {
                to.recv(message, source, ANY_TAG, status);
            }
        });
        receiving(
                "tags reach from 0 to MAX_TAG",
                (m, status) -> status.set(status.source(), status.tag() & 0xFFF, status.bytes()));
        receiving("any source", (m, status) -> status.set(0, status.tag(), status.bytes()));
        receiving("any tag", (m, status) -> status.set(status.source(), Communicator.ANY_TAG, status.bytes()));
        receiving("a status tells source, tag and bytes", Faults::miscount);
        doubles.put("a rank may send to itself", to -> new Delegating(to) {
            @Override
            public void send(ByteBuffer message, int destination, int tag) {
                to.send(destination == to.rank() ? Faults.flipped(message) : message, destination, tag);
            }
        });
        doubles.put("sendRecv", to -> new Delegating(to) {
            @Override
            public void sendRecv(
                    ByteBuffer sent,
                    int destination,
                    int sendTag,
                    ByteBuffer into,
                    int source,
                    int tag,
                    Status status) {
                to.sendRecv(Faults.flipped(sent), destination, sendTag, into, source, tag, status);
            }
        });
    }

    private void truncation() {
        UnaryOperator<Communicator> silent = to -> new Delegating(to) {
            @Override
            public void recv(ByteBuffer message, int source, int tag, Status status) {
                try {
                    to.recv(message, source, tag, status);
                } catch (MessageTruncatedException unheard) {
                    // The fault.
                }
            }
        };
        for (Clause clause : TruncationClauses.all()) {
            doubles.put(clause.name(), silent);
        }
    }

    private void nonBlocking() {
        doubles.put("iSend before iRecv", to -> new Delegating(to) {
            @Override
            public Request iSend(ByteBuffer message, int destination, int tag) {
                return to.iSend(Faults.flipped(message), destination, tag);
            }
        });
        receiving("iRecv before iSend", (m, status) -> Faults.flip(m));
        doubles.put("test answers whether it is complete", to -> new Delegating(to) {
            @Override
            public Request iRecv(ByteBuffer message, int source, int tag) {
                return new DelegatingRequest(to.iRecv(message, source, tag)) {
                    @Override
                    public boolean test(Status status) {
                        return true;
                    }
                };
            }
        });
        doubles.put("many requests may be pending", to -> new Delegating(to) {
            private int started;

            @Override
            public Request iSend(ByteBuffer message, int destination, int tag) {
                return to.iSend(++started > 64 ? Faults.flipped(message) : message, destination, tag);
            }
        });
        doubles.put("iSend does not wait for the receiver", to -> new Delegating(to) {
            @Override
            public Request iSend(ByteBuffer message, int destination, int tag) {
                to.send(message, destination, tag);
                return to.iSend(ByteBuffer.allocate(0), to.rank(), MAX_TAG);
            }
        });
        doubles.put("a posted receive progresses in other calls", inner -> new Delegating(inner) {
            @Override
            public Request iRecv(ByteBuffer message, int source, int tag) {
                // Not posted before somebody waits.
                return new DelegatingRequest(null) {
                    @Override
                    public void await(Status status) {
                        inner.recv(message, source, tag, status);
                    }
                };
            }
        });
    }

    private void sending(String clause, UnaryOperator<ByteBuffer> fault) {
        doubles.put(clause, to -> Hooked.sending(to, fault));
    }

    private void receiving(String clause, BiConsumer<ByteBuffer, Status> fault) {
        doubles.put(clause, to -> Hooked.receiving(to, fault));
    }
}
