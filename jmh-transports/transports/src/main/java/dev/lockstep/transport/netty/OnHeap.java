package dev.lockstep.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Copies what comes to the heap, where the JDK's TLS decrypts it. In a direct buffer it would clear, after a record that is
 * forged, all memory from the buffer's start ({@code com.sun.crypto.provider.GaloisCounterMode} of JDK 25): to it that is the
 * start of a chunk of Netty's pool, where messages of others are.
 */
final class OnHeap extends ChannelInboundHandlerAdapter {
    /** For channels that are encrypted: it gives direct buffers to those alone who ask for such. */
    static final PooledByteBufAllocator ALLOCATOR = new PooledByteBufAllocator(false);

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        ByteBuf copy = ctx.alloc().heapBuffer(bytes.readableBytes()).writeBytes(bytes);
        bytes.release();
        ctx.fireChannelRead(copy);
    }
}
