package dev.lockstep.comm.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Delegating;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every clause on threads that share rejects a communicator that breaks it, on each rank or on one above 0 alone. */
@Execution(ExecutionMode.CONCURRENT)
class SharingRejectsTest {
    /** Some faults show in that threads wait for ever. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Map<String, UnaryOperator<Communicator>> DOUBLES = Map.of(
            "threads that share a communicator exchange at once",
            comm -> sharing(comm, Flipping::new),
            "threads that share a communicator have requests under way at once",
            comm -> sharing(comm, Flipping::new),
            "a thread that waits keeps no other from what they share",
            SharingRejectsTest::locking,
            "one thread sends the largest while another receives it",
            comm -> sharing(comm, Cut::new),
            "a message goes to one thread of those that share",
            comm -> sharing(comm, Repeating::new),
            "a share refuses what its communicator does",
            comm -> sharing(comm, Silent::new),
            "a share ends with its communicator",
            SharingRejectsTest::staying);

    @Test
    void everyClauseHasABrokenDouble() {
        assertThat(DOUBLES.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        SharingClauses.all().stream().map(Clause::name).toList());
    }

    @TestFactory
    Stream<DynamicTest> onEveryRank() {
        return tests(2, fault -> fault);
    }

    @TestFactory
    Stream<DynamicTest> onOneRankAboveZero() {
        return tests(3, fault -> comm -> comm.rank() == 1 ? fault.apply(comm) : comm);
    }

    private static Stream<DynamicTest> tests(int ranks, UnaryOperator<UnaryOperator<Communicator>> where) {
        return SharingClauses.all().stream()
                .map(clause -> DynamicTest.dynamicTest(
                        clause.name(),
                        () -> assertThat(run(clause, ranks, where.apply(DOUBLES.get(clause.name()))))
                                .hasValueSatisfying(why -> assertThat(why)
                                        .contains("\"" + clause.name() + "\"")
                                        .containsPattern("rank[ -]\\d"))));
    }

    /** At a level that is too low, what is refused must be that, with a reason that names the level. */
    @Test
    void sharingBelowMultipleIsRejected() {
        Clause single = SharingClauses.level(ThreadLevel.SINGLE.name());
        assertThat(run(single, 1, comm -> comm))
                .hasValueSatisfying(why -> assertThat(why).contains("sharing at the thread level SINGLE"));
        assertThat(run(single, 1, comm -> new Lacking(comm, Map.of(Capability.SHARED_COMMUNICATOR, "not today"))))
                .hasValueSatisfying(why -> assertThat(why).contains("names no thread level that would do: not today"));
        assertThat(run(single, 1, comm -> new Lacking(comm, ThreadLevel.SINGLE.unsupported(Map.of()))))
                .isEmpty();
        assertThat(run(SharingClauses.level(ThreadLevel.MULTIPLE.name()), 1, comm -> comm))
                .isEmpty();
    }

    private static Optional<String> run(Clause clause, int ranks, UnaryOperator<Communicator> dressing) {
        return new ThreadRanks(new LocalProvider(), LIMIT, dressing).run(clause, ranks);
    }

    private static Communicator sharing(Communicator comm, UnaryOperator<PointToPoint> fault) {
        return new Delegating(comm) {
            @Override
            public PointToPoint share() {
                return fault.apply(to.share());
            }
        };
    }

    /** One lock for all that threads do, also for what waits. */
    private static Communicator locking(Communicator comm) {
        Object lock = new Object();
        return sharing(comm, share -> new Through(share) {
            @Override
            public void send(ByteBuffer message, int destination, int tag) {
                synchronized (lock) {
                    to.send(message, destination, tag);
                }
            }

            @Override
            public void recv(ByteBuffer message, int source, int tag, Status status) {
                synchronized (lock) {
                    to.recv(message, source, tag, status);
                }
            }
        });
    }

    /** A share of something that nobody closes. */
    private static Communicator staying(Communicator comm) {
        return new Delegating(comm) {
            @Override
            public Communicator duplicate() {
                return new Delegating(comm.duplicate()) {
                    @Override
                    public PointToPoint share() {
                        return comm.share();
                    }
                };
            }
        };
    }

    private static final class Lacking extends Delegating {
        private final Map<Capability, String> unsupported;

        Lacking(Communicator to, Map<Capability, String> unsupported) {
            super(to);
            this.unsupported = unsupported;
        }

        @Override
        public Map<Capability, String> unsupported() {
            return unsupported;
        }

        @Override
        public PointToPoint share() {
            throw UnsupportedCapabilityException.of(this, Capability.SHARED_COMMUNICATOR);
        }
    }

    /** A share that does all right by leaving it to another. */
    private static class Through implements PointToPoint {
        final PointToPoint to;

        Through(PointToPoint to) {
            this.to = to;
        }

        @Override
        public void send(ByteBuffer message, int destination, int tag) {
            to.send(message, destination, tag);
        }

        @Override
        public void recv(ByteBuffer message, int source, int tag, Status status) {
            to.recv(message, source, tag, status);
        }

        @Override
        public Request iSend(ByteBuffer message, int destination, int tag) {
            return to.iSend(message, destination, tag);
        }

        @Override
        public Request iRecv(ByteBuffer message, int source, int tag) {
            return to.iRecv(message, source, tag);
        }

        @Override
        public void sendRecv(
                ByteBuffer sent, int destination, int sendTag, ByteBuffer into, int source, int tag, Status status) {
            to.sendRecv(sent, destination, sendTag, into, source, tag, status);
        }
    }

    /** The last byte of what is sent without waiting changes. */
    private static final class Flipping extends Through {
        Flipping(PointToPoint to) {
            super(to);
        }

        @Override
        public Request iSend(ByteBuffer message, int destination, int tag) {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(0, message, 0, message.remaining());
            if (copy.hasRemaining()) {
                copy.put(copy.limit() - 1, (byte) ~copy.get(copy.limit() - 1));
            }
            return to.iSend(copy, destination, tag);
        }
    }

    /** The end of a large message is lost. */
    private static final class Cut extends Through {
        Cut(PointToPoint to) {
            super(to);
        }

        @Override
        public void send(ByteBuffer message, int destination, int tag) {
            to.send(message.duplicate().limit(Math.min(message.limit(), 1 << 16)), destination, tag);
        }
    }

    /** The second message that a thread gets is its first one once more. */
    private static final class Repeating extends Through {
        private ByteBuffer first;
        private int received;

        Repeating(PointToPoint to) {
            super(to);
        }

        @Override
        public void recv(ByteBuffer message, int source, int tag, Status status) {
            if (++received == 2) {
                message.put(0, first, 0, first.remaining());
                return;
            }
            to.recv(message, source, tag, status);
            if (first == null) {
                first = ByteBuffer.allocate(message.remaining()).put(0, message, 0, message.remaining());
            }
        }
    }

    /** Wrong arguments are taken in silence. */
    private static final class Silent extends Through {
        Silent(PointToPoint to) {
            super(to);
        }

        @Override
        public void send(ByteBuffer message, int destination, int tag) {
            try {
                to.send(message, destination, tag);
            } catch (IllegalArgumentException unheard) {
                // The fault.
            }
        }
    }
}
