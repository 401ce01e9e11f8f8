package dev.lockstep.transport.netty;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Inbox;
import dev.lockstep.transport.support.InboxEndpoint;
import dev.lockstep.transport.support.Tcp;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** An event loop of one thread, and all channels on it: one that listens, those that were accepted and those opened. */
final class NettyEndpoint extends InboxEndpoint {
    /** How long closing waits for a peer that takes nothing of what was sent to it. */
    private static final long LINGER_MILLIS = 2_000;

    private final Io io;
    private final Optional<Tls> tls;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final Channel listener;
    private final String address;
    private final ByteBufInbox inbox;
    private final List<NettyLink> opened = new CopyOnWriteArrayList<>();
    private final Map<Long, NettyLink> accepted = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong(NettyLink.OPENED);

    /** How many connections have no room for what a receiver sends; the event loop's own. */
    private int congested;

    /** Whether connections are being closed; the event loop's own. */
    private boolean leaving;

    NettyEndpoint(Setting setting, Io io, Optional<Tls> tls) throws IOException {
        super(setting.largest());
        this.io = io;
        this.tls = tls;
        InetSocketAddress at = Tcp.at(setting);
        this.inbox = new ByteBufInbox(largest, setting.receiver(), this::resume);
        this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("lockstep-netty", true), io.factory());
        this.loop = group.next();
        try {
            this.listener = listen(at);
        } catch (IOException e) {
            shutDown();
            throw e;
        }
        this.address = Tcp.format((InetSocketAddress) listener.localAddress());
    }

    private Channel listen(InetSocketAddress at) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(io.listener())
                .option(ChannelOption.SO_BACKLOG, Tcp.BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, allocator())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                })
                .bind(at);
        await(bound, Tcp.format(at) + " cannot be listened at: ");
        // Behind Netty's own, which accepts nothing for a second then.
        bound.channel().pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                inbox.fail(new IOException("a connection cannot be accepted: " + cause.getMessage(), cause));
            }
        });
        return bound.channel();
    }

    private PooledByteBufAllocator allocator() {
        return tls.isPresent() ? OnHeap.ALLOCATOR : PooledByteBufAllocator.DEFAULT;
    }

    private void accept(Channel channel) {
        NettyLink link = new NettyLink(this, channel, tokens.incrementAndGet(), largest);
        accepted.put(link.token, link);
        link.install(tls.map(own -> own.accepted(channel.alloc(), link::brokenOff)));
        if (isClosed()) {
            channel.close();
        }
    }

    void brokenOff(int bytes) {
        if (!isClosed()) {
            inbox.fail(new PeerLostException("a peer was gone after " + bytes + " bytes of a message"));
        }
    }

    /** Waits for what the event loop does. */
    private static void await(Future<?> future, String otherwise) throws IOException {
        awaitEnd(future);
        if (!future.isSuccess()) {
            throw new IOException(otherwise + Tcp.reason(future.cause()), future.cause());
        }
    }

    /** The same, however it ends. */
    static void awaitEnd(Future<?> future) throws IOException {
        try {
            future.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the peer");
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        NettyLink[] made = new NettyLink[1];
        ChannelFuture connected = new Bootstrap()
                .group(group)
                .channel(io.connection())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOCATOR, allocator())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Tcp.millis(timeoutNanos))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        NettyLink link = new NettyLink(NettyEndpoint.this, channel, NettyLink.OPENED, largest);
                        made[0] = link;
                        opened.add(link);
                        link.install(tls.map(own -> own.opened(channel.alloc(), timeoutNanos)));
                    }
                })
                .connect(Tcp.parse(to));
        try {
            await(connected, to + " cannot be connected to: ");
            await(made[0].ready(), to + " cannot be connected to, no TLS: ");
        } catch (IOException e) {
            if (made[0] != null) {
                made[0].close();
            }
            throw e;
        }
        NettyLink link = made[0];
        if (isClosed()) {
            link.close();
        }
        return link;
    }

    /** A message that has come by a connection that was accepted; whether there is room for another. */
    boolean arrived(ByteBuf message, NettyLink from) {
        return inbox.add(message, from.token);
    }

    /** One more connection has no room for what a receiver sends, or one less: meanwhile nothing is read. */
    void congested(int more) {
        congested += more;
        setReading(congested == 0);
    }

    /** After what has found that there is no room, which is the event loop's as well. */
    private void resume() {
        loop.execute(() -> setReading(congested == 0));
    }

    private void setReading(boolean reads) {
        accepted.values().forEach(link -> link.setReading(reads));
    }

    void forget(NettyLink link) {
        accepted.remove(link.token);
        opened.remove(link);
        endIfEmpty();
    }

    private void endIfEmpty() {
        if (leaving
                && accepted.isEmpty()
                && opened.isEmpty()
                && listener.closeFuture().isDone()) {
            shutDown();
        }
    }

    @Override
    protected Inbox<?> inbox() {
        return inbox;
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        opened.forEach(NettyLink::moveAlong);
        return super.poll(receiver, limit);
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        NettyLink to = accepted.get(sender);
        if (to == null) {
            throw new PeerLostException("the peer to be answered has closed");
        }
        to.send(message);
    }

    /** Lets what was sent leave first. A receiver's thread is the loop's, which cannot wait for itself. */
    @Override
    public void close() throws IOException {
        if (beginClosing()) {
            inbox.close();
            loop.execute(this::leave);
        }
        if (!loop.inEventLoop()) {
            group.terminationFuture().awaitUninterruptibly();
        }
    }

    private void leave() {
        leaving = true;
        listener.close().addListener(ended -> endIfEmpty());
        opened.forEach(NettyLink::close);
        accepted.values().forEach(NettyLink::close);
        linger(Long.MAX_VALUE);
    }

    /** Ends the loop as soon as all connections have ended, or those that have not make no progress. */
    private void linger(long before) {
        long pending = Stream.concat(opened.stream(), accepted.values().stream())
                .mapToLong(NettyLink::pending)
                .sum();
        if (pending >= before) {
            shutDown();
        } else if (!group.isShuttingDown()) {
            loop.schedule(() -> linger(pending), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void shutDown() {
        group.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    }
}
