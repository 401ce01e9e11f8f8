package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.ALL_TO_ALL_IN_PLACE;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.testkit.clauses.RankBlocks.Vector;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every rank sends each a block of its own. */
final class AllToAllClauses {
    private AllToAllClauses() {}

    static List<Clause> all() {
        return Stream.of(
                        Forms.both("allToAll", AllToAllClauses::equal, ALL_TO_ALL),
                        Forms.both("allToAll in place", AllToAllClauses::inPlace, ALL_TO_ALL, ALL_TO_ALL_IN_PLACE),
                        Forms.both("allToAllv", AllToAllClauses::unequal, ALL_TO_ALL),
                        Forms.both(
                                "allToAllv in place", AllToAllClauses::unequalInPlace, ALL_TO_ALL, ALL_TO_ALL_IN_PLACE))
                .flatMap(List::stream)
                .toList();
    }

    private static void equal(Communicator comm, Collectives by, Framed kind, int size) {
        Vector blocks = equalBlocks(comm, size);
        ByteBuffer in = RankBlocks.toEach(comm, kind, blocks);
        ByteBuffer out = kind.of(blocks.total());
        by.allToAll(in.asReadOnlyBuffer(), out);
        RankBlocks.expectFromEach(comm, blocks, out, "what all exchange");
        Framed.expectFrame(out, "the result");
    }

    private static void inPlace(Communicator comm, Collectives by, Framed kind, int size) {
        Vector blocks = equalBlocks(comm, size);
        ByteBuffer out = RankBlocks.toEach(comm, kind, blocks);
        by.allToAll(Collectives.IN_PLACE, out);
        RankBlocks.expectFromEach(comm, blocks, out, "what all exchange in place");
        Framed.expectFrame(out, "the result");
    }

    private static Vector equalBlocks(Communicator comm, int size) {
        int[] counts = IntStream.generate(() -> size).limit(comm.size()).toArray();
        int[] displacements =
                IntStream.range(0, comm.size()).map(rank -> rank * size).toArray();
        return new Vector(counts, displacements, size * comm.size());
    }

    private static void unequal(Communicator comm, Collectives by, Framed kind, int size) {
        Vector out = Vector.of(counts(comm, rank -> length(comm.rank(), rank, size)));
        Vector in = Vector.of(counts(comm, rank -> length(rank, comm.rank(), size)));
        ByteBuffer sent = RankBlocks.toEach(comm, kind, out);
        ByteBuffer received = kind.of(in.total());
        by.allToAllv(
                sent.asReadOnlyBuffer(), out.counts(), out.displacements(), received, in.counts(), in.displacements());
        RankBlocks.expectFromEach(comm, in, received, "what all exchange");
        in.expectGaps(received, "what all exchange");
    }

    private static void unequalInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        // Two ranks send each other equally much.
        int me = comm.rank();
        Vector blocks = Vector.of(counts(comm, rank -> length(Math.min(me, rank), Math.max(me, rank), size)));
        ByteBuffer out = RankBlocks.toEach(comm, kind, blocks);
        by.allToAllv(Collectives.IN_PLACE, null, null, out, blocks.counts(), blocks.displacements());
        RankBlocks.expectFromEach(comm, blocks, out, "what all exchange in place");
        blocks.expectGaps(out, "what all exchange in place");
    }

    private static int[] counts(Communicator comm, IntUnaryOperator length) {
        return IntStream.range(0, comm.size()).map(length).toArray();
    }

    /** The length of a message; some are empty. */
    private static int length(int sender, int receiver, int size) {
        return (sender + 2 * receiver) % 4 == 1 ? 0 : size + 3 * sender + receiver;
    }
}
