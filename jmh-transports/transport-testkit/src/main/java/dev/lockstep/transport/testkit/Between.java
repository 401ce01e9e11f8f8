package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A port between two peers of a byte stream, which passes on what is sent as it likes. */
final class Between implements Closeable {
    private static final String TCP = "tcp://";
    private static final String UNIX = "unix:";

    /** More than begin a connection and a message. */
    private static final int FIRST_BYTES = 20;

    private static final long TRICKLE_NANOS = 5_000_000;

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

    /** Passes the bytes of each connection on one by one. */
    void dribble() throws IOException {
        each((number, bytes, from, on) -> {
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
        });
    }

    /** Passes a few bytes on, then one at a time until it is enough, then all. */
    void trickle(CountDownLatch begun, BooleanSupplier enough) throws IOException {
        AtomicInteger passed = new AtomicInteger();
        each((number, bytes, from, on) -> {
            do {
                bytes.flip();
                int end = bytes.limit();
                while (bytes.hasRemaining() && !enough.getAsBoolean()) {
                    on.write(bytes.limit(bytes.position() + 1));
                    bytes.limit(end);
                    if (passed.incrementAndGet() > FIRST_BYTES) {
                        begun.countDown();
                        LockSupport.parkNanos(TRICKLE_NANOS);
                    }
                }
                while (bytes.hasRemaining()) {
                    on.write(bytes);
                }
            } while (from.read(bytes.clear()) >= 0);
        });
    }

    /** Passes on that many bytes of one connection, counted from 0, which ends then; and all of the others. */
    void cut(int which, int count) throws IOException {
        each((number, bytes, from, on) -> pass(number == which ? count : Integer.MAX_VALUE, bytes, from, on));
    }

    /** Passes on what each connection says, and returns it when this is closed. */
    List<byte[]> record() throws IOException {
        List<ByteArrayOutputStream> said = new ArrayList<>();
        each((number, bytes, from, on) -> {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            said.add(all);
            pass(Integer.MAX_VALUE, bytes, from, (heard) -> {
                all.write(heard.array(), 0, heard.limit());
                passOn(on, heard);
            });
        });
        return said.stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    /** What becomes of a connection: its number, counted from 0, its first bytes, where it comes from, where it goes on. */
    private interface Fate {
        void pass(int number, ByteBuffer first, SocketChannel from, SocketChannel on) throws IOException;
    }

    /** Accepts connections that say something, one after the other, until this is closed. */
    private void each(Fate fate) throws IOException {
        int number = 0;
        try {
            while (true) {
                ByteBuffer first = ByteBuffer.allocate(1 << 16);
                try (SocketChannel from = keep(listener.accept())) {
                    if (says(from, first)) {
                        go(fate, number++, first, from);
                    }
                }
            }
        } catch (ClosedChannelException closed) {
            return;
        }
    }

    private void go(Fate fate, int number, ByteBuffer first, SocketChannel from) throws ClosedChannelException {
        try (SocketChannel on = goOn(from)) {
            fate.pass(number, first, from, on);
        } catch (ClosedChannelException closed) {
            throw closed;
        } catch (IOException hungUp) {
            // What has come of it is for who receives to say.
            return;
        }
    }

    /** One may also be there to see if anybody is. */
    private static boolean says(SocketChannel from, ByteBuffer first) throws ClosedChannelException {
        try {
            return from.read(first) > 0;
        } catch (ClosedChannelException closed) {
            throw closed;
        } catch (IOException reset) {
            // As good as an end.
            return false;
        }
    }

    private static void pass(int count, ByteBuffer bytes, SocketChannel from, SocketChannel on) throws IOException {
        pass(count, bytes, from, heard -> passOn(on, heard));
    }

    /** Passes on what comes, until it ends, or that many bytes have come. */
    private static void pass(int count, ByteBuffer bytes, SocketChannel from, Consumer<ByteBuffer> to)
            throws IOException {
        int left = count;
        do {
            bytes.flip();
            bytes.limit(Math.min(left, bytes.limit()));
            left -= bytes.limit();
            to.accept(bytes);
        } while (left > 0 && from.read(bytes.clear()) >= 0);
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
