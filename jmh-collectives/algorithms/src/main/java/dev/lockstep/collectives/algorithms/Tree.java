package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;

/**
 * Binomial trees. A rank's place is its distance from the root. The lowest bit of a place is its reach: its parent is
 * that far below, and its subtree, the places from it on, is so large; children are at all powers of two below the
 * reach, as far as there are ranks.
 */
final class Tree {
    private final Messages messages;
    private final Scratch scratch;

    Tree(Messages messages, Scratch scratch) {
        this.messages = messages;
        this.scratch = scratch;
    }

    /** Sends root's bytes to all; the largest subtree gets them first. */
    void bcast(ByteBuffer data, int root) {
        int place = place(root);
        int reach = reach(place);
        int at = data.position();
        int bytes = data.remaining();
        if (place > 0) {
            messages.from(messages.peer(-reach), data, at, bytes).receive();
        }
        for (int distance = reach >> 1; distance > 0; distance >>= 1) {
            if (place + distance < messages.size) {
                messages.to(messages.peer(distance), data, at, bytes).send();
            }
        }
    }

    /** Sends root's blocks to their places, each with those of its subtree. */
    void scatter(Blocks blocks, int root) {
        int place = place(root);
        int reach = reach(place);
        if (place > 0) {
            messages.from(messages.peer(-reach), blocks.buffer(), blocks.at(place), span(blocks, place, reach))
                    .receive();
        }
        for (int distance = reach >> 1; distance > 0; distance >>= 1) {
            int child = place + distance;
            if (child < messages.size) {
                messages.to(messages.peer(distance), blocks.buffer(), blocks.at(child), span(blocks, child, distance))
                        .send();
            }
        }
    }

    /** Combines all elements into rank 0, neighbours first. What other ranks have left is undefined. */
    void reduce(ByteBuffer data, Fold fold) {
        int rank = messages.rank;
        int reach = reach(rank);
        int at = data.position();
        int bytes = data.remaining();
        ByteBuffer other = scratch.of(bytes);
        for (int distance = 1; distance < reach; distance <<= 1) {
            if (rank + distance < messages.size) {
                messages.from(rank + distance, other, 0, bytes).receive();
                fold.combine(data, at, other, 0, bytes, false);
            }
        }
        if (rank > 0) {
            messages.to(rank - reach, data, at, bytes).send();
        }
    }

    private int place(int root) {
        return Math.floorMod(messages.rank - root, messages.size);
    }

    /** The root's is the first power of two that is no place. */
    private int reach(int place) {
        return place == 0 ? Integer.highestOneBit(messages.size - 1) << 1 : Integer.lowestOneBit(place);
    }

    /** The bytes of so many blocks from one on, or of those that there are. */
    private int span(Blocks blocks, int first, int count) {
        int last = Math.min(first + count, messages.size) - 1;
        return blocks.at(last) + blocks.length(last) - blocks.at(first);
    }
}
