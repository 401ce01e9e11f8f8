package dev.lockstep.pattern.pubsub;

import java.nio.ByteBuffer;

/**
 * Bodies that nobody marshals.
 *
 * @param largest in bytes
 * @param isKept whether what was read is kept while the next message is read, and so has to be copied
 */
record BareFormat(int largest, boolean isKept) implements Format<ByteBuffer> {
    @Override
    public ByteBuffer message(String topic, int publisher, long number, ByteBuffer body) {
        return body;
    }

    @Override
    public ByteBuffer write(ByteBuffer message) {
        return message;
    }

    @Override
    public ByteBuffer read(ByteBuffer in) {
        return isKept ? ByteBuffer.allocate(in.remaining()).put(in).flip() : in;
    }

    @Override
    public int publisher(ByteBuffer message) {
        return UNKNOWN;
    }

    @Override
    public long number(ByteBuffer message) {
        return UNKNOWN;
    }

    @Override
    public ByteBuffer body(ByteBuffer message) {
        return message;
    }
}
