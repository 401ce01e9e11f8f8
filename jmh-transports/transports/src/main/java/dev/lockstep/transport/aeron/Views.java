package dev.lockstep.transport.aeron;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** Views of messages in place: one for each of a log's three terms, and one for what was put together, made once. */
final class Views {
    private final ByteBuffer[] memories = new ByteBuffer[4];
    private final ByteBuffer[] views = new ByteBuffer[4];
    private int next;

    /** A view that is reused, big-endian, position to limit. */
    ByteBuffer of(DirectBuffer buffer, int offset, int length) {
        int from = buffer.wrapAdjustment() + offset;
        return view(buffer.byteBuffer()).clear().limit(from + length).position(from);
    }

    private ByteBuffer view(ByteBuffer memory) {
        for (int i = 0; i < memories.length; i++) {
            if (memories[i] == memory) {
                return views[i];
            }
        }
        int at = next++ % memories.length;
        memories[at] = memory;
        views[at] = memory.duplicate();
        return views[at];
    }
}
