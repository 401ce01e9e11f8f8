package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Movement;
import java.nio.ByteBuffer;

/** Every block goes straight from its rank to where it belongs; all messages of a rank are under way at once. */
final class Linear {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final Messages messages;
    private final Movement movement;

    Linear(Messages messages, Movement movement) {
        this.messages = messages;
        this.movement = movement;
    }

    /** Moves what the movement says. */
    void move() {
        try {
            moveAll();
        } finally {
            movement.clear();
        }
    }

    private void moveAll() {
        Blocks out = movement.out;
        Blocks in = movement.in;
        for (int i = 1; i < messages.size; i++) {
            int other = messages.peer(-i);
            if (in.with(other)) {
                messages.from(other, in.buffer(), in.at(other), in.length(other))
                        .startReceive();
            }
        }
        for (int i = 1; i < messages.size; i++) {
            int other = messages.peer(i);
            if (out.with(other)) {
                messages.to(other, out.buffer(), out.at(other), out.length(other))
                        .startSend();
            }
        }
        movement.toSelf();
        messages.finish();
    }

    void bcast(ByteBuffer message, int root) {
        movement.bcast(message, root);
        move();
    }

    void barrier() {
        movement.gather(NOTHING, NOTHING, 0);
        move();
        messages.nextPhase();
        bcast(NOTHING, 0);
    }

    void allReduce(ByteBuffer data, Fold fold) {
        int bytes = data.remaining();
        ByteBuffer all = movement.reduce(data, 0);
        move();
        if (all != null) {
            for (int other = 1; other < messages.size; other++) {
                fold.combine(data, data.position(), all, other * bytes, bytes, false);
            }
        }
        messages.nextPhase();
        bcast(data, 0);
    }
}
