package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.GATHER;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.testkit.clauses.RankBlocks.Vector;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** Clauses on blocks from each rank, to one or to all. */
final class GatherClauses {
    private GatherClauses() {}

    static List<Clause> all() {
        return Stream.of(
                        Forms.both("gather", GatherClauses::gather, GATHER),
                        Forms.both("gather in place", GatherClauses::gatherInPlace, GATHER, Capability.IN_PLACE),
                        Forms.both("gatherv", GatherClauses::gatherv, GATHER),
                        Forms.both("gatherv in place", GatherClauses::gathervInPlace, GATHER, Capability.IN_PLACE),
                        Forms.both("allGather", GatherClauses::allGather, ALL_GATHER),
                        Forms.both(
                                "allGather in place", GatherClauses::allGatherInPlace, ALL_GATHER, Capability.IN_PLACE),
                        Forms.both("allGatherv", GatherClauses::allGatherv, ALL_GATHER),
                        Forms.both(
                                "allGatherv in place",
                                GatherClauses::allGathervInPlace,
                                ALL_GATHER,
                                Capability.IN_PLACE))
                .flatMap(List::stream)
                .toList();
    }

    private static void gather(Communicator comm, Collectives by, Framed kind, int size) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer in = Messages.fill(kind.of(size), comm.rank());
            ByteBuffer out = comm.rank() == root ? kind.of(size * comm.size()) : null;
            by.gather(in.asReadOnlyBuffer(), out, root);
            RankBlocks.expectAll(comm, out, size, "what rank " + root + " gathers");
            Expect.pattern(in, comm.rank(), "the contribution afterwards");
        }
    }

    private static void gatherInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        for (int root = 0; root < comm.size(); root++) {
            if (comm.rank() == root) {
                ByteBuffer out = RankBlocks.own(comm, kind, size);
                by.gather(Collectives.IN_PLACE, out, root);
                RankBlocks.expectAll(comm, out, size, "what rank " + root + " gathers in place");
            } else {
                by.gather(Messages.fill(kind.of(size), comm.rank()), null, root);
            }
        }
    }

    private static void gatherv(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer in = Messages.fill(kind.of(vector.counts()[comm.rank()]), comm.rank());
            if (comm.rank() == root) {
                ByteBuffer out = kind.of(vector.total());
                by.gatherv(in, out, vector.counts(), vector.displacements(), root);
                RankBlocks.expectAll(vector, out, "what rank " + root + " gathers");
            } else {
                by.gatherv(in, null, null, null, root);
            }
        }
    }

    private static void gathervInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        for (int root = 0; root < comm.size(); root++) {
            if (comm.rank() == root) {
                ByteBuffer out = RankBlocks.own(comm, kind, vector);
                by.gatherv(Collectives.IN_PLACE, out, vector.counts(), vector.displacements(), root);
                RankBlocks.expectAll(vector, out, "what rank " + root + " gathers in place");
            } else {
                ByteBuffer in = Messages.fill(kind.of(vector.counts()[comm.rank()]), comm.rank());
                by.gatherv(in, null, null, null, root);
            }
        }
    }

    private static void allGather(Communicator comm, Collectives by, Framed kind, int size) {
        ByteBuffer in = Messages.fill(kind.of(size), comm.rank());
        ByteBuffer out = kind.of(size * comm.size());
        by.allGather(in.asReadOnlyBuffer(), out);
        RankBlocks.expectAll(comm, out, size, "what all gather");
        Expect.pattern(in, comm.rank(), "the contribution afterwards");
    }

    private static void allGatherInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        ByteBuffer out = RankBlocks.own(comm, kind, size);
        by.allGather(Collectives.IN_PLACE, out);
        RankBlocks.expectAll(comm, out, size, "what all gather in place");
    }

    private static void allGatherv(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        ByteBuffer in = Messages.fill(kind.of(vector.counts()[comm.rank()]), comm.rank());
        ByteBuffer out = kind.of(vector.total());
        by.allGatherv(in, out, vector.counts(), vector.displacements());
        RankBlocks.expectAll(vector, out, "what all gather");
    }

    private static void allGathervInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        ByteBuffer out = RankBlocks.own(comm, kind, vector);
        by.allGatherv(Collectives.IN_PLACE, out, vector.counts(), vector.displacements());
        RankBlocks.expectAll(vector, out, "what all gather in place");
    }
}
