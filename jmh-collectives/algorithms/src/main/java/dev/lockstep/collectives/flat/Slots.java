package dev.lockstep.collectives.flat;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.support.Wait;
import dev.lockstep.comm.support.reduction.Operands;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The shared memory as one rank sees it: {@value #COUNT} slots for each rank, which its steps use in turn. A slot is a
 * cache line of {@value #INLINE} bytes of payload and a sequence word, then room for a chunk, then room for a rank's
 * share of the next hop. The word holds the step in its upper half, the operation's length in bytes in its lower.
 *
 * <p>The rule, for every operation: a rank <em>publishes each step</em>, and does so only after it has read all that it
 * reads of the step before. It writes the slot of step t only when it knows that every rank has published step
 * t - {@value #COUNT} + 1. It follows that
 *
 * <ul>
 *   <li>nothing is overwritten unread: the slot held step t - {@value #COUNT}, which every rank has read, since it has
 *       published the step behind it;
 *   <li>a slot cannot change while it is read: a rank that waits for step t, or reads it, has not published t + 1, so
 *       nobody writes step t + {@value #COUNT}; it finds t - {@value #COUNT} there, or t until it has moved on;
 *   <li>no wait is for ever: the rank that is furthest behind waits only for steps that all the others have published,
 *       or will publish without hearing from it.
 * </ul>
 *
 * <p>Two slots would be enough. With four, the root of broadcasts may run ahead of its receivers by three, and one of 8
 * bytes takes two thirds of the time.
 */
final class Slots implements Operands {
    static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Of each rank; a power of two. */
    static final int COUNT = 4;

    /** The payload, in bytes, that shares the line of the sequence word. */
    static final int INLINE = 56;

    /** The chunk, in bytes; a multiple of every element's size. Half of it costs a tenth more. */
    static final int CHUNK = 32_768;

    /** The distance at which processors do not fetch a line together with its neighbour, in bytes. */
    static final int PAIR = 128;

    private static final int SEQUENCE = INLINE;
    private static final int DATA = 64;
    private static final int SHARE = DATA + CHUNK;

    private final ByteBuffer memory;
    private final int rank;
    private final int ranks;
    private final Wait wait;
    private final int stride;
    private final int span;
    private final int mine;

    /** The step that this rank is in. */
    private int step;

    /** A step that every rank is known to have published. */
    private int complete;

    /** Where the slot of this step begins, behind the beginning of a rank's slots. */
    private int slot;

    /**
     * The slots of a rank.
     *
     * @param memory direct, zero at first, at a multiple of {@value #PAIR}, of {@link #bytes}
     * @param wait of this rank's thread
     * @param before the step before the first, the same on all ranks; 0 or more
     */
    Slots(ByteBuffer memory, int rank, int ranks, Wait wait, int before) {
        this.memory = memory;
        this.rank = rank;
        this.ranks = ranks;
        this.wait = wait;
        stride = stride(ranks);
        span = COUNT * stride;
        mine = rank * span;
        step = before;
        complete = before;
    }

    /** The size of the memory in bytes. */
    static int bytes(int ranks) {
        if (ranks < 1 || ranks > Integer.MAX_VALUE / COUNT / stride(ranks)) {
            throw new IllegalArgumentException("there must be a rank, and slots within 2 GiB, not " + ranks + " ranks");
        }
        return ranks * COUNT * stride(ranks);
    }

    private static int stride(int ranks) {
        int share = (CHUNK / Long.BYTES + ranks - 1) / ranks * Long.BYTES;
        return (SHARE + share + PAIR - 1) & -PAIR;
    }

    @Override
    public int size() {
        return ranks;
    }

    /** Loads from the chunk that a rank has published in the last step that is complete. */
    @Override
    public void load(int of, int offset, int bytes, ByteBuffer block) {
        int from = of * span + (complete & (COUNT - 1)) * stride + DATA + offset;
        block.put(0, memory, from, bytes);
    }

    /** Where the payload of so many bytes of a rank begins in this step. */
    int payload(int of, int bytes) {
        return of * span + slot + (bytes <= INLINE ? 0 : DATA);
    }

    /** Where the share of a rank begins in this step. */
    int share(int of) {
        return of * span + slot + SHARE;
    }

    /** Begins the next step: from now on this rank may write its slot. */
    void begin() {
        step++;
        slot = (step & (COUNT - 1)) * stride;
        if (step - complete >= COUNT) {
            awaitReaders(step - COUNT + 1);
        }
    }

    /**
     * Publishes what this rank has written in this step.
     *
     * @param bytes the length of the operation
     */
    void publish(int bytes) {
        WORD.setRelease(memory, mine + slot + SEQUENCE, word(bytes));
    }

    /** Waits until every rank has published this step. */
    void awaitAll(int bytes, String what) {
        for (int of = 0; of < ranks; of++) {
            if (of != rank) {
                await(of, bytes, what);
            }
        }
        complete = step;
    }

    /**
     * Waits until a rank has published this step.
     *
     * @param what the operation, for messages
     * @throws CommunicationException if its operation has another length
     */
    void await(int of, int bytes, String what) {
        int at = of * span + slot + SEQUENCE;
        long word = word(bytes);
        if ((long) WORD.getAcquire(memory, at) != word) {
            awaitLonger(at, word, of, what);
        }
    }

    private void awaitLonger(int at, long word, int of, String what) {
        // Idle pauses from the first round on: looks without pauses took 10 ns more, they get in the writer's way.
        wait.start();
        long found;
        while (step(found = (long) WORD.getAcquire(memory, at)) != step) {
            wait.pause(what);
        }
        if (found != word) {
            throw new CommunicationException(
                    what + " of " + (int) word + " bytes on rank " + rank + ", of " + (int) found + " on rank " + of);
        }
    }

    /** Waits until every rank has published a step that is behind this one; some may be ahead of that. */
    private void awaitReaders(int needed) {
        for (int of = 0; of < ranks; of++) {
            int at = of * span + (needed & (COUNT - 1)) * stride + SEQUENCE;
            wait.start();
            while (of != rank && step((long) WORD.getAcquire(memory, at)) - needed < 0) {
                wait.pause("a wait for rank " + of);
            }
        }
        complete = needed;
    }

    private long word(int bytes) {
        return (long) step << Integer.SIZE | bytes;
    }

    private static int step(long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
