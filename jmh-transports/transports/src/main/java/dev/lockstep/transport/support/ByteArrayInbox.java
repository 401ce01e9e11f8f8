package dev.lockstep.transport.support;

import dev.lockstep.transport.Setting;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Messages that a library brings as arrays of bytes. */
public class ByteArrayInbox extends Inbox<byte[]> {
    /** One for the setting's largest message, and its receiver. */
    public ByteArrayInbox(Setting setting) {
        super(setting.largest(), setting.receiver());
    }

    /** One for messages up to that size in bytes, which wait until somebody receives them. */
    public ByteArrayInbox(int largest) {
        super(largest, Optional.empty());
    }

    @Override
    protected final int length(byte[] message) {
        return message.length;
    }

    @Override
    protected final ByteBuffer view(byte[] message) {
        return ByteBuffer.wrap(message);
    }

    @Override
    protected final void read(byte[] message, ByteBuffer into) {
        into.put(message);
    }

    @Override
    protected final void release(byte[] message) {
        // The collector's.
    }
}
