package dev.lockstep.comm.sockets;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How sockets between ranks come about: on demand, by whoever first has something to send. Who connects says who it is, and
 * the key that the other has told the ranks of the job, and no one else, by the harness. If two connect to each other at
 * once, the connection of the lower rank stays.
 */
final class Handshakes implements Closeable {
    /** The length of what a process tells the others: its port and its key. */
    private static final int CARD = Integer.BYTES + 16;

    private static final long MAGIC = 0x4c6f636b73746570L;
    private static final int HELLO = Long.BYTES + Integer.BYTES + 16;
    private static final int BACKLOG = 1024;
    /** How many connections are accepted before other sockets have their turn. */
    private static final int ACCEPTS = 16;

    /** How often a connection is made anew that the other one has not waited for. */
    private static final int ATTEMPTS = 8;

    private static final byte WELCOME = 1;
    private static final byte BUSY = 0;

    /** How many may be there that have not said yet who they are, and for how long. */
    static final int MOST_CALLERS = 128;

    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final int process;
    private final Selector selector;
    private final LongSupplier clock;
    private final ServerSocketChannel listener;
    private final byte[] key = new byte[16];
    private final List<Caller> callers = new ArrayList<>();
    private final Call[] calls;
    private final List<SocketChannel> idle = new ArrayList<>();
    private List<InetAddress> addresses;
    private List<ByteBuffer> cards;
    private Link[] links;

    /** Listens at an address of this host, by a clock in nanoseconds. */
    Handshakes(int process, int size, Selector selector, InetAddress at, LongSupplier clock) throws IOException {
        this.process = process;
        this.selector = selector;
        this.clock = clock;
        calls = new Call[size];
        new SecureRandom().nextBytes(key);
        listener = ServerSocketChannel.open();
        try {
            listener.bind(new InetSocketAddress(at, 0), BACKLOG);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT, this);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    /** Connects so many sockets of this process with each other, by which nothing ever comes. */
    void addIdle(int count, Supplier<SocketLink> made) throws IOException {
        if (count == 0) {
            return;
        }
        String what = count + " idle connections (option " + Settings.IDLE + ")";
        OpenFiles.require(2 * count, what);
        try (ServerSocketChannel other = ServerSocketChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (int i = 0; i < count; i++) {
                SocketChannel selected = SocketChannel.open(other.getLocalAddress());
                idle.add(selected);
                idle.add(other.accept());
                selected.configureBlocking(false);
                made.get().connected(selected, selected.register(selector, 0));
            }
        } catch (IOException e) {
            throw new IOException(what + " cannot be made: " + reason(e), e);
        }
    }

    /** What the others are to be told. */
    byte[] card() throws IOException {
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return ByteBuffer.allocate(CARD).putInt(port).put(key).array();
    }

    /** What the others have told. */
    void know(List<InetAddress> where, List<byte[]> theirs, Link[] all) {
        addresses = List.copyOf(where);
        cards = theirs.stream().map(ByteBuffer::wrap).toList();
        links = all;
    }

    InetSocketAddress address(int other) {
        return new InetSocketAddress(addresses.get(other), cards.get(other).getInt(0));
    }

    /** A connection that is made. */
    private final class Call {
        private final SocketLink link;
        private final SocketChannel channel;
        private final ByteBuffer hello;
        private final ByteBuffer answer = ByteBuffer.allocate(1);
        private boolean connected;

        Call(SocketLink link, SocketChannel channel) {
            this.link = link;
            this.channel = channel;
            hello = ByteBuffer.allocate(HELLO).putLong(MAGIC).putInt(process);
            hello.put(cards.get(link.peer()).array(), Integer.BYTES, key.length).flip();
        }
    }

    /** A connection that was accepted, and has not said yet whose it is. */
    private record Caller(SocketChannel channel, ByteBuffer hello, long since) {}

    /** Begins to connect, unless that is under way. */
    void connect(SocketLink link) throws IOException {
        int other = link.peer();
        if (calls[other] != null) {
            return;
        }
        SocketChannel channel = opened(other);
        Call call = new Call(link, channel);
        calls[other] = call;
        channel.configureBlocking(false);
        call.connected = channel.connect(address(other));
        channel.register(selector, call.connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, call);
    }

    private static SocketChannel opened(int other) throws IOException {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new IOException("no socket to rank " + other + " can be opened: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage()
                + (String.valueOf(e.getMessage()).contains("Too many open files")
                        ? "; raise the limit of open files (ulimit -n)"
                        : "");
    }

    /** Goes on with a handshake whose socket is ready; whether it was one. */
    boolean goOn(SelectionKey ready) throws IOException {
        Object what = ready.attachment();
        if (what == this) {
            accept();
        } else if (what instanceof Call call) {
            goOn(call, ready);
        } else if (what instanceof Caller caller) {
            goOn(caller, ready);
        } else {
            return false;
        }
        return true;
    }

    private void accept() throws IOException {
        for (int i = 0; i < ACCEPTS; i++) {
            SocketChannel channel;
            try {
                channel = listener.accept();
            } catch (IOException e) {
                throw new IOException("no rank can connect to rank " + process + ": " + reason(e), e);
            }
            if (channel == null) {
                return;
            }
            accepted(channel);
        }
    }

    private void accepted(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        if (callers.size() == MOST_CALLERS) {
            drop(callers.get(0));
        }
        Caller caller = new Caller(channel, ByteBuffer.allocate(HELLO), clock.getAsLong());
        callers.add(caller);
        channel.register(selector, SelectionKey.OP_READ, caller);
    }

    private void drop(Caller caller) throws IOException {
        callers.remove(caller);
        caller.channel.close();
    }

    /** Closes those that have not said for long who they are. */
    void dropThoseWhoTookTooLong() throws IOException {
        while (!callers.isEmpty() && clock.getAsLong() - callers.get(0).since > PATIENCE_NANOS) {
            drop(callers.get(0));
        }
    }

    private void goOn(Call call, SelectionKey ready) throws IOException {
        try {
            if (ready.isConnectable()) {
                call.channel.finishConnect();
                call.connected = true;
            }
            if (call.hello.hasRemaining()) {
                call.channel.write(call.hello);
                ready.interestOps(call.hello.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            } else {
                answered(call, ready);
            }
        } catch (IOException e) {
            call.channel.close();
            if (!call.link.isConnected()) {
                if (call.connected && ++call.link.attempts < ATTEMPTS) {
                    // It has not waited for so long until this rank's next call.
                    calls[call.link.peer()] = null;
                    connect(call.link);
                    return;
                }
                throw new IOException(
                        "rank " + call.link.peer() + " cannot be connected to at " + address(call.link.peer()) + ": "
                                + e.getMessage(),
                        e);
            }
        }
    }

    private void answered(Call call, SelectionKey ready) throws IOException {
        int read = call.channel.read(call.answer);
        if (read == 0) {
            return;
        }
        if (read > 0 && call.answer.get(0) == WELCOME && !call.link.isConnected()) {
            connected(call.link, call.channel, ready);
        } else if (read > 0 && call.answer.get(0) == BUSY) {
            // The other one connects, and that stays.
            call.channel.close();
        } else {
            throw new IOException("it has hung up");
        }
    }

    private void goOn(Caller caller, SelectionKey ready) throws IOException {
        try {
            int read = caller.channel.read(caller.hello);
            if (read < 0) {
                drop(caller);
            } else if (!caller.hello.hasRemaining()) {
                callers.remove(caller);
                judge(caller, ready);
            }
        } catch (IOException e) {
            drop(caller);
        }
    }

    /** Lets a process of the job in that is not connected already. */
    private void judge(Caller caller, SelectionKey ready) throws IOException {
        ByteBuffer hello = caller.hello.flip();
        long magic = hello.getLong();
        int other = hello.getInt();
        byte[] shown = new byte[key.length];
        hello.get(shown);
        if (magic != MAGIC || other < 0 || other >= links.length || !MessageDigest.isEqual(key, shown)) {
            caller.channel.close();
            return;
        }
        SocketLink link = (SocketLink) links[other];
        boolean welcome = !link.isConnected() && (calls[other] == null || other < process);
        caller.channel.write(ByteBuffer.wrap(new byte[] {welcome ? WELCOME : BUSY}));
        if (!welcome) {
            caller.channel.close();
            return;
        }
        Call mine = calls[other];
        connected(link, caller.channel, ready);
        if (mine != null) {
            mine.channel.close();
        }
    }

    private static void connected(SocketLink link, SocketChannel channel, SelectionKey ready) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        link.connected(channel, ready);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SocketChannel each : idle) {
            each.close();
        }
        for (SelectionKey each : selector.keys()) {
            SelectableChannel channel = each.channel();
            channel.close();
        }
    }

    /** File descriptors of this process: how many it has, and may have. */
    static final class OpenFiles {
        /** What stays free for jars, libraries and connections to other ranks. */
        private static final int RESERVE = 64;

        private OpenFiles() {}

        /**
         * Does nothing where nobody knows the limit.
         *
         * @throws IOException if so many more cannot be had; it says which limit would do
         */
        static void require(int more, String what) throws IOException {
            if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
                long open = unix.getOpenFileDescriptorCount();
                long most = unix.getMaxFileDescriptorCount();
                long right = open + more + RESERVE;
                if (most < right) {
                    throw new IOException(what + " need " + more + " file descriptors; " + open + " of " + most
                            + " are in use, and " + RESERVE + " must stay free; raise the limit to " + right
                            + " or more (ulimit -n " + right + ")");
                }
            }
        }
    }
}
