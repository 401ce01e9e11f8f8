package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.testkit.clauses.Doubles.SILENT;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.testkit.clauses.Broken.Call;
import dev.lockstep.comm.testkit.clauses.Broken.Fault;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Communicators that break what they say of their ranks, that part them in a wrong way, or that do not end alone. */
final class BrokenGroups {
    private BrokenGroups() {}

    static void addTo(Doubles doubles) {
        place(doubles);
        duplicates(doubles);
        splits(doubles);
    }

    private static void place(Doubles doubles) {
        doubles.calling(
                "ranks are 0 to size - 1, each once",
                "the ranks, as a set of bits, should be",
                "size",
                call -> (int) call.go() + 1);
        doubles.calling(
                "a rank lies below the size", "rank (\\d) of \\1", "size", call -> ((Communicator) call.to()).rank());
        doubles.calling(
                "allocated buffers are zeroed, in native order",
                "its order should be",
                "allocate",
                call -> ByteBuffer.allocateDirect(call.number(0)).order(Faults.foreign()));
    }

    private static void duplicates(Doubles doubles) {
        doubles.calling(
                "a duplicate has the same ranks",
                "a duplicate's rank should be",
                "duplicate",
                call -> call.broken("rank", asked -> ((int) asked.go() + 1) % ((Communicator) call.to()).size()));
        doubles.calling("messages of duplicates never meet", "the communicator of the message", "duplicate", call -> {
            call.go();
            return itself(call);
        });
        doubles.calling(
                "closing a duplicate leaves the rest",
                "IllegalStateException: this communicator was closed",
                "duplicate",
                call -> call.broken("close", close -> {
                    ((Communicator) call.to()).close();
                    return close.go();
                }));
        doubles.calling(
                "closing twice does nothing",
                "IllegalStateException: this communicator was closed",
                "duplicate",
                call -> call.broken("close", close -> {
                    ((Communicator) close.to()).rank();
                    return close.go();
                }));
        doubles.calling(
                "a closed communicator refuses",
                "rank after close " + SILENT,
                "duplicate",
                call -> call.broken("close", close -> null));
    }

    /** A communicator in place of a new one of the same ranks. */
    private static Communicator itself(Call call) {
        return Broken.of(Communicator.class, (Communicator) call.to(), "close", close -> null);
    }

    private static void splits(Doubles doubles) {
        split(doubles, "split by color", "the size of color \\d should be", call -> call.go(0, 0));
        split(
                doubles,
                "split in the order of keys",
                "the rank in the reverse order",
                call -> call.go(1, -call.number(1)));
        split(doubles, "equal keys keep the order of ranks", "the rank among equal keys", call -> {
            Communicator to = (Communicator) call.to();
            return call.go(1, to.size() - to.rank());
        });
        split(
                doubles,
                "an undefined color gets no communicator",
                "a communicator for|the size of the rest",
                call -> call.number(0) == Communicator.UNDEFINED ? call.go(0, 0) : call.go());
        split(doubles, "messages of split communicators never meet", "the communicator of the message", call -> {
            call.go();
            return Optional.of(itself(call));
        });
        split(
                doubles,
                "a color that cannot be is refused",
                SILENT,
                call -> call.number(0) < 0 ? Optional.empty() : call.go());
    }

    private static void split(Doubles doubles, String clause, String says, Fault fault) {
        doubles.calling(clause, says, "split", fault);
    }
}
