package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.GATHER;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER_BLOCK;
import static dev.lockstep.comm.Capability.SCATTER;
import static dev.lockstep.comm.Collectives.IN_PLACE;
import static dev.lockstep.comm.Datatype.INT;
import static dev.lockstep.comm.ReduceOp.SUM;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.testkit.clauses.Forms.Started;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Arguments of collectives that cannot be right are refused on the rank that gives them, in both forms. */
final class CollectiveArgumentClauses {
    private static final int BLOCK = 8;
    private static final Set<Capability> MOVING = EnumSet.of(ALL_GATHER, ALL_TO_ALL, BROADCAST, GATHER, SCATTER);
    private static final Set<Capability> REDUCING =
            EnumSet.of(ALL_REDUCE, REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK);

    private final Collectives by;
    private final Reductions reductions;
    private final int me;
    private final int ranks;
    private final int[] counts;
    private final int[] places;

    private CollectiveArgumentClauses(Communicator comm, Collectives by, Reductions reductions) {
        this.by = by;
        this.reductions = reductions;
        me = comm.rank();
        ranks = comm.size();
        counts = new int[ranks];
        places = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            counts[rank] = BLOCK;
            places[rank] = rank * BLOCK;
        }
    }

    private interface Attempts {
        void run(CollectiveArgumentClauses with);
    }

    static List<Clause> all() {
        List<Clause> clauses = new ArrayList<>();
        both(clauses, "a wrong root of blocks is refused", CollectiveArgumentClauses::roots, MOVING);
        both(clauses, "missing and sealed blocks are refused", CollectiveArgumentClauses::buffers, MOVING);
        both(clauses, "blocks of wrong lengths are refused", CollectiveArgumentClauses::lengths, MOVING);
        both(clauses, "blocks outside the buffer are refused", CollectiveArgumentClauses::vectors, MOVING);
        both(clauses, "overlapping blocks are refused", CollectiveArgumentClauses::overlap, MOVING);
        both(clauses, "in place where it cannot be is refused", CollectiveArgumentClauses::inPlace, MOVING);
        both(clauses, "a wrong reduction is refused", CollectiveArgumentClauses::reductions, REDUCING);
        return clauses;
    }

    private static void both(List<Clause> clauses, String name, Attempts attempts, Set<Capability> needs) {
        Set<Capability> blocking = EnumSet.copyOf(needs);
        clauses.add(new Clause(name, blocking, comm -> {
            attempts.run(new CollectiveArgumentClauses(comm, comm, comm));
            comm.barrier();
        }));
        Set<Capability> started = EnumSet.of(NON_BLOCKING_COLLECTIVES, needs.toArray(Capability[]::new));
        clauses.add(new Clause(name + ", non-blocking", started, comm -> {
            Started forms = new Started(comm);
            attempts.run(new CollectiveArgumentClauses(comm, forms, forms));
            comm.iBarrier().await();
        }));
    }

    private void roots() {
        for (int wrong : new int[] {-1, ranks, Integer.MAX_VALUE}) {
            refused("bcast from " + wrong, () -> by.bcast(block(), wrong));
            refused("gather to " + wrong, () -> by.gather(block(), blocks(), wrong));
            refused("gatherv to " + wrong, () -> by.gatherv(block(), blocks(), counts, places, wrong));
            refused("scatter from " + wrong, () -> by.scatter(blocks(), block(), wrong));
            refused("scatterv from " + wrong, () -> by.scatterv(blocks(), counts, places, block(), wrong));
        }
    }

    private void buffers() {
        refused("gather of null", () -> by.gather(null, blocks(), me));
        refused("gather into null", () -> by.gather(block(), null, me));
        refused("gatherv into null", () -> by.gatherv(block(), null, counts, places, me));
        refused("gatherv without counts", () -> by.gatherv(block(), blocks(), null, places, me));
        refused("gatherv without displacements", () -> by.gatherv(block(), blocks(), counts, null, me));
        refused("scatter of null", () -> by.scatter(null, block(), me));
        refused("scatter into null", () -> by.scatter(blocks(), null, me));
        refused("scatterv without counts", () -> by.scatterv(blocks(), null, places, block(), me));
        refused("allGather of null", () -> by.allGather(null, blocks()));
        refused("allGatherv of null", () -> by.allGatherv(null, blocks(), counts, places));
        refused("allToAll into null", () -> by.allToAll(blocks(), null));
        refused("allToAllv of null", () -> by.allToAllv(null, counts, places, blocks(), counts, places));
        ByteBuffer sealed = blocks().asReadOnlyBuffer();
        refused("gather into a read-only buffer", () -> by.gather(block(), sealed, me));
        refused("allGather into a read-only buffer", () -> by.allGather(block(), sealed));
        refused("allToAll into a read-only buffer", () -> by.allToAll(blocks(), sealed));
        refused("scatter into a read-only buffer", () -> by.scatter(blocks(), block().asReadOnlyBuffer(), me));
    }

    private void lengths() {
        ByteBuffer longer = Messages.direct(ranks * BLOCK + 1);
        refused("gather into one byte more", () -> by.gather(block(), longer, me));
        refused("gatherv of one byte more", () -> by.gatherv(Messages.direct(BLOCK + 1), blocks(), counts, places, me));
        refused("scatter of one byte more", () -> by.scatter(longer, block(), me));
        refused(
                "scatterv to one byte more",
                () -> by.scatterv(blocks(), counts, places, Messages.direct(BLOCK + 1), me));
        refused("allGather into one byte more", () -> by.allGather(block(), longer));
        refused(
                "allGatherv of one byte more",
                () -> by.allGatherv(Messages.direct(BLOCK + 1), blocks(), counts, places));
        refused("allToAll of one byte more", () -> by.allToAll(longer, blocks()));
    }

    private void vectors() {
        int[] tooMany = new int[ranks + 1];
        int[] negative = counts.clone();
        negative[ranks - 1] = -1;
        int[] beyond = places.clone();
        beyond[ranks - 1] = Integer.MAX_VALUE;
        for (int[] wrong : List.of(tooMany, negative, beyond)) {
            refused("gatherv with wrong counts", () -> by.gatherv(block(), blocks(), wrong, places, me));
            refused("gatherv with wrong displacements", () -> by.gatherv(block(), blocks(), counts, wrong, me));
            refused("scatterv with wrong displacements", () -> by.scatterv(blocks(), counts, wrong, block(), me));
            refused("allGatherv with wrong displacements", () -> by.allGatherv(block(), blocks(), counts, wrong));
            refused(
                    "allToAllv sending wrong counts",
                    () -> by.allToAllv(blocks(), wrong, places, blocks(), counts, places));
            refused(
                    "allToAllv receiving wrong displacements",
                    () -> by.allToAllv(blocks(), counts, places, blocks(), counts, wrong));
        }
    }

    private void overlap() {
        ByteBuffer array = Messages.heap(ranks * BLOCK);
        ByteBuffer part = array.slice(0, BLOCK);
        refused("gather within one array", () -> by.gather(part, array, me));
        refused("scatter within one array", () -> by.scatter(array, part, me));
        refused("allGather within one array", () -> by.allGather(part, array));
        refused("allToAll of one buffer", () -> by.allToAll(array, array));
    }

    private void inPlace() {
        refused("bcast in place", () -> by.bcast(IN_PLACE, me));
        refused("gather into IN_PLACE", () -> by.gather(block(), IN_PLACE, me));
        refused("scatter of IN_PLACE", () -> by.scatter(IN_PLACE, block(), me));
        refused("allGather into IN_PLACE", () -> by.allGather(block(), IN_PLACE));
        refused("allToAll into IN_PLACE", () -> by.allToAll(blocks(), IN_PLACE));
        if (ranks > 1) {
            int other = (me + 1) % ranks;
            refused("gather in place elsewhere than at the root", () -> by.gather(IN_PLACE, blocks(), other));
            refused("scatter in place elsewhere than at the root", () -> by.scatter(blocks(), IN_PLACE, other));
        }
    }

    private void reductions() {
        ByteBuffer odd = Messages.direct(BLOCK * ranks + 2);
        int[] broken = counts.clone();
        broken[0] = 3;
        refused("reduce to no rank", () -> reductions.reduce(block(), block(), INT, SUM, ranks));
        refused("reduce of IN_PLACE and null", () -> reductions.reduce(IN_PLACE, null, INT, SUM, me));
        refused("allReduce in place of 10 bytes", () -> reductions.allReduce(IN_PLACE, odd, INT, SUM));
        refused("allReduce of no type", () -> reductions.allReduce(block(), block(), null, SUM));
        refused("scan of 10 bytes", () -> reductions.scan(odd, Messages.direct(10), INT, SUM));
        refused("scan into 4 bytes more", () -> reductions.scan(block(), Messages.direct(BLOCK + 4), INT, SUM));
        refused("exscan of no operation", () -> reductions.exscan(block(), block(), INT, null));
        refused("reduceScatterBlock of 2 bytes more", () -> reductions.reduceScatterBlock(odd, block(), INT, SUM));
        refused(
                "reduceScatterBlock into 4 bytes more",
                () -> reductions.reduceScatterBlock(blocks(), Messages.direct(BLOCK + 4), INT, SUM));
        refused("reduceScatter without counts", () -> reductions.reduceScatter(blocks(), block(), null, INT, SUM));
        refused(
                "reduceScatter with broken elements",
                () -> reductions.reduceScatter(blocks(), block(), broken, INT, SUM));
        refused(
                "reduceScatter into 4 bytes more",
                () -> reductions.reduceScatter(blocks(), Messages.direct(BLOCK + 4), counts, INT, SUM));
        refused(
                "reduceScatter of one block",
                () -> reductions.reduceScatter(Messages.direct(BLOCK * (ranks + 1)), block(), counts, INT, SUM));
    }

    private static ByteBuffer block() {
        return Messages.direct(BLOCK);
    }

    private ByteBuffer blocks() {
        return Messages.direct(BLOCK * ranks);
    }

    private static void refused(String what, Runnable use) {
        ArgumentClauses.refused(what, use);
    }
}
