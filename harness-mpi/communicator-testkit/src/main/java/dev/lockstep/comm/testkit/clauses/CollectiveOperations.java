package dev.lockstep.comm.testkit.clauses;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.ALL_TO_ALL_IN_PLACE;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.EXSCAN;
import static dev.lockstep.comm.Capability.GATHER;
import static dev.lockstep.comm.Capability.NON_BLOCKING_COLLECTIVES;
import static dev.lockstep.comm.Capability.REDUCE;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER;
import static dev.lockstep.comm.Capability.REDUCE_SCATTER_BLOCK;
import static dev.lockstep.comm.Capability.SCAN;
import static dev.lockstep.comm.Capability.SCATTER;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.testkit.clauses.Operations.Operation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls of every collective, in every form. */
final class CollectiveOperations {
    private static final int BYTES = 8;

    private final int ranks;
    private final int me;

    private CollectiveOperations(Communicator comm) {
        ranks = comm.size();
        me = comm.rank();
    }

    /** The calls, with arguments that are right for the rank of an open communicator. */
    static List<Operation> of(Communicator comm) {
        CollectiveOperations of = new CollectiveOperations(comm);
        return Stream.concat(of.moving().stream(), of.starting().stream()).toList();
    }

    /** Collectives that return when they are complete. */
    private List<Operation> moving() {
        return List.of(
                Operation.of("bcast", comm -> comm.bcast(block(), 0), BROADCAST),
                Operation.of("gather", comm -> comm.gather(block(), blocks(), me), GATHER),
                Operation.of(
                        "gather in place",
                        comm -> comm.gather(Collectives.IN_PLACE, blocks(), me),
                        GATHER,
                        Capability.IN_PLACE),
                Operation.of("gatherv", comm -> comm.gatherv(block(), blocks(), counts(), beginnings(), me), GATHER),
                Operation.of(
                        "gatherv in place",
                        comm -> comm.gatherv(Collectives.IN_PLACE, blocks(), counts(), beginnings(), me),
                        GATHER,
                        Capability.IN_PLACE),
                Operation.of("scatter", comm -> comm.scatter(blocks(), block(), me), SCATTER),
                Operation.of(
                        "scatter in place",
                        comm -> comm.scatter(blocks(), Collectives.IN_PLACE, me),
                        SCATTER,
                        Capability.IN_PLACE),
                Operation.of("scatterv", comm -> comm.scatterv(blocks(), counts(), beginnings(), block(), me), SCATTER),
                Operation.of(
                        "scatterv in place",
                        comm -> comm.scatterv(blocks(), counts(), beginnings(), Collectives.IN_PLACE, me),
                        SCATTER,
                        Capability.IN_PLACE),
                Operation.of("allGather", comm -> comm.allGather(block(), blocks()), ALL_GATHER),
                Operation.of(
                        "allGather in place",
                        comm -> comm.allGather(Collectives.IN_PLACE, blocks()),
                        ALL_GATHER,
                        Capability.IN_PLACE),
                Operation.of(
                        "allGatherv", comm -> comm.allGatherv(block(), blocks(), counts(), beginnings()), ALL_GATHER),
                Operation.of(
                        "allGatherv in place",
                        comm -> comm.allGatherv(Collectives.IN_PLACE, blocks(), counts(), beginnings()),
                        ALL_GATHER,
                        Capability.IN_PLACE),
                Operation.of("allToAll", comm -> comm.allToAll(blocks(), blocks()), ALL_TO_ALL),
                Operation.of(
                        "allToAll in place",
                        comm -> comm.allToAll(Collectives.IN_PLACE, blocks()),
                        ALL_TO_ALL,
                        ALL_TO_ALL_IN_PLACE),
                Operation.of(
                        "allToAllv",
                        comm -> comm.allToAllv(blocks(), counts(), beginnings(), blocks(), counts(), beginnings()),
                        ALL_TO_ALL),
                Operation.of(
                        "allToAllv in place",
                        comm -> comm.allToAllv(Collectives.IN_PLACE, null, null, blocks(), counts(), beginnings()),
                        ALL_TO_ALL,
                        ALL_TO_ALL_IN_PLACE),
                Operation.of("reduce", comm -> comm.reduce(block(), block(), Datatype.INT, ReduceOp.SUM, me), REDUCE),
                Operation.of(
                        "reduce in place",
                        comm -> comm.reduce(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM, me),
                        REDUCE,
                        Capability.IN_PLACE),
                Operation.of(
                        "allReduce", comm -> comm.allReduce(block(), block(), Datatype.INT, ReduceOp.SUM), ALL_REDUCE),
                Operation.of(
                        "allReduce in place",
                        comm -> comm.allReduce(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        ALL_REDUCE,
                        Capability.IN_PLACE),
                Operation.of(
                        "reduceScatterBlock",
                        comm -> comm.reduceScatterBlock(blocks(), block(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER_BLOCK),
                Operation.of(
                        "reduceScatterBlock in place",
                        comm -> comm.reduceScatterBlock(Collectives.IN_PLACE, blocks(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER_BLOCK,
                        Capability.IN_PLACE),
                Operation.of(
                        "reduceScatter",
                        comm -> comm.reduceScatter(blocks(), block(), counts(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER),
                Operation.of(
                        "reduceScatter in place",
                        comm -> comm.reduceScatter(
                                Collectives.IN_PLACE, blocks(), counts(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER,
                        Capability.IN_PLACE),
                Operation.of("scan", comm -> comm.scan(block(), block(), Datatype.INT, ReduceOp.SUM), SCAN),
                Operation.of(
                        "scan in place",
                        comm -> comm.scan(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        SCAN,
                        Capability.IN_PLACE),
                Operation.of("exscan", comm -> comm.exscan(block(), block(), Datatype.INT, ReduceOp.SUM), EXSCAN),
                Operation.of(
                        "exscan in place",
                        comm -> comm.exscan(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        EXSCAN,
                        Capability.IN_PLACE));
    }

    /** Collectives that are only started. */
    private List<Operation> starting() {
        return List.of(
                Operation.of("iBcast", comm -> comm.iBcast(block(), 0), BROADCAST, NON_BLOCKING_COLLECTIVES),
                Operation.of("iGather", comm -> comm.iGather(block(), blocks(), me), GATHER, NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iGather in place",
                        comm -> comm.iGather(Collectives.IN_PLACE, blocks(), me),
                        GATHER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iGatherv",
                        comm -> comm.iGatherv(block(), blocks(), counts(), beginnings(), me),
                        GATHER,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iGatherv in place",
                        comm -> comm.iGatherv(Collectives.IN_PLACE, blocks(), counts(), beginnings(), me),
                        GATHER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScatter", comm -> comm.iScatter(blocks(), block(), me), SCATTER, NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScatter in place",
                        comm -> comm.iScatter(blocks(), Collectives.IN_PLACE, me),
                        SCATTER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScatterv",
                        comm -> comm.iScatterv(blocks(), counts(), beginnings(), block(), me),
                        SCATTER,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScatterv in place",
                        comm -> comm.iScatterv(blocks(), counts(), beginnings(), Collectives.IN_PLACE, me),
                        SCATTER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllGather", comm -> comm.iAllGather(block(), blocks()), ALL_GATHER, NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllGather in place",
                        comm -> comm.iAllGather(Collectives.IN_PLACE, blocks()),
                        ALL_GATHER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllGatherv",
                        comm -> comm.iAllGatherv(block(), blocks(), counts(), beginnings()),
                        ALL_GATHER,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllGatherv in place",
                        comm -> comm.iAllGatherv(Collectives.IN_PLACE, blocks(), counts(), beginnings()),
                        ALL_GATHER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllToAll", comm -> comm.iAllToAll(blocks(), blocks()), ALL_TO_ALL, NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllToAll in place",
                        comm -> comm.iAllToAll(Collectives.IN_PLACE, blocks()),
                        ALL_TO_ALL,
                        ALL_TO_ALL_IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllToAllv",
                        comm -> comm.iAllToAllv(blocks(), counts(), beginnings(), blocks(), counts(), beginnings()),
                        ALL_TO_ALL,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllToAllv in place",
                        comm -> comm.iAllToAllv(Collectives.IN_PLACE, null, null, blocks(), counts(), beginnings()),
                        ALL_TO_ALL,
                        ALL_TO_ALL_IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduce",
                        comm -> comm.iReduce(block(), block(), Datatype.INT, ReduceOp.SUM, me),
                        REDUCE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduce in place",
                        comm -> comm.iReduce(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM, me),
                        REDUCE,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllReduce",
                        comm -> comm.iAllReduce(block(), block(), Datatype.INT, ReduceOp.SUM),
                        ALL_REDUCE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iAllReduce in place",
                        comm -> comm.iAllReduce(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        ALL_REDUCE,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduceScatterBlock",
                        comm -> comm.iReduceScatterBlock(blocks(), block(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER_BLOCK,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduceScatterBlock in place",
                        comm -> comm.iReduceScatterBlock(Collectives.IN_PLACE, blocks(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER_BLOCK,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduceScatter",
                        comm -> comm.iReduceScatter(blocks(), block(), counts(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iReduceScatter in place",
                        comm -> comm.iReduceScatter(
                                Collectives.IN_PLACE, blocks(), counts(), Datatype.INT, ReduceOp.SUM),
                        REDUCE_SCATTER,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScan",
                        comm -> comm.iScan(block(), block(), Datatype.INT, ReduceOp.SUM),
                        SCAN,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iScan in place",
                        comm -> comm.iScan(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        SCAN,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iExscan",
                        comm -> comm.iExscan(block(), block(), Datatype.INT, ReduceOp.SUM),
                        EXSCAN,
                        NON_BLOCKING_COLLECTIVES),
                Operation.of(
                        "iExscan in place",
                        comm -> comm.iExscan(Collectives.IN_PLACE, block(), Datatype.INT, ReduceOp.SUM),
                        EXSCAN,
                        Capability.IN_PLACE,
                        NON_BLOCKING_COLLECTIVES));
    }

    private static ByteBuffer block() {
        return Messages.direct(BYTES);
    }

    private ByteBuffer blocks() {
        return Messages.direct(BYTES * ranks);
    }

    private int[] counts() {
        int[] counts = new int[ranks];
        Arrays.fill(counts, BYTES);
        return counts;
    }

    private int[] beginnings() {
        return IntStream.range(0, ranks).map(i -> i * BYTES).toArray();
    }
}
