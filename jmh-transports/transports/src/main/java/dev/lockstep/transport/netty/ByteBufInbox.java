package dev.lockstep.transport.netty;

import dev.lockstep.transport.Endpoint.Receiver;
import dev.lockstep.transport.support.Inbox;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Messages in buffers of Netty's pool. */
final class ByteBufInbox extends Inbox<ByteBuf> {
    private final Runnable resume;

    ByteBufInbox(int largest, Optional<Receiver> receiver, Runnable resume) {
        super(largest, receiver, true);
        this.resume = resume;
    }

    @Override
    protected int length(ByteBuf message) {
        return message.readableBytes();
    }

    @Override
    protected ByteBuffer view(ByteBuf message) {
        return message.nioBuffer();
    }

    @Override
    protected void read(ByteBuf message, ByteBuffer into) {
        int limit = into.limit();
        message.getBytes(message.readerIndex(), into.limit(into.position() + message.readableBytes()));
        into.limit(limit);
    }

    @Override
    protected void release(ByteBuf message) {
        message.release();
    }

    @Override
    protected void resume() {
        resume.run();
    }
}
