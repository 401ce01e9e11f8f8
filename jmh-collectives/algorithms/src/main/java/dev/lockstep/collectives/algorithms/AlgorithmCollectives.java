package dev.lockstep.collectives.algorithms;

import static dev.lockstep.comm.Capability.ALL_GATHER;
import static dev.lockstep.comm.Capability.ALL_REDUCE;
import static dev.lockstep.comm.Capability.ALL_TO_ALL;
import static dev.lockstep.comm.Capability.ALL_TO_ALL_IN_PLACE;
import static dev.lockstep.comm.Capability.BROADCAST;
import static dev.lockstep.comm.Capability.POINT_TO_POINT;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Reductions;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.spi.CollectiveArguments;
import dev.lockstep.comm.spi.ReductionArguments;
import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Movement;
import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/**
 * Collectives over the messages of a communicator between two ranks, by algorithms that a {@link Choice} picks.
 * Buffers, arguments, errors and threads are as for {@link Communicator}; its messages never meet these. What a choice
 * may pick is there; gathers, scatters and other reductions are not.
 *
 * <p>Calls with the same direct buffers as before allocate nothing. The last few buffers are therefore held, until this
 * is let go.
 */
public final class AlgorithmCollectives implements Collectives, Reductions, AutoCloseable {
    private static final Map<Capability, String> UNSUPPORTED = unsupportedOnes();

    private final Choice choice;
    private final Messages messages;
    private final CollectiveArguments arguments;
    private final ReductionArguments reductionArguments;
    private final Movement movement;
    private final EvenBlocks even;
    private final Linear linear;
    private final Tree tree;
    private final Ring ring;
    private final Doubling doubling;
    private final Chain chain;
    private final Rounds rounds;
    private final Bruck bruck;
    private final TypedFold typed = new TypedFold();
    private final ByteBuffer longest = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());

    private AlgorithmCollectives(Communicator own, Choice choice) {
        this.choice = choice;
        messages = new Messages(own);
        arguments = new CollectiveArguments(own.rank(), own.size());
        reductionArguments = new ReductionArguments(own.rank(), own.size());
        movement = new Movement(own.rank(), own.size());
        even = new EvenBlocks(own.size());
        // One operation at a time, so one scratch buffer.
        Scratch scratch = new Scratch();
        linear = new Linear(messages, movement);
        tree = new Tree(messages, scratch);
        ring = new Ring(messages, scratch);
        doubling = new Doubling(messages, scratch);
        chain = new Chain(messages);
        rounds = new Rounds(messages);
        bruck = new Bruck(messages, scratch);
    }

    /**
     * Collectives of {@link Choice#TUNED}, over a duplicate of a communicator. All ranks call it in the same
     * order.
     *
     * @param comm has {@link Capability#POINT_TO_POINT} and {@link Capability#DUPLICATE}; left open
     * @return to be closed before the communicator
     * @throws UnsupportedCapabilityException if the communicator lacks one of these
     */
    public static AlgorithmCollectives over(Communicator comm) {
        return over(comm, Choice.TUNED);
    }

    /**
     * Collectives over a duplicate of a communicator. All ranks call it in the same order, with choices that are alike.
     *
     * @param comm has {@link Capability#POINT_TO_POINT} and {@link Capability#DUPLICATE}; left open
     * @param choice of the algorithm for each call
     * @return to be closed before the communicator
     * @throws UnsupportedCapabilityException if the communicator lacks one of these
     */
    public static AlgorithmCollectives over(Communicator comm, Choice choice) {
        if (!comm.supports(POINT_TO_POINT)) {
            throw UnsupportedCapabilityException.of(comm, POINT_TO_POINT);
        }
        return new AlgorithmCollectives(comm.duplicate(), choice);
    }

    @Override
    public Map<Capability, String> unsupported() {
        return UNSUPPORTED;
    }

    @Override
    public void barrier() {
        messages.begin();
        switch (choice.barrier(messages.size)) {
            case LINEAR -> linear.barrier();
            case DISSEMINATION -> rounds.barrier();
        }
    }

    @Override
    public void bcast(ByteBuffer message, int root) {
        arguments.bcast(message, root);
        messages.begin();
        int bytes = message.remaining();
        switch (choice.broadcast(messages.size, bytes)) {
            case LINEAR -> linear.bcast(message, root);
            case BINOMIAL -> tree.bcast(message, root);
            case SCATTER_ALLGATHER -> {
                Blocks blocks = even.of(message, 1);
                tree.scatter(blocks, root);
                messages.nextPhase();
                ring.allGather(blocks, messages.peer(-root));
            }
            case CHAIN -> chain.bcast(message, root, choice.segment(messages.size, bytes));
        }
    }

    @Override
    public void allGather(ByteBuffer contribution, ByteBuffer result) {
        arguments.allGather(contribution, result);
        movement.clear();
        movement.allGather(contribution, result);
        allGather(result.remaining());
    }

    @Override
    public void allGatherv(ByteBuffer contribution, ByteBuffer result, int[] counts, int[] displacements) {
        arguments.allGatherv(contribution, result, counts, displacements);
        movement.clear();
        movement.allGatherv(contribution, result, counts, displacements);
        long bytes = 0;
        for (int count : counts) {
            bytes += count;
        }
        allGather(bytes);
    }

    private void allGather(long bytes) {
        messages.begin();
        AllGatherAlgorithm algorithm = choice.allGather(messages.size, bytes);
        if (algorithm == AllGatherAlgorithm.LINEAR) {
            linear.move();
            return;
        }
        movement.toSelf();
        if (algorithm == AllGatherAlgorithm.RING) {
            ring.allGather(movement.in, messages.rank);
        } else {
            bruck.allGather(movement.in);
        }
        movement.clear();
    }

    @Override
    public void allToAll(ByteBuffer contribution, ByteBuffer result) {
        arguments.allToAll(contribution, result);
        movement.clear();
        movement.allToAll(contribution, result);
        messages.begin();
        int bytes = result.remaining() / messages.size;
        switch (choice.allToAll(messages.size, bytes)) {
            case LINEAR -> linear.move();
            case PAIRWISE -> rounds.pairwise(movement);
            case BRUCK -> bruck.allToAll(movement, bytes, false);
        }
    }

    @Override
    public void allToAllv(
            ByteBuffer contribution,
            int[] sendCounts,
            int[] sendDisplacements,
            ByteBuffer result,
            int[] recvCounts,
            int[] recvDisplacements) {
        arguments.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        movement.clear();
        movement.allToAllv(contribution, sendCounts, sendDisplacements, result, recvCounts, recvDisplacements);
        messages.begin();
        switch (choice.allToAllv(messages.size)) {
            case LINEAR -> linear.move();
            case PAIRWISE -> rounds.pairwise(movement);
            case BRUCK -> {
                int bytes = longestOfAll();
                messages.begin();
                bruck.allToAll(movement, bytes, true);
            }
        }
    }

    /** The length of the longest block that any rank sends, in bytes. */
    private int longestOfAll() {
        int mine = 0;
        for (int other = 0; other < messages.size; other++) {
            mine = Math.max(mine, movement.out.length(other));
        }
        longest.putInt(0, mine);
        doubling.allReduce(longest, typed.of(Datatype.INT, ReduceOp.MAX));
        return longest.getInt(0);
    }

    @Override
    public void allReduce(ByteBuffer contribution, ByteBuffer result, Datatype type, ReduceOp op) {
        reductionArguments.allReduce(contribution, result, type, op);
        allReduce(contribution, result, typed.of(type, op));
    }

    /** The same by any fold; arguments are not checked. */
    void allReduce(ByteBuffer contribution, ByteBuffer result, Fold fold) {
        AllReduceAlgorithm algorithm = choice.allReduce(messages.size, result.remaining());
        if (!algorithm.keepsOrder() && !fold.commutes()) {
            throw new IllegalArgumentException("the algorithm " + algorithm.label()
                    + " does not keep the order of ranks, and this operation is not commutative");
        }
        messages.begin();
        if (contribution != IN_PLACE) {
            result.put(result.position(), contribution, contribution.position(), contribution.remaining());
        }
        switch (algorithm) {
            case LINEAR -> linear.allReduce(result, fold);
            case BINOMIAL -> {
                tree.reduce(result, fold);
                messages.nextPhase();
                tree.bcast(result, 0);
            }
            case RING -> {
                Blocks blocks = even.of(result, fold.bytes());
                ring.reduceScatter(blocks, fold);
                messages.nextPhase();
                ring.allGather(blocks, messages.peer(1));
            }
            case RECURSIVE_DOUBLING -> doubling.allReduce(result, fold);
            case RABENSEIFNER -> doubling.halvingAllReduce(result, fold);
        }
    }

    /** Closes the duplicate, collectively. Closing twice does nothing. */
    @Override
    public void close() {
        messages.close();
    }

    private static Map<Capability, String> unsupportedOnes() {
        EnumMap<Capability, String> reasons = new EnumMap<>(Capability.class);
        EnumSet.complementOf(EnumSet.of(
                        BROADCAST, ALL_GATHER, ALL_TO_ALL, ALL_REDUCE, Capability.IN_PLACE, ALL_TO_ALL_IN_PLACE))
                .forEach(capability -> reasons.put(capability, "no algorithm of this module is for it"));
        return Collections.unmodifiableMap(reasons);
    }
}
