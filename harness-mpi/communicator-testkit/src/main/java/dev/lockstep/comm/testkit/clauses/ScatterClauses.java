package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.SCATTER;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.testkit.clauses.RankBlocks.Vector;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** Clauses on data from one rank to all: the same bytes, or a block for each. */
final class ScatterClauses {
    private ScatterClauses() {}

    static List<Clause> all() {
        return Stream.of(
                        Forms.both("scatter", ScatterClauses::scatter, SCATTER),
                        Forms.both("scatter in place", ScatterClauses::scatterInPlace, SCATTER, Capability.IN_PLACE),
                        Forms.both("scatterv", ScatterClauses::scatterv, SCATTER),
                        Forms.both("scatterv in place", ScatterClauses::scattervInPlace, SCATTER, Capability.IN_PLACE),
                        List.of(Forms.started("bcast", ScatterClauses::bcast, BROADCAST)))
                .flatMap(List::stream)
                .toList();
    }

    private static void scatter(Communicator comm, Collectives by, Framed kind, int size) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer all =
                    comm.rank() == root ? RankBlocks.all(comm, kind, size).asReadOnlyBuffer() : null;
            ByteBuffer out = kind.of(size);
            by.scatter(all, out, root);
            RankBlocks.expectMine(comm, out, "what rank " + root + " scatters");
        }
    }

    private static void scatterInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        for (int root = 0; root < comm.size(); root++) {
            if (comm.rank() == root) {
                ByteBuffer all = RankBlocks.all(comm, kind, size);
                by.scatter(all, Collectives.IN_PLACE, root);
                RankBlocks.expectAll(comm, all, size, "what rank " + root + " has scattered");
            } else {
                ByteBuffer out = kind.of(size);
                by.scatter(null, out, root);
                RankBlocks.expectMine(comm, out, "what rank " + root + " scatters in place");
            }
        }
    }

    private static void scatterv(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer out = kind.of(vector.counts()[comm.rank()]);
            if (comm.rank() == root) {
                by.scatterv(RankBlocks.all(kind, vector), vector.counts(), vector.displacements(), out, root);
            } else {
                by.scatterv(null, null, null, out, root);
            }
            RankBlocks.expectMine(comm, out, "what rank " + root + " scatters");
        }
    }

    private static void scattervInPlace(Communicator comm, Collectives by, Framed kind, int size) {
        Vector vector = Vector.around(comm.size(), size);
        for (int root = 0; root < comm.size(); root++) {
            if (comm.rank() == root) {
                ByteBuffer all = RankBlocks.all(kind, vector);
                by.scatterv(all, vector.counts(), vector.displacements(), Collectives.IN_PLACE, root);
                RankBlocks.expectAll(vector, all, "what rank " + root + " has scattered");
            } else {
                ByteBuffer out = kind.of(vector.counts()[comm.rank()]);
                by.scatterv(null, null, null, out, root);
                RankBlocks.expectMine(comm, out, "what rank " + root + " scatters in place");
            }
        }
    }

    private static void bcast(Communicator comm, Collectives by, Framed kind, int size) {
        for (int root = 0; root < comm.size(); root++) {
            ByteBuffer message = kind.of(size);
            ByteBuffer given = message;
            if (comm.rank() == root) {
                Messages.fill(message, 70 + root);
                given = message.asReadOnlyBuffer();
            }
            by.bcast(given, root);
            Expect.pattern(message, 70 + root, "what rank " + root + " broadcasts");
            Framed.expectFrame(message, "the message");
        }
    }
}
