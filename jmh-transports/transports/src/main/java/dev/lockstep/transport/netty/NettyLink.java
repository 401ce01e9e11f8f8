package dev.lockstep.transport.netty;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.SharedOutbox;
import dev.lockstep.transport.support.Tcp;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;

/**
 * A connection: of one that was opened messages go out and answers come in, of one that was accepted the reverse. Netty's
 * channels are shared by threads; only who waits for room waits.
 */
final class NettyLink extends SharedOutbox {
    /** The token of one that was opened, which nobody answers by. */
    static final long OPENED = 0;

    final long token;

    private final NettyEndpoint endpoint;
    private final Channel channel;
    private volatile Future<Channel> ready;

    /** What has come by a connection that was opened. */
    private final ByteBufInbox answers;

    /** Notified whenever there may be room, or none ever again. */
    private final Object room = new Object();

    /** Whether something was written that was not flushed. */
    private volatile boolean unflushed;

    /** Whether the event loop itself has sent more than there is room for; its own. */
    private boolean congested;

    /** Whether a message that broke off was told of; the event loop's own. */
    private boolean brokenOff;

    private volatile boolean closed;

    /** Why the peer is gone. */
    private volatile String lost;

    NettyLink(NettyEndpoint endpoint, Channel channel, long token, int largest) {
        super(largest);
        this.endpoint = endpoint;
        this.channel = channel;
        this.ready = channel.eventLoop().newSucceededFuture(channel);
        this.token = token;
        this.answers = new ByteBufInbox(largest, Optional.empty(), this::resume);
        channel.closeFuture().addListener(ended -> leave());
    }

    /**
     * What the channel's bytes go through.
     *
     * @param tls encrypts them; empty if nothing does
     */
    void install(Optional<SslHandler> tls) {
        tls.ifPresent(handler -> {
            channel.pipeline().addLast(new OnHeap(), handler);
            ready = handler.handshakeFuture();
        });
        channel.pipeline().addLast(new Frames(token == OPENED, largest, this::brokenOff), new Handler());
    }

    /** Done when messages can be sent. */
    Future<Channel> ready() {
        return ready;
    }

    /** A message has broken off after so many bytes. */
    void brokenOff(int bytes) {
        if (!brokenOff && token != OPENED) {
            brokenOff = true;
            endpoint.brokenOff(bytes);
        }
    }

    private void resume() {
        channel.eventLoop().execute(() -> setReading(true));
    }

    void setReading(boolean reads) {
        channel.config().setAutoRead(reads);
    }

    /** So many bytes have yet to leave, beyond what is always let go. */
    long pending() {
        return channel.bytesBeforeWritable();
    }

    // --- Sending ---

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        write(message, 0);
    }

    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        if (!awaitRoom(end)) {
            return false;
        }
        put(frame(message), true);
        return true;
    }

    private ByteBuf frame(ByteBuffer message) {
        int position = message.position();
        int length = message.remaining();
        ByteBuf frame = channel.alloc().directBuffer(Frames.HEADER + length);
        frame.writeInt(length).writeBytes(message);
        message.position(position);
        return frame;
    }

    private void put(ByteBuf frame, boolean flush) {
        if (flush) {
            unflushed = false;
            channel.writeAndFlush(frame, channel.voidPromise());
        } else {
            channel.write(frame, channel.voidPromise());
            unflushed = true;
        }
        if (channel.eventLoop().inEventLoop() && !congested && !channel.isWritable()) {
            congested = true;
            endpoint.congested(1);
        }
    }

    /** The event loop itself never waits: it would be for itself. What it sends has no limit, but it reads no more. */
    private boolean awaitRoom(long end) throws IOException {
        requireOpen();
        if (hasRoom()) {
            return true;
        }
        flushNow();
        synchronized (room) {
            while (!channel.isWritable() && !closed && lost == null) {
                long left = Deadline.left(end);
                if (left < 0) {
                    return false;
                }
                try {
                    room.wait(Tcp.millis(left));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while it waited for the peer");
                }
            }
        }
        requireOpen();
        return true;
    }

    private boolean hasRoom() {
        return channel.isWritable() || channel.eventLoop().inEventLoop();
    }

    private void flushNow() {
        unflushed = false;
        channel.flush();
    }

    /** Flushes what was offered or committed. */
    void moveAlong() {
        if (unflushed) {
            flushNow();
        }
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        if (!hasRoom()) {
            moveAlong();
            return false;
        }
        put(frame(message), false);
        return true;
    }

    @Override
    public void flush() throws IOException {
        requireOpen();
        if (channel.eventLoop().inEventLoop()) {
            flushNow();
            return;
        }
        unflushed = false;
        ChannelFuture left = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
        NettyEndpoint.awaitEnd(left);
        if (!left.isSuccess()) {
            requireOpen();
            throw new PeerLostException("the peer is gone: " + left.cause().getMessage(), left.cause());
        }
    }

    @Override
    public Claim claim() throws IOException {
        requireOpen();
        return new PooledClaim();
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        return answers.receiveUntil(reply, null, end);
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (lost != null) {
            throw new PeerLostException("the peer is gone: " + lost);
        }
    }

    /** What was sent leaves first, and the connection ends behind it. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        answers.close();
        notifyRoom();
        if (!channel.isOpen()) {
            // Nor need there be an event loop any more.
            return;
        }
        if (!ready.isDone()) {
            channel.close();
        } else {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void notifyRoom() {
        synchronized (room) {
            room.notifyAll();
        }
    }

    // --- The event loop's side ---

    /** Also of one that was never connected. */
    private void leave() {
        relieve();
        endpoint.forget(this);
    }

    private void relieve() {
        if (congested) {
            congested = false;
            endpoint.congested(-1);
        }
    }

    /** What the event loop says of the connection. */
    private final class Handler extends ChannelInboundHandlerAdapter {
        /** In the event loop, so before anything that a receiver sends from there. */
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            if (token == OPENED) {
                ctx.writeAndFlush(ctx.alloc().directBuffer(Frames.HEADER).writeInt(Tcp.GREETING), ctx.voidPromise());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean goOn = token == OPENED
                    ? answers.add((ByteBuf) message, OPENED)
                    : endpoint.arrived((ByteBuf) message, NettyLink.this);
            if (!goOn) {
                setReading(false);
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            notifyRoom();
            if (ctx.channel().isWritable()) {
                relieve();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            lose(String.valueOf(cause.getMessage()));
            ctx.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            lose("it has closed the connection");
        }

        private void lose(String why) {
            if (lost == null) {
                lost = why;
            }
            answers.fail(new PeerLostException("the peer has closed before it answered"));
            notifyRoom();
        }
    }

    /** Memory of the pool, for one message at a time. */
    private final class PooledClaim implements Claim {
        private ByteBuf reserved;

        @Override
        public ByteBuffer reserve(int bytes) throws IOException {
            Messages.sendable(bytes, largest);
            if (reserved != null) {
                reserved.release();
                reserved = null;
            }
            requireOpen();
            if (!hasRoom()) {
                moveAlong();
                return null;
            }
            reserved = channel.alloc().directBuffer(Frames.HEADER + bytes);
            reserved.writeInt(bytes).writerIndex(Frames.HEADER + bytes);
            return reserved.internalNioBuffer(Frames.HEADER, bytes);
        }

        @Override
        public void commit() throws IOException {
            if (reserved == null) {
                throw new IllegalStateException("nothing was reserved");
            }
            ByteBuf frame = reserved;
            reserved = null;
            try {
                requireOpen();
            } catch (IOException e) {
                frame.release();
                throw e;
            }
            put(frame, false);
        }
    }
}
