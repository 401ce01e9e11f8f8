package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A port between two peers, which passes datagrams on as it likes: those of whoever sends to it to an endpoint, each sender's
 * from a port of its own, and what comes back there to that sender.
 */
final class DatagramsBetween implements Closeable {
    private static final String UDP = "udp://";
    private static final int LARGEST = 1 << 16;

    /** After so many others comes one that was held back; where none follow, as soon as it has been quiet for a while. */
    private static final int OVERTAKEN_BY = 2;

    private static final long QUIET_MILLIS = 5;

    private final SocketAddress to;
    private final Course course;
    private final Selector selector = Selector.open();
    private final List<DatagramChannel> channels = new ArrayList<>();
    private final DatagramChannel front = channel();
    private final Map<SocketAddress, Way> senders = new HashMap<>();
    private final List<Way> ways = new ArrayList<>();
    private final List<byte[]> recorded = new ArrayList<>();
    private final Thread passing = new Thread(this::pass, "datagrams between");
    private int toLose;
    private IOException failed;

    private DatagramsBetween(SocketAddress to, Course course) throws IOException {
        this.to = to;
        this.course = course;
    }

    /** What becomes of a datagram. */
    enum Fate {
        PASSES,
        IS_LOST,
        COMES_LATE,
        COMES_TWICE,
        /** Once at once, and once late. */
        COMES_AGAIN
    }

    /** Says what becomes of the datagrams of each direction. */
    @FunctionalInterface
    interface Course {
        /**
         * Says it of the next one.
         *
         * @param number how many there were before in this direction
         * @param random of this direction alone: chances are the same each time
         */
        Fate next(int number, Random random);
    }

    /** Where a stranger sends datagrams to reach an endpoint; empty if it takes none. */
    static Optional<InetSocketAddress> port(Endpoint endpoint) {
        return Between.port(endpoint.address(), UDP);
    }

    static DatagramsBetween open(SocketAddress to, Course course) throws IOException {
        DatagramsBetween between = new DatagramsBetween(to, course);
        between.front.register(between.selector, SelectionKey.OP_READ);
        between.passing.setDaemon(true);
        between.passing.start();
        return between;
    }

    /** A socket of a stranger. */
    static DatagramChannel stranger() throws IOException {
        return DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Where peers connect instead. */
    String address() throws IOException {
        InetSocketAddress here = (InetSocketAddress) front.getLocalAddress();
        return UDP + here.getAddress().getHostAddress() + ":" + here.getPort();
    }

    /** Who has sent something to that address. */
    synchronized List<SocketAddress> senders() {
        return List.copyOf(senders.keySet());
    }

    /** What they have sent. */
    synchronized List<byte[]> recorded() {
        return List.copyOf(recorded);
    }

    /** Loses so many of what they send next, whatever the course is. */
    synchronized void lose(int count) {
        toLose = count;
    }

    private DatagramChannel channel() throws IOException {
        DatagramChannel channel = stranger();
        channels.add(channel);
        channel.configureBlocking(false);
        return channel;
    }

    private void pass() {
        ByteBuffer datagram = ByteBuffer.allocateDirect(LARGEST);
        try {
            while (true) {
                boolean quiet = selector.select(QUIET_MILLIS) == 0;
                synchronized (this) {
                    if (quiet) {
                        for (Way way : ways) {
                            way.release();
                        }
                    }
                    for (SelectionKey key : selector.selectedKeys()) {
                        take(key, datagram);
                    }
                    selector.selectedKeys().clear();
                }
            }
        } catch (ClosedSelectorException closed) {
            return;
        } catch (IOException e) {
            fail(e);
        }
    }

    private synchronized void fail(IOException failure) {
        failed = selector.isOpen() ? failure : null;
    }

    private void take(SelectionKey key, ByteBuffer datagram) throws IOException {
        SocketAddress from;
        while ((from = ((DatagramChannel) key.channel()).receive(datagram.clear())) != null) {
            byte[] bytes = new byte[datagram.flip().remaining()];
            datagram.get(bytes);
            Way way = (Way) key.attachment();
            if (way == null) {
                recorded.add(bytes);
                if (toLose > 0) {
                    toLose--;
                    continue;
                }
                way = senders.containsKey(from) ? senders.get(from) : learn(from);
            }
            way.pass(bytes);
        }
    }

    /** The way of a new sender to the endpoint; that back belongs to the channel. */
    private Way learn(SocketAddress sender) throws IOException {
        DatagramChannel channel = channel();
        Way there = new Way(channel, to);
        Way back = new Way(front, sender);
        channel.register(selector, SelectionKey.OP_READ, back);
        ways.addAll(List.of(there, back));
        senders.put(sender, there);
        return there;
    }

    /** One direction of what one sender and the endpoint say. */
    private final class Way {
        private final DatagramChannel channel;
        private final SocketAddress target;
        private final Random random = new Random(1);
        private int count;
        private byte[] late;
        private int lateSince;

        Way(DatagramChannel channel, SocketAddress target) {
            this.channel = channel;
            this.target = target;
        }

        void pass(byte[] bytes) throws IOException {
            Fate fate = course.next(count++, random);
            boolean holds = late == null && (fate == Fate.COMES_LATE || fate == Fate.COMES_AGAIN);
            if (fate != Fate.IS_LOST && !(holds && fate == Fate.COMES_LATE)) {
                send(bytes);
            }
            if (fate == Fate.COMES_TWICE) {
                send(bytes);
            }
            if (holds) {
                late = bytes;
                lateSince = count;
            } else if (count - lateSince >= OVERTAKEN_BY) {
                release();
            }
        }

        void release() throws IOException {
            if (late != null) {
                send(late);
                late = null;
            }
        }

        private void send(byte[] bytes) throws IOException {
            while (channel.send(ByteBuffer.wrap(bytes), target) == 0 && bytes.length > 0) {
                Thread.yield();
            }
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            selector.close();
            for (DatagramChannel channel : channels) {
                channel.close();
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
