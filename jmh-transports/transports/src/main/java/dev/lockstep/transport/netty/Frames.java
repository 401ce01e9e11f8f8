package dev.lockstep.transport.netty;

import dev.lockstep.transport.support.Tcp;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.IntConsumer;

/** Makes messages of a stream of bytes: each stands behind its length, and the first behind the greeting. */
final class Frames extends ByteToMessageDecoder {
    static final int HEADER = Integer.BYTES;

    private final int largest;
    private final IntConsumer brokenOff;
    private boolean greeted;

    /**
     * A decoder for one connection.
     *
     * @param greeted whether it begins without a greeting, as what an outbox hears does
     * @param largest message, in bytes
     * @param brokenOff is told how many bytes have come of a message that breaks off
     */
    Frames(boolean greeted, int largest, IntConsumer brokenOff) {
        this.greeted = greeted;
        this.largest = largest;
        this.brokenOff = brokenOff;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < HEADER) {
            return;
        }
        if (!greeted) {
            greeted = in.readInt() == Tcp.GREETING;
            if (!greeted) {
                hangUp(ctx, in);
            }
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > largest) {
            hangUp(ctx, in);
        } else if (in.readableBytes() >= HEADER + length) {
            out.add(in.skipBytes(HEADER).readRetainedSlice(length));
        }
    }

    /** What has come is none of ours. */
    private void hangUp(ChannelHandlerContext ctx, ByteBuf in) {
        in.skipBytes(in.readableBytes());
        greeted = false;
        ctx.close();
    }

    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        super.decodeLast(ctx, in, out);
        if (greeted && in.isReadable() && out.isEmpty()) {
            brokenOff.accept(in.readableBytes());
            in.skipBytes(in.readableBytes());
        }
    }
}
