package dev.lockstep.collectives.algorithms;

import java.nio.ByteBuffer;

/** A broadcast that each rank passes on to the next: one segment leaves while the following one comes. */
final class Chain {
    private final Messages messages;

    Chain(Messages messages) {
        this.messages = messages;
    }

    /** Sends root's bytes to all; the last segment may be shorter. */
    void bcast(ByteBuffer data, int root, int segment) {
        boolean isFirst = messages.rank == root;
        boolean isLast = messages.peer(1) == root;
        int bytes = data.remaining();
        int segments = bytes == 0 ? 1 : (bytes - 1) / segment + 1;
        for (int step = 0; step <= segments; step++) {
            boolean receives = !isFirst && step < segments;
            boolean sends = !isLast && step > 0;
            if (receives) {
                messages.from(messages.peer(-1), data, begin(data, step, segment), length(bytes, step, segment));
            }
            if (sends) {
                messages.to(messages.peer(1), data, begin(data, step - 1, segment), length(bytes, step - 1, segment));
            }
            if (sends && receives) {
                messages.exchange();
            } else if (sends) {
                messages.send();
            } else if (receives) {
                messages.receive();
            }
        }
    }

    private static int begin(ByteBuffer data, int index, int segment) {
        return data.position() + index * segment;
    }

    private static int length(int bytes, int index, int segment) {
        return Math.min(segment, bytes - index * segment);
    }
}
