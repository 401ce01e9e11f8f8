package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** For every clause a communicator that breaks it, by one fault that somebody might really make. */
final class BrokenDoubles {
    private final Map<String, UnaryOperator<Communicator>> doubles = new LinkedHashMap<>();

    private BrokenDoubles() {
        place();
        collectives();
        reductions();
        life();
        BrokenMessages.addTo(doubles);
        BrokenRequests.addTo(doubles);
        BrokenMovements.addTo(doubles);
        BrokenSplits.addTo(doubles);
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
        doubles.put("a rank lies below the size", to -> new Delegating(to) {
            @Override
            public int size() {
                return to.rank();
            }
        });
        doubles.put("allocated buffers are zeroed, in native order", to -> new Delegating(to) {
            @Override
            public ByteBuffer allocate(int bytes) {
                return ByteBuffer.allocateDirect(bytes).order(Faults.foreign());
            }
        });
    }

    private void collectives() {
        doubles.put("a barrier holds every rank until all are there", to -> new Delegating(to) {
            @Override
            public void barrier() {}
        });
        doubles.put("barriers follow each other", to -> new Delegating(to) {
            private int barriers;

            @Override
            public void barrier() {
                if (++barriers > 100) {
                    throw new IllegalStateException("no more barriers");
                }
                to.barrier();
            }
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
