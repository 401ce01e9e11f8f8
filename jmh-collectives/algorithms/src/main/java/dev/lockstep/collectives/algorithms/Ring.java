package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;

/** Each rank receives from the one before and sends to the next, a block at a time. */
final class Ring {
    private final Messages messages;
    private final Scratch scratch;

    Ring(Messages messages, Scratch scratch) {
        this.messages = messages;
        this.scratch = scratch;
    }

    /**
     * Gathers all blocks everywhere.
     *
     * @param blocks of which each rank has one
     * @param mine the number of this rank's; the next rank has the next, and behind the last comes 0
     */
    void allGather(Blocks blocks, int mine) {
        ByteBuffer data = blocks.buffer();
        for (int step = 0; step < messages.size - 1; step++) {
            int has = Math.floorMod(mine - step, messages.size);
            int gets = Math.floorMod(mine - step - 1, messages.size);
            messages.to(messages.peer(1), data, blocks.at(has), blocks.length(has))
                    .from(messages.peer(-1), data, blocks.at(gets), blocks.length(gets))
                    .exchange();
        }
    }

    /**
     * Combines all blocks: the result's block of number r is at the rank before r. One that goes around starts
     * anywhere, so the fold must be commutative. What is left of other blocks is undefined.
     */
    void reduceScatter(Blocks blocks, Fold fold) {
        ByteBuffer data = blocks.buffer();
        for (int step = 0; step < messages.size - 1; step++) {
            int has = messages.peer(-step);
            int gets = messages.peer(-step - 1);
            int bytes = blocks.length(gets);
            ByteBuffer other = scratch.of(bytes);
            messages.to(messages.peer(1), data, blocks.at(has), blocks.length(has))
                    .from(messages.peer(-1), other, 0, bytes)
                    .exchange();
            fold.combine(data, blocks.at(gets), other, 0, bytes, true);
        }
    }
}
