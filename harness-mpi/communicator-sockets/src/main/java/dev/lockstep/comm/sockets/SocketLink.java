package dev.lockstep.comm.sockets;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A socket. {@code writeInterest} decides whether selecting says that it can be written to always, or only while something
 * waits.
 */
final class SocketLink extends Link {
    private static final int IN_BYTES = 64 << 10;

    /** So often a socket that always has more is read before others have their turn. */
    private static final int READS = 16;

    private final Handshakes handshakes;
    private final boolean always;
    private final ByteBuffer in = ByteBuffer.allocateDirect(IN_BYTES);
    private SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer view;
    private ByteBuffer viewed;

    /** How often it was tried in vain to connect. */
    int attempts;

    SocketLink(int peer, Handshakes handshakes, boolean always, Scheme scheme) {
        super(peer, scheme);
        this.handshakes = handshakes;
        this.always = always;
    }

    /** Has a connection. */
    void connected(SocketChannel by, SelectionKey itsKey) {
        channel = by;
        key = itsKey;
        key.attach(this);
        key.interestOps(always || !isEmpty() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    @Override
    boolean isConnected() {
        return channel != null && channel.isOpen();
    }

    @Override
    boolean isOpened() {
        return channel != null;
    }

    @Override
    void open() throws IOException {
        if (channel == null) {
            handshakes.connect(this);
        }
    }

    @Override
    int put(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    void waiting(boolean something) {
        if (!always && something != ((key.interestOps() & SelectionKey.OP_WRITE) != 0)) {
            key.interestOps(something ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    /** Reads what has come. */
    void read() throws IOException {
        for (int i = 0; i < READS; i++) {
            boolean straight = inFrame() && in.position() == 0 && arrival.remaining >= IN_BYTES && arrival.into != null;
            ByteBuffer to = straight ? straight() : in;
            int room = to.remaining();
            int read = channel.read(to);
            if (read < 0 && saidGoodbye()) {
                channel.close();
                drop();
                return;
            }
            if (read < 0) {
                throw new EOFException("it has closed its connection");
            }
            if (straight) {
                arrived(read);
            } else {
                in.flip();
                parse(in);
                in.compact();
            }
            if (read < room) {
                return;
            }
        }
    }

    private ByteBuffer straight() {
        if (viewed != arrival.into) {
            viewed = arrival.into;
            view = viewed.duplicate();
        }
        return view.limit(arrival.at + Frame.atOnce(view, arrival.remaining)).position(arrival.at);
    }

    @Override
    void abandon() {
        drop();
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed as far as it can be.
            return;
        }
    }
}
