package dev.lockstep.transport.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Optional;

/** What an event loop waits by. Each names its classes alone, so that it can be there without the others. */
enum Io {
    NIO {
        @Override
        Optional<Throwable> missing() {
            return Optional.empty();
        }

        @Override
        IoHandlerFactory factory() {
            return NioIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerSocketChannel> listener() {
            return NioServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> connection() {
            return NioSocketChannel.class;
        }
    },
    EPOLL {
        @Override
        Optional<Throwable> missing() {
            return Optional.ofNullable(Epoll.unavailabilityCause());
        }

        @Override
        IoHandlerFactory factory() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerSocketChannel> listener() {
            return EpollServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> connection() {
            return EpollSocketChannel.class;
        }
    },
    IO_URING {
        @Override
        Optional<Throwable> missing() {
            return Optional.ofNullable(IoUring.unavailabilityCause());
        }

        @Override
        IoHandlerFactory factory() {
            return IoUringIoHandler.newFactory();
        }

        @Override
        Class<? extends ServerSocketChannel> listener() {
            return IoUringServerSocketChannel.class;
        }

        @Override
        Class<? extends SocketChannel> connection() {
            return IoUringSocketChannel.class;
        }
    };

    /** Why it cannot be used here; empty if it can. */
    abstract Optional<Throwable> missing();

    abstract IoHandlerFactory factory();

    abstract Class<? extends ServerSocketChannel> listener();

    abstract Class<? extends SocketChannel> connection();
}
