package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** For every clause a communicator that breaks it, by one fault that somebody might really make. */
final class BrokenDoubles {
    private final Map<String, UnaryOperator<Communicator>> doubles = new LinkedHashMap<>();

    private BrokenDoubles() {
        place();
        buffers();
        matching();
        truncation();
        nonBlocking();
        collectives();
        reductions();
        life();
        BrokenArguments.addTo(doubles);
    }

    static Map<String, UnaryOperator<Communicator>> all() {
        return new BrokenDoubles().doubles;
    }

    private void place() {
        doubles.put("ranks are 0 to size - 1, each once", to -> new Delegating(to) {
            @Override
            public int size() {
                return to.size() + 1;
            }
        });
        doubles.put("allocated buffers are zeroed, in native order", to -> new Delegating(to) {
            @Override
            public ByteBuffer allocate(int bytes) {
                return ByteBuffer.allocateDirect(bytes).order(Faults.foreign());
            }
        });
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

    private void collectives() {
        doubles.put("a barrier holds every rank until all are there", to -> new Delegating(to) {
            @Override
            public void barrier() {}
        });
        doubles.put("bcast from every root", to -> new Delegating(to) {
            @Override
            public void bcast(ByteBuffer message, int root) {
                to.bcast(message, root);
                Faults.flip(message);
            }
        });
        doubles.put("bcast between position and limit", to -> new Delegating(to) {
            @Override
            public void bcast(ByteBuffer message, int root) {
                to.bcast(message.duplicate().clear().limit(message.remaining()), root);
            }
        });
    }

    private void reductions() {
        for (Datatype type : Datatype.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                doubles.put("allReduce " + type + " " + op, to -> new Hooked.Reducing(to, type, op, true));
                doubles.put("reduce " + type + " " + op, to -> new Hooked.Reducing(to, type, op, false));
            }
        }
        allReducing("reductions between position and limit", (to, in, out, type, op) -> {
            ByteBuffer wrong = out.duplicate().clear().limit(out.remaining());
            to.allReduce(in, wrong, type, op);
        });
        allReducing("reductions use native byte order", (to, in, out, type, op) -> {
            to.allReduce(in, out, type, op);
            if (out.order() == Faults.foreign()) {
                Faults.flip(out);
            }
        });
        allReducing("a contribution is unchanged", (to, in, out, type, op) -> {
            to.allReduce(in, out, type, op);
            in.put(in.position(), out, out.position(), out.remaining());
            Faults.flip(in);
        });
        allReducing("all ranks get the same bits", (to, in, out, type, op) -> {
            to.allReduce(in, out, type, op);
            if (to.rank() == 1) {
                Faults.flip(out);
            }
        });
        allReducing("integer overflow wraps", (to, in, out, type, op) -> {
            to.allReduce(in, out, type, op);
            if (type == Datatype.INT) {
                out.putInt(0, Integer.MAX_VALUE);
            }
        });
    }

    private void life() {
        doubles.put("a duplicate has the same ranks", to -> new Delegating(to) {
            @Override
            public Communicator duplicate() {
                return new Delegating(to.duplicate()) {
                    @Override
                    public int rank() {
                        return (to.rank() + 1) % to.size();
                    }
                };
            }
        });
        doubles.put("messages of duplicates never meet", to -> new Delegating(to) {
            @Override
            public Communicator duplicate() {
                to.duplicate();
                return new Delegating(to) {
                    @Override
                    public void close() {}
                };
            }
        });
        doubles.put("closing a duplicate leaves the rest", original -> new Delegating(original) {
            @Override
            public Communicator duplicate() {
                return new Delegating(original.duplicate()) {
                    @Override
                    public void close() {
                        to.close();
                        original.close();
                    }
                };
            }
        });
        doubles.put("closing twice does nothing", to -> closing(to, true));
        doubles.put("a closed communicator refuses", to -> closing(to, false));
    }

    /** Duplicates that refuse to be closed again, or that close does nothing to. */
    private static Communicator closing(Communicator original, boolean refusing) {
        return new Delegating(original) {
            @Override
            public Communicator duplicate() {
                return new Delegating(original.duplicate()) {
                    @Override
                    public void close() {
                        if (refusing) {
                            to.rank();
                            to.close();
                        }
                    }
                };
            }
        };
    }

    private void sending(String clause, UnaryOperator<ByteBuffer> fault) {
        doubles.put(clause, to -> Hooked.sending(to, fault));
    }

    private void receiving(String clause, BiConsumer<ByteBuffer, Status> fault) {
        doubles.put(clause, to -> Hooked.receiving(to, fault));
    }

    private void allReducing(String clause, AllReduce fault) {
        doubles.put(clause, original -> new Delegating(original) {
            @Override
            public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
                fault.run(to, contribution, result, type, op);
            }
        });
    }

    private interface AllReduce {
        void run(Communicator to, ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op);
    }
}
