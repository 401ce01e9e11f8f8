package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Movement;
import java.nio.ByteBuffer;

/** In each round, a rank sends to the one at some distance, and receives from the one as far on the other side. */
final class Rounds {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final Messages messages;

    Rounds(Messages messages) {
        this.messages = messages;
    }

    /** A dissemination barrier: after each round, a rank has heard of twice as many. */
    void barrier() {
        for (int distance = 1; distance < messages.size; distance <<= 1) {
            messages.to(messages.peer(distance), NOTHING, 0, 0)
                    .from(messages.peer(-distance), NOTHING, 0, 0)
                    .exchange();
        }
    }

    /** Moves a block in each round, at every distance; empty ones too, so both sides agree. */
    void pairwise(Movement movement) {
        Blocks out = movement.out;
        Blocks in = movement.in;
        movement.toSelf();
        for (int distance = 1; distance < messages.size; distance++) {
            int to = messages.peer(distance);
            int from = messages.peer(-distance);
            messages.to(to, out.buffer(), out.at(to), out.length(to))
                    .from(from, in.buffer(), in.at(from), in.length(from))
                    .exchange();
        }
        movement.clear();
    }
}
