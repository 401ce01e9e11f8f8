package dev.lockstep.comm.sockets;

import dev.lockstep.comm.sockets.Wires.Wire;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.support.Abort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The wires of one process. */
final class WiresEngine extends Engine {
    private static final String NAME = "lockstep-wires";
    private static final int PART = 4096;

    private final Wires wires;
    private boolean closed;

    WiresEngine(int process, int size, Wires wires, Abort abort) {
        super(process, size, Push::new, abort);
        this.wires = wires;
        for (int other = 0; other < size; other++) {
            links[other] = new WireLink(other, wires, scheme);
        }
    }

    /** Tells the others what they must know, in as many parts as the longest takes; every process's, by number. */
    static List<byte[]> cards(Peers peers, byte[] mine) {
        List<ByteArrayOutputStream> all = new ArrayList<>();
        int longest = 0;
        byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(mine.length).array();
        for (byte[] theirs : peers.allGather(NAME, length)) {
            longest = Math.max(longest, ByteBuffer.wrap(theirs).getInt());
            all.add(new ByteArrayOutputStream());
        }
        for (int at = 0; at < longest; at += PART) {
            byte[] part = Arrays.copyOfRange(mine, Math.min(at, mine.length), Math.min(at + PART, mine.length));
            List<byte[]> parts = peers.allGather(NAME + "-" + at, part);
            for (int other = 0; other < parts.size(); other++) {
                all.get(other).writeBytes(parts.get(other));
            }
        }
        return all.stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    @Override
    boolean isOpen() {
        return !closed;
    }

    @Override
    void move() {
        for (int other = 0; other < links.length; other++) {
            if (other != process()) {
                move((WireLink) links[other], null);
            }
        }
    }

    /** Writes what waits, and a greeting if there is one; reads what has come. */
    private void move(WireLink link, Frame greeting) {
        try {
            try {
                if (greeting == null) {
                    link.write();
                } else {
                    link.add(greeting);
                }
            } catch (IOException e) {
                // Perhaps it has said goodbye before it went, and that has not been read.
                link.read();
                throw e;
            }
            link.read();
        } catch (IOException | IllegalStateException e) {
            if (!link.saidGoodbye()) {
                throw lost(link, e);
            }
            link.abandon();
        } catch (RuntimeException | Error e) {
            unreadable(link, e);
            throw e;
        }
    }

    @Override
    void greet() {
        for (Link link : links) {
            if (link.isEmpty() && link.isConnected() && !link.saidGoodbye()) {
                move((WireLink) link, control().header(Frame.STILL_HERE, 0, 0, 0, 0, 0));
            }
        }
    }

    @Override
    void free() throws IOException {
        closed = true;
        wires.close();
    }

    /** A wire. */
    static final class WireLink extends Link {
        private final Wires wires;
        private final Wire.Taker taker = this::take;
        private Wire wire;
        private boolean abandoned;

        WireLink(int peer, Wires wires, Scheme scheme) {
            super(peer, scheme);
            this.wires = wires;
        }

        @Override
        void open() throws IOException {
            if (wire == null && !abandoned) {
                wire = wires.to(peer());
            }
            write();
        }

        @Override
        boolean isConnected() {
            return wire != null && !abandoned;
        }

        @Override
        boolean isOpened() {
            return wire != null;
        }

        @Override
        int put(ByteBuffer bytes) throws IOException {
            int before = bytes.position();
            wire.write(bytes);
            return bytes.position() - before;
        }

        void read() throws IOException {
            if (wire == null) {
                wire = wires.to(peer());
            }
            if (!abandoned) {
                wire.read(taker);
            }
        }

        private void take(ByteBuffer message) throws IOException {
            parse(message);
            if (message.hasRemaining()) {
                throw new IOException("it sends " + message.remaining() + " bytes that are no frame");
            }
        }

        @Override
        void waiting(boolean something) {
            // Each is looked at each time.
        }

        @Override
        void abandon() {
            abandoned = true;
            drop();
        }
    }
}
