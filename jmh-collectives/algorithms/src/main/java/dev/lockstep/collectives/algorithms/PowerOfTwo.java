package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;

/**
 * As many ranks as the largest power of two, when there are more (Thakur 2005): of the first pairs of neighbours, the
 * lower one hands its elements to the upper one, and is given the result. Those that stay are numbered in the order of
 * ranks.
 */
final class PowerOfTwo {
    /** How many stay. */
    final int size;

    /** This rank's number among them; below 0 if it does not stay. */
    final int number;

    private final Messages messages;
    private final Scratch scratch;
    private final int pairs;

    PowerOfTwo(Messages messages, Scratch scratch) {
        this.messages = messages;
        this.scratch = scratch;
        size = Integer.highestOneBit(messages.size);
        pairs = messages.size - size;
        if (!isPaired()) {
            number = messages.rank - pairs;
        } else {
            number = isLower() ? -1 : messages.rank / 2;
        }
    }

    /** The rank of a number. */
    int rank(int of) {
        return of < pairs ? 2 * of + 1 : of + pairs;
    }

    /** Combines the elements of pairs. */
    void enter(ByteBuffer data, Fold fold) {
        int bytes = data.remaining();
        if (isPaired() && isLower()) {
            messages.to(messages.rank + 1, data, data.position(), bytes).send();
        } else if (isPaired()) {
            ByteBuffer other = scratch.of(bytes);
            messages.from(messages.rank - 1, other, 0, bytes).receive();
            fold.combine(data, data.position(), other, 0, bytes, true);
        }
    }

    /** Gives the result to those that did not stay. */
    void leave(ByteBuffer data) {
        if (isPaired() && isLower()) {
            messages.from(messages.rank + 1, data, data.position(), data.remaining())
                    .receive();
        } else if (isPaired()) {
            messages.to(messages.rank - 1, data, data.position(), data.remaining())
                    .send();
        }
    }

    private boolean isPaired() {
        return messages.rank < 2 * pairs;
    }

    private boolean isLower() {
        return messages.rank % 2 == 0;
    }
}
