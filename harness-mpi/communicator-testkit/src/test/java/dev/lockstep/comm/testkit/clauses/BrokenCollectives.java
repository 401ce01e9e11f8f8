package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.testkit.clauses.Doubles.BYTE;
import static dev.lockstep.comm.testkit.clauses.Doubles.COMPLETE;
import static dev.lockstep.comm.testkit.clauses.Doubles.HANGS;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.testkit.clauses.Broken.Call;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Communicators that break collectives, in each of their forms. */
final class BrokenCollectives {
    /** The names of all methods that move or reduce blocks. */
    static final String ALL_NAMES =
            "i?([bB]cast|[gG]atherv?|[sS]catterv?|[aA]ll(Gatherv?|ToAllv?|Reduce)" + "|[rR]educe(Scatter(Block)?)?)";

    private final Doubles doubles;

    private BrokenCollectives(Doubles doubles) {
        this.doubles = doubles;
    }

    static void addTo(Doubles doubles) {
        BrokenCollectives collectives = new BrokenCollectives(doubles);
        collectives.barriers();
        collectives.forms();
        collectives.outstanding();
        collectives.reductions();
    }

    private void barriers() {
        doubles.calling(
                "a barrier holds every rank until all are there",
                "a rank left the barrier before rank \\d came",
                "barrier",
                call -> null);
        doubles.calling("barriers follow each other", "no more barriers", "barrier", () -> {
            AtomicInteger barriers = new AtomicInteger();
            return call -> {
                if (barriers.incrementAndGet() > 100) {
                    throw new IllegalStateException("no more barriers");
                }
                return call.go();
            };
        });
        flipping("bcast from every root", BYTE, "bcast", 0, call -> true);
        doubles.calling(
                "bcast between position and limit",
                BYTE,
                "bcast",
                call -> call.go(0, Faults.misplaced(call.buffer(0))));
    }

    /** One form of one collective leaves a wrong first byte, which with unequal blocks lies in a gap between them. */
    private void forms() {
        Stream.of(GatherClauses.all(), ScatterClauses.all(), AllToAllClauses.all(), ReduceScatterClauses.all())
                .flatMap(List::stream)
                .map(Clause::name)
                .forEach(form -> tampering(form, form));
    }

    private void tampering(String clause, String form) {
        doubles.calling(clause, "byte|element", form.split(" ")[0], call -> {
            List<Object> arguments = Arrays.asList(call.arguments());
            if (arguments.contains(Collectives.IN_PLACE) != form.endsWith(" in place")) {
                return call.go();
            }
            return form.startsWith("i")
                    ? call.broken("await|test", ending -> tampered(ending, call))
                    : tampered(call, call);
        });
    }

    private static Object tampered(Call ending, Call collective) throws Throwable {
        Object done = ending.go();
        ByteBuffer written = null;
        for (Object argument : collective.arguments()) {
            if (argument instanceof ByteBuffer buffer && buffer != Collectives.IN_PLACE) {
                written = buffer;
            }
        }
        if (!Boolean.FALSE.equals(done) && written.hasRemaining() && !written.isReadOnly()) {
            written.put(written.position(), (byte) (written.get(written.position()) ^ 0x40));
        }
        return done;
    }

    private void outstanding() {
        doubles.calling(
                "iBarrier is complete only when all have started it",
                "a barrier is complete before rank \\d has started it",
                "iBarrier",
                call -> COMPLETE);
        tampering("collectives under way complete in any order", "iAllReduce");
        // As if it were made of messages, among those of the caller.
        doubles.calling(
                "collectives under way do not meet messages",
                "a receive got what a collective sent",
                "iAllGather",
                call -> {
                    Communicator to = (Communicator) call.to();
                    to.iSend(call.buffer(0), Messages.right(to), Communicator.MAX_TAG);
                    return call.go();
                });
        // Not under way before somebody waits.
        doubles.calling(
                "a collective under way progresses in other calls",
                HANGS,
                "iBcast",
                call -> BrokenMessages.later(status -> ((Communicator) call.to())
                        .iBcast(call.buffer(0), call.number(1))
                        .await(status)));
    }

    private static int rank(Call call) {
        return ((Communicator) call.to()).rank();
    }

    /** Some calls leave a wrong byte in one of their buffers. */
    private void flipping(String clause, String says, String method, int buffer, Predicate<Call> such) {
        doubles.calling(clause, says, method, call -> {
            call.go();
            if (such.test(call)) {
                Faults.flip(call.buffer(buffer));
            }
            return null;
        });
    }

    private void reductions() {
        for (Datatype type : Datatype.values()) {
            for (ReduceOp op : ReduceOp.values()) {
                Predicate<Call> such = call -> call.arguments()[2] == type && call.arguments()[3] == op;
                flipping("allReduce " + type + " " + op, "element", "allReduce", 1, such);
                flipping(
                        "reduce " + type + " " + op,
                        "element",
                        "reduce",
                        1,
                        such.and(call -> call.number(4) == rank(call)));
            }
        }
        doubles.calling(
                "reductions between position and limit",
                "at position 8",
                "allReduce",
                call -> call.go(1, Faults.misplaced(call.buffer(1))));
        flipping(
                "reductions use native byte order",
                "in a buffer of",
                "allReduce",
                1,
                call -> call.buffer(1).order() == Faults.foreign());
        flipping("a contribution is unchanged", "the contribution after allReduce", "allReduce", 0, call -> true);
        flipping("all ranks get the same bits", "the bits of element", "allReduce", 1, call -> rank(call) == 1);
        doubles.calling("integer overflow wraps", "the sum of largest ints", "allReduce", call -> {
            call.go();
            if (call.arguments()[2] == Datatype.INT) {
                call.buffer(1).putInt(0, Integer.MAX_VALUE);
            }
            return null;
        });
    }
}
