package dev.lockstep.collectives;

import dev.lockstep.collectives.Shape.Part;
import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Sized;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What collectives with contents have in common: buffers, what lies in them, and what changes from one operation to the
 * next. A benchmark says by {@link #prepare} who gives and gets what, and calls with {@link #contribution} and others.
 */
public abstract class Collective extends Operation implements Sized {
    /** Rank 0 is always the root, or there is none. */
    static final String FIRST = "0";

    private static final int LINE = 64;

    /** Size of a block: what one rank gives to another, or to be combined. */
    @Param({"4", "1024", "65536", "1048576"})
    int bytes;

    /** The memory of messages: {@code direct} or {@code heap}. */
    @Param("direct")
    String buffer;

    /**
     * Which memory operations find: the {@code same} each time, warm from the one before; {@code rotated}, so many
     * buffers in turn that caches have forgotten them; or the same, {@code rewritten} just before, as a program does.
     */
    @Param(CollectiveRule.SAME)
    String reuse;

    /** Whether a rank's own part is in the result ({@code MPI_IN_PLACE}). */
    @Param("false")
    boolean inPlace;

    /** What this rank gives to the next operation; {@link Collectives#IN_PLACE} if that is in the result. */
    ByteBuffer contribution;

    /** Where this rank's result of the next operation goes. */
    ByteBuffer result;

    /** The root of the next operation. */
    int rootRank;

    Datatype elements;
    ReduceOp reduction;
    int[] counts;
    int[] displacements;

    /** Of buffers that are rotated: together more than the caches of a core, and of most machines. */
    int rotatedBytes = 64 << 20;

    private String layout = Blocks.EQUAL;
    private Blocks blocks;
    private Shape shape;
    private int rank;
    private int size;
    private boolean rotates;
    private boolean rewrites;
    private boolean varies;
    private ByteBuffer[] given;
    private ByteBuffer[] got;
    private ByteBuffer original;
    private int turn;
    private long memory;

    /** For blocks of any length, before {@link #prepare}. */
    final void layOut(String kind) {
        layout = CollectiveRule.blocks(kind);
    }

    /**
     * Allocates and fills; writes all memory, for pages never written all read from one page of zeros, faster than others.
     *
     * @param of null if only {@link #memory} is asked for
     * @param root a rank, or {@value CollectiveRule#ROTATE}
     */
    final void prepare(Rank of, Shape shape, String root) {
        this.shape = shape;
        rank = of == null ? size - 1 : of.rank();
        size = of == null ? size : of.size();
        int unit = shape.reduces() ? elements.bytes() : 1;
        blocks = Blocks.of(layout, bytes, unit, size, shape == Shape.ALL_TO_ALL ? rank : 0);
        counts = blocks.counts();
        displacements = blocks.displacements();
        int ofGiven = length(shape.given);
        int ofGot = inPlace && shape == Shape.REDUCE_SCATTER ? blocks.total() : length(shape.got);
        int ofOriginal = shape == Shape.BROADCAST ? bytes : ofGiven;
        int two = Math.max(LINE, Math.addExact(memory(2, ofGiven), memory(2, ofGot)));
        int buffers = reuse.equals(CollectiveRule.ROTATED) ? 2 * Math.max(1, rotatedBytes / two) : 1;
        memory = (long) memory(buffers, ofGiven) + memory(buffers, ofGot) + ofOriginal;
        if (of == null) {
            return;
        }
        rotates = root.equals(CollectiveRule.ROTATE);
        rootRank = rotates ? size - 1 : CollectiveRule.root(root, size);
        rewrites = CollectiveRule.reuse(reuse).equals(CollectiveRule.REWRITTEN)
                || inPlace && (rotates || shape.overwrites())
                || shape == Shape.BROADCAST && rotates && reuse.equals(CollectiveRule.ROTATED);
        given = buffers(of, buffers, ofGiven);
        got = buffers(of, buffers, ofGot);
        varies = rotates || rewrites || buffers > 1;
        original = ByteBuffer.allocate(ofOriginal);
        put(original);
        fill(of);
        choose();
        of.selfCheck(this);
    }

    @Override
    public final long memory(Map<String, String> params, int ranks) {
        try {
            size = ranks;
            with(params).allocate(null);
            return memory;
        } catch (ArithmeticException tooLarge) {
            return Long.MAX_VALUE;
        }
    }

    /** One after another in one piece of memory, each at the beginning of a line. */
    private ByteBuffer[] buffers(Rank of, int count, int length) {
        ByteBuffer all = of.allocate(buffer, memory(count, length));
        ByteBuffer[] each = new ByteBuffer[count];
        for (int i = 0; i < count; i++) {
            each[i] = all.slice(all.capacity() / count * i, length).order(all.order());
        }
        return each;
    }

    private static int memory(int count, int length) {
        return count == 1 ? length : Math.multiplyExact(count, (length + LINE - 1) / LINE * LINE);
    }

    private int length(Part part) {
        return part == Part.NONE ? 0 : part == Part.EACH ? blocks.total() : counts[rank];
    }

    /** Called by JMH. */
    @Setup(Level.Invocation)
    @Override
    public final void next() {
        if (varies) {
            rootRank = rotates ? nextRoot() : rootRank;
            turn = turn + 1 == given.length ? 0 : turn + 1;
            choose();
            if (rewrites && (shape.gives(isRoot()) || shape == Shape.BROADCAST && isRoot())) {
                rewrite();
            }
        }
    }

    private int nextRoot() {
        return rootRank + 1 == size ? 0 : rootRank + 1;
    }

    private boolean isRoot() {
        return rank == rootRank;
    }

    private boolean isInPlace() {
        return inPlace && shape.canBeInPlace(isRoot());
    }

    private void choose() {
        boolean placed = isInPlace();
        contribution = placed && shape != Shape.SCATTER ? Collectives.IN_PLACE : given[turn];
        result = placed && shape == Shape.SCATTER ? Collectives.IN_PLACE : got[turn];
    }

    private void rewrite() {
        boolean inResult = contribution == Collectives.IN_PLACE || shape == Shape.BROADCAST;
        if (inResult && shape.given == Part.OWN && shape.got == Part.EACH) {
            got[turn].put(displacements[rank], original, 0, original.limit());
        } else {
            (inResult ? got : given)[turn].put(0, original, 0, original.limit());
        }
    }

    @Override
    public final void fill(Rank of) {
        int before = rootRank;
        int lastTurn = turn;
        rootRank = rotates ? nextRoot() : rootRank;
        for (turn = 0; turn < given.length; turn++) {
            if (shape.given != Part.NONE) {
                put(given[turn]);
            }
            putNothing(got[turn]);
            choose();
            if (contribution == Collectives.IN_PLACE || shape == Shape.BROADCAST && isRoot()) {
                rewrite();
            }
        }
        rootRank = before;
        turn = lastTurn;
        choose();
    }

    private void put(ByteBuffer contents) {
        if (shape.reduces()) {
            KnownContents.putContribution(contents, elements, reduction, rank);
        } else if (shape.given == Part.EACH) {
            for (int to = 0; to < size; to++) {
                KnownContents.putMessage(blocks.of(contents, to), shape.message(rank, to, size));
            }
        } else {
            KnownContents.putMessage(contents, shape.message(rank, rank, size));
        }
    }

    private void putNothing(ByteBuffer contents) {
        if (shape.reduces()) {
            KnownContents.putNoResult(contents, elements);
        } else {
            expected(contents, KnownContents::putNoMessage);
        }
    }

    private void expected(ByteBuffer contents, ObjIntConsumer<ByteBuffer> each) {
        if (shape.got == Part.EACH) {
            for (int from = 0; from < size; from++) {
                each.accept(blocks.of(contents, from), shape.message(from, rank, size));
            }
        } else {
            each.accept(contents, shape.message(rank, rank, size));
        }
    }

    @Override
    public final void check(Rank of) {
        boolean placed = isInPlace();
        if (!placed && shape.gives(isRoot())) {
            checkGiven();
        }
        if (shape.gets(isRoot()) && result != Collectives.IN_PLACE) {
            if (shape.reduces()) {
                checkReduced();
            } else {
                expected(got[turn], KnownContents::requireMessage);
            }
        }
    }

    private void checkGiven() {
        if (shape.reduces()) {
            KnownContents.requireResult(given[turn], elements, reduction, 0, rank, rank + 1);
        } else if (shape.given == Part.EACH) {
            for (int to = 0; to < size; to++) {
                KnownContents.requireMessage(blocks.of(given[turn], to), shape.message(rank, to, size));
            }
        } else {
            KnownContents.requireMessage(given[turn], shape.message(rank, rank, size));
        }
    }

    private void checkReduced() {
        int ranks = shape.combined(rank, size);
        boolean part = shape == Shape.REDUCE_SCATTER;
        int first = part ? displacements[rank] / elements.bytes() : 0;
        if (ranks > 0) {
            ByteBuffer all = got[turn].duplicate().limit(part ? counts[rank] : got[turn].limit());
            KnownContents.requireResult(all.order(got[turn].order()), elements, reduction, first, 0, ranks);
        }
    }
}
