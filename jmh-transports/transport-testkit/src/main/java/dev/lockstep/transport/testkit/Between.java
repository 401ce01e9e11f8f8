package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** A port between two peers of a byte stream, which passes on what is sent as it likes. */
final class Between implements Closeable {
    private static final String TCP = "tcp://";
    private static final String UNIX = "unix:";

    /** More than begin a connection and a message. */
    private static final int FIRST_BYTES = 20;

    private static final long TRICKLE_MILLIS = 5;

    private final ServerSocketChannel listener;
    private final SocketAddress to;
    private final String address;
    private final List<SocketChannel> channels = new ArrayList<>();

    private Between(ServerSocketChannel listener, SocketAddress to, String address) {
        this.listener = listener;
        this.to = to;
        this.address = address;
    }

    /** Where a stranger can connect to reach an endpoint; empty if it takes no byte streams. */
    static Optional<SocketAddress> port(Endpoint endpoint) {
        String address = endpoint.address();
        if (address.startsWith(UNIX)) {
            return Optional.of(UnixDomainSocketAddress.of(address.substring(UNIX.length())));
        }
        return port(address, TCP).map(SocketAddress.class::cast);
    }

    /** The host and port behind a scheme; empty if an address has another. */
    static Optional<InetSocketAddress> port(String address, String scheme) {
        if (!address.startsWith(scheme)) {
            return Optional.empty();
        }
        int colon = address.lastIndexOf(':');
        return Optional.of(new InetSocketAddress(
                address.substring(scheme.length(), colon).replaceAll("[\\[\\]]", ""),
                Integer.parseInt(address.substring(colon + 1))));
    }

    static Between open(SocketAddress to, Path folder) throws IOException {
        if (to instanceof UnixDomainSocketAddress) {
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            Path path = folder.resolve("between");
            listener.bind(UnixDomainSocketAddress.of(path));
            return new Between(listener, to, UNIX + path);
        }
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new Between(listener, to, TCP + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port);
    }

    /** Where peers connect instead. */
    String address() {
        return address;
    }

    /** A connection of a stranger to that port. */
    static SocketChannel stranger(SocketAddress to) throws IOException {
        return SocketChannel.open(to);
    }

    /** Accepts one connection, and passes its bytes on one by one until it ends. */
    void dribble() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try (SocketChannel from = accept(bytes);
                SocketChannel on = goOn(from)) {
            do {
                bytes.flip();
                int end = bytes.limit();
                for (int at = 0; at < end; at++) {
                    on.write(bytes.limit(at + 1).position(at));
                    // The bytes must not come together again before they are read.
                    if (at % 16 == 0) {
                        Thread.yield();
                    }
                }
            } while (from.read(bytes.clear()) >= 0);
        }
    }

    /** Accepts one connection, and passes a few bytes on, then one at a time until it is enough, then all. */
    void trickle(CountDownLatch begun, BooleanSupplier enough) throws IOException, InterruptedException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 10);
        try (SocketChannel from = accept(bytes);
                SocketChannel on = goOn(from)) {
            int passed = 0;
            do {
                bytes.flip();
                int end = bytes.limit();
                while (bytes.hasRemaining() && !enough.getAsBoolean()) {
                    on.write(bytes.limit(bytes.position() + 1));
                    bytes.limit(end);
                    if (++passed > FIRST_BYTES) {
                        begun.countDown();
                        Thread.sleep(TRICKLE_MILLIS);
                    }
                }
                while (bytes.hasRemaining()) {
                    on.write(bytes);
                }
            } while (from.read(bytes.clear()) >= 0);
        }
    }

    /** Accepts one connection, and passes that many bytes on. */
    void cut(int count) throws IOException {
        pass(ByteBuffer.allocate(count));
    }

    /** Accepts one connection, passes on what it says until it ends, and returns that. */
    byte[] record() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        pass(bytes);
        byte[] said = new byte[bytes.position()];
        bytes.get(0, said);
        return said;
    }

    /** Accepts one connection, and passes on what it says until it ends, or the buffer is full. */
    private void pass(ByteBuffer bytes) throws IOException {
        try (SocketChannel from = accept(bytes);
                SocketChannel on = goOn(from)) {
            int passed = 0;
            do {
                passOn(on, bytes.duplicate().flip().position(passed));
                passed = bytes.position();
            } while (bytes.hasRemaining() && from.read(bytes) >= 0);
        }
    }

    /** What is said counts, whether or not anybody listens. */
    private static void passOn(SocketChannel on, ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                on.write(bytes);
            }
        } catch (IOException hungUp) {
            return;
        }
    }

    /** Where what comes from a connection goes on; what is answered goes back, as it comes. */
    private SocketChannel goOn(SocketChannel from) throws IOException {
        SocketChannel on = keep(stranger(to));
        Thread back = new Thread(() -> passBack(on, from), "between");
        back.setDaemon(true);
        back.start();
        return on;
    }

    private static void passBack(SocketChannel on, SocketChannel from) {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try {
            while (on.read(bytes.clear()) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    from.write(bytes);
                }
            }
            from.shutdownOutput();
        } catch (IOException ended) {
            // So does this.
            return;
        }
    }

    /** The first connection that says something, and its first bytes: one may also be there to see if anybody is. */
    private SocketChannel accept(ByteBuffer first) throws IOException {
        while (true) {
            SocketChannel channel = keep(listener.accept());
            try {
                if (channel.read(first) > 0) {
                    return channel;
                }
            } catch (IOException reset) {
                // As good as an end.
                first.clear();
            }
            channel.close();
        }
    }

    private synchronized SocketChannel keep(SocketChannel channel) {
        channels.add(channel);
        return channel;
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
