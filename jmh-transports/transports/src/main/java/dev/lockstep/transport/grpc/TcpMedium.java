package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Tcp;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Netty's event loop, of one thread, and HTTP/2 over TCP. */
final class TcpMedium implements Medium {
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("lockstep-grpc", true), NioIoHandler.newFactory());

    @Override
    public ServerBuilder<?> server(Setting setting) throws IOException {
        return NettyServerBuilder.forAddress(Tcp.at(setting))
                .channelType(NioServerSocketChannel.class)
                .withOption(ChannelOption.SO_BACKLOG, Tcp.BACKLOG)
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group);
    }

    @Override
    public String address(Server server) {
        return Tcp.format((InetSocketAddress) server.getListenSockets().get(0));
    }

    @Override
    public ManagedChannelBuilder<?> channel(String address) throws IOException {
        return NettyChannelBuilder.forAddress(Tcp.parse(address))
                .channelType(NioSocketChannel.class)
                .eventLoopGroup(group)
                .usePlaintext();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS).awaitUninterruptibly();
    }
}
