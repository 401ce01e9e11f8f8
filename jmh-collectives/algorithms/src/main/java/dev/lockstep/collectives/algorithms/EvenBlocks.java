package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Blocks;
import java.nio.ByteBuffer;

/**
 * A message parted into a block for each rank: whole elements, and no block has two more than another. Some may be
 * empty.
 */
final class EvenBlocks {
    private final int[] lengths;
    private final Blocks blocks;

    EvenBlocks(int size) {
        lengths = new int[size];
        blocks = new Blocks(size);
    }

    /** The blocks of a message with elements of so many bytes, until the next call. */
    Blocks of(ByteBuffer message, int unit) {
        int elements = message.remaining() / unit;
        int share = elements / lengths.length;
        int more = elements % lengths.length;
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = (i < more ? share + 1 : share) * unit;
        }
        return blocks.consecutive(message, lengths);
    }
}
