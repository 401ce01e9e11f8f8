package dev.lockstep.comm.testkit;

import static dev.lockstep.comm.testkit.clauses.Doubles.BYTE;
import static dev.lockstep.comm.testkit.clauses.Doubles.HANGS;
import static dev.lockstep.comm.testkit.clauses.Doubles.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.testkit.clauses.Broken;
import dev.lockstep.comm.testkit.clauses.Broken.Fault;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Doubles;
import dev.lockstep.comm.testkit.clauses.Faults;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every clause on threads that share rejects a communicator that breaks it. */
class SharingRejectsTest {
    private final Doubles doubles = new Doubles();

    @TestFactory
    Stream<DynamicTest> everyClauseRejectsADouble() {
        Fault flipping = call -> call.go(0, Faults.flipped(call.buffer(0)));
        sharing("threads that share a communicator exchange at once", BYTE, "iSend", () -> flipping);
        sharing("threads that share a communicator have requests under way at once", BYTE, "iSend", () -> flipping);
        // One lock for all that threads do, also for what waits.
        sharing("a thread that waits keeps no other from what they share", HANGS, "send|recv", () -> {
            Object lock = new Object();
            return call -> {
                synchronized (lock) {
                    return call.go();
                }
            };
        });
        sharing(
                "one thread sends the largest while another receives it",
                "the length of message 0 of thread 0 should be 300001, not 65536",
                "send",
                () -> call -> call.go(0, call.buffer(0).duplicate().limit(1 << 16)));
        sharing(
                "a message goes to one thread of those that share",
                "how many threads took message \\d+ should be 1",
                "recv",
                SharingRejectsTest::repeating);
        sharing(
                "a share refuses what its communicator does",
                "no such rank " + SILENT,
                "send",
                () -> call -> Doubles.silently(call, IllegalArgumentException.class));
        // A share of something that nobody closes.
        doubles.calling(
                "a share ends with its communicator",
                "a share after close " + SILENT,
                "duplicate",
                call -> call.broken("share", share -> ((Communicator) call.to()).share()));
        return doubles.tests(SharingClauses.all());
    }

    private void sharing(String clause, String says, String methods, Supplier<Fault> fault) {
        doubles.add(clause, says, comm -> {
            Fault same = fault.get();
            return Broken.of(Communicator.class, comm, "share", share -> share.broken(methods, same));
        });
    }

    /** The second message that a rank gets is its first one once more. */
    private static Fault repeating() {
        ByteBuffer first = ByteBuffer.allocate(Long.BYTES);
        AtomicInteger received = new AtomicInteger();
        return call -> {
            synchronized (first) {
                int before = received.getAndIncrement();
                if (before == 0) {
                    call.go();
                    first.put(0, call.buffer(0), 0, first.limit());
                } else if (before == 1) {
                    call.buffer(0).put(0, first, 0, first.limit());
                }
                if (before <= 1) {
                    return null;
                }
            }
            return call.go();
        };
    }

    /** At a level that is too low, what is refused must be that, with a reason that names the level. */
    @Test
    void sharingBelowMultipleIsRejected() {
        Clause single = SharingClauses.level(ThreadLevel.SINGLE.name());
        assertThat(run(single, comm -> comm))
                .hasValueSatisfying(why -> assertThat(why).contains("sharing at the thread level SINGLE"));
        assertThat(run(single, comm -> lacking(comm, Map.of(Capability.SHARED_COMMUNICATOR, "not today"))))
                .hasValueSatisfying(why -> assertThat(why).contains("names no thread level that would do: not today"));
        assertThat(run(single, comm -> lacking(comm, ThreadLevel.SINGLE.unsupported(Map.of()))))
                .isEmpty();
        assertThat(run(SharingClauses.level(ThreadLevel.MULTIPLE.name()), comm -> comm))
                .isEmpty();
    }

    private static Communicator lacking(Communicator comm, Map<Capability, String> unsupported) {
        Communicator declaring = Broken.of(Communicator.class, comm, "unsupported", call -> unsupported);
        return Broken.of(Communicator.class, declaring, "share", call -> {
            throw UnsupportedCapabilityException.of(declaring, Capability.SHARED_COMMUNICATOR);
        });
    }

    private static Optional<String> run(Clause clause, UnaryOperator<Communicator> dressing) {
        return new ThreadRanks(new LocalProvider(), LaunchedRanks.LIMIT, dressing).run(clause, 1);
    }
}
