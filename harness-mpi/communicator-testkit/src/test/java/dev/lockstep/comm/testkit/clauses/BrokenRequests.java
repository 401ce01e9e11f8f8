package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Doubles that break requests: completion of several, synchronous sends, probes and persistent requests. */
final class BrokenRequests {
    private final Map<String, UnaryOperator<Communicator>> doubles;

    private BrokenRequests(Map<String, UnaryOperator<Communicator>> doubles) {
        this.doubles = doubles;
    }

    static void addTo(Map<String, UnaryOperator<Communicator>> doubles) {
        BrokenRequests requests = new BrokenRequests(doubles);
        requests.completion();
        requests.synchronous();
        requests.probes();
        requests.persistent();
    }

    private void completion() {
        receiving("waitAll completes all", inner -> new Delegating.DelegatingRequest(inner) {
            @Override
            public void await(Status status) {
                to.await(null);
            }
        });
        receiving("waitAny completes one after the other", inner -> new Delegating.DelegatingRequest(inner) {
            @Override
            public boolean test(Status status) {
                return to.test(null);
            }
        });
        receiving("testAll and testAny answer what is complete", inner -> new Swallowing.Complete());
        receiving("waitAll goes on after an error", inner -> new Delegating.DelegatingRequest(inner) {
            @Override
            public void await(Status status) {
                try {
                    to.await(status);
                } catch (MessageTruncatedException unheard) {
                    // The fault.
                }
            }
        });
    }

    private void synchronous() {
        doubles.put("isSend is complete only when received", to -> new Delegating(to) {
            @Override
            public Request isSend(ByteBuffer message, int destination, int tag) {
                return to.iSend(message, destination, tag);
            }
        });
        doubles.put("sSend arrives", to -> new Delegating(to) {
            @Override
            public void sSend(ByteBuffer message, int destination, int tag) {
                to.sSend(Faults.flipped(message), destination, tag);
            }
        });
    }

    private void probes() {
        doubles.put("probe tells what is then received", to -> new Delegating(to) {
            @Override
            public void probe(int source, int tag, Status status) {
                Status own = status == null ? new Status() : status;
                to.probe(source, tag, own);
                Faults.miscount(null, own);
            }
        });
        doubles.put("iProbe answers whether a message is there", to -> new Delegating(to) {
            @Override
            public boolean iProbe(int source, int tag, Status status) {
                return true;
            }
        });
        doubles.put("a probe selects by source and tag", to -> new Delegating(to) {
            @Override
            public void probe(int source, int tag, Status status) {
                to.probe(source, ANY_TAG, status);
            }
        });
    }

    private void persistent() {
        doubles.put("persistent requests start many times", to -> new Delegating(to) {
            @Override
            public PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
                return to.sendInit(Faults.copy(message), destination, tag);
            }
        });
        doubles.put("a persistent request keeps its position and limit", inner -> new Delegating(inner) {
            @Override
            public PersistentRequest sendInit(ByteBuffer message, int destination, int tag) {
                return new DelegatingPersistent(inner.sendInit(message, destination, tag)) {
                    private Request started;

                    @Override
                    public void start() {
                        // With what lies between position and limit by now.
                        started = inner.iSend(message, destination, tag);
                    }

                    @Override
                    public void await(Status status) {
                        started.await(status);
                    }
                };
            }
        });
        preparing("a persistent receive tells a status", inner -> new Delegating.DelegatingPersistent(inner) {
            @Override
            public boolean test(Status status) {
                return to.test(null);
            }
        });
        for (String clause : List.of(
                "a persistent request is inactive between starts", "waitAny over persistent and other requests")) {
            preparing(clause, inner -> new Delegating.DelegatingPersistent(inner) {
                @Override
                public boolean isActive() {
                    return true;
                }
            });
        }
        preparing("a closed persistent request refuses", inner -> new Delegating.DelegatingPersistent(inner) {
            @Override
            public void close() {}
        });
    }

    private void receiving(String clause, UnaryOperator<Request> fault) {
        doubles.put(clause, inner -> new Delegating(inner) {
            @Override
            public Request iRecv(ByteBuffer message, int source, int tag) {
                return fault.apply(inner.iRecv(message, source, tag));
            }
        });
    }

    private void preparing(String clause, UnaryOperator<PersistentRequest> fault) {
        doubles.put(clause, inner -> new Delegating(inner) {
            @Override
            public PersistentRequest recvInit(ByteBuffer message, int source, int tag) {
                return fault.apply(inner.recvInit(message, source, tag));
            }
        });
    }
}
