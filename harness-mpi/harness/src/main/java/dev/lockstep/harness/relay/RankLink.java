package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Heartbeat;
import dev.lockstep.harness.link.ThreadDump;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The relay's end of the link to one rank. Its own thread reads it. */
final class RankLink {
    private final Frames frames;
    private final RankListener listener;
    private volatile RankInfo info;
    private volatile boolean listening = true;
    private volatile ThreadDump threads;
    private int silenceSeconds;

    RankLink(int rank, Frames frames, RankListener listener) {
        this.frames = frames;
        this.listener = listener;
        this.info = new RankInfo(rank, java.util.Map.of());
    }

    /** Told of what ranks say about themselves, and that they say anything at all. */
    interface RankListener {
        void introduced(RankLink link);

        void joined();

        void exchanged(RankLink link, AllGather part) throws RankFailure;

        void alive();
    }

    /** From now on it sends signs of life, and waits for those of the rank, so many seconds for each. */
    void keepAlive(int silence) throws IOException {
        silenceSeconds = silence;
        Heartbeat.expect(frames, silence);
        Heartbeat.send(frames);
    }

    int rank() {
        return info.rank();
    }

    RankInfo info() {
        return info;
    }

    /** Takes what comes in between, or after, the bytes of JMH's link. */
    interface Aside {
        void accept(Frames.Frame frame) throws RankFailure;
    }

    /** The next frame of DATA, PILOT, OP_TIMES or CONDITIONS; null after BYE. */
    Frames.Frame next() throws IOException, RankFailure {
        while (true) {
            Frames.Frame frame = read();
            if (frame.type() == FrameType.ALIVE) {
                // Of the process, not of progress.
                continue;
            }
            // Of JMH's own frames only those count that are more than words: it goes on complaining of what hangs.
            if (frame.type() != FrameType.DATA && frame.type() != FrameType.THREADS) {
                listener.alive();
            }
            switch (frame.type()) {
                case THREADS -> threads = ThreadDump.parse(frame.text());
                case HELLO -> {
                    info = info.with(frame.properties());
                    listener.introduced(this);
                }
                case READY -> {
                    info = info.with(frame.properties());
                    listener.joined();
                }
                case ALL_GATHER -> listener.exchanged(this, AllGather.parse(frame.payload()));
                case DATA, PILOT, OP_TIMES, CONDITIONS -> {
                    return frame;
                }
                case FAILED -> throw new RankFailure(frame.text());
                case BYE -> {
                    info = info.with(frame.properties());
                    return null;
                }
                default -> throw new RankFailure("it sent a " + frame.type() + " frame");
            }
        }
    }

    private Frames.Frame read() throws IOException, RankFailure {
        listening = true;
        try {
            return frames.read();
        } catch (SocketTimeoutException e) {
            // Nothing can be told to it any more, and whoever tries must not wait for its buffers.
            frames.close();
            throw new RankFailure("nothing was heard from it for " + silenceSeconds
                    + " s: its host is down, or the network to it is cut");
        } catch (EOFException | SocketException e) {
            throw RankFailure.end();
        } finally {
            listening = false;
        }
    }

    /** What was read has brought the rank forward. */
    void alive() {
        listener.alive();
    }

    /** Asks what its threads do; an earlier answer is forgotten. */
    void askForThreads() throws IOException {
        threads = null;
        send(FrameType.DUMP, "");
    }

    /** The answer, if it has come. */
    Optional<ThreadDump> threads() {
        return Optional.ofNullable(threads);
    }

    /** False while what came last is being handled: the rank is ahead of others. */
    boolean listening() {
        return listening;
    }

    /** The bytes of JMH's link, out of their frames; they end with BYE. Other frames go aside. */
    InputStream jmhInput(Aside aside) {
        return new DataInput(aside);
    }

    /** Bytes for JMH's link, into frames. */
    OutputStream jmhOutput() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                frames.write(FrameType.DATA, bytes, offset, length);
            }
        };
    }

    void send(FrameType type, String text) throws IOException {
        send(type, text.getBytes(StandardCharsets.UTF_8));
    }

    void send(FrameType type, byte[] payload) throws IOException {
        frames.write(type, payload, 0, payload.length);
    }

    /** Sends to a rank that may have gone: whoever reads its link finds out, and knows why. */
    void tell(FrameType type, byte[] payload) {
        try {
            send(type, payload);
        } catch (IOException e) {
            // Its reader is told as well.
        }
    }

    void close() throws IOException {
        frames.close();
    }

    private final class DataInput extends InputStream {
        private final Aside aside;
        private byte[] bytes = {};
        private int at;

        DataInput(Aside aside) {
            this.aside = aside;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            while (at == bytes.length) {
                Frames.Frame frame;
                try {
                    frame = nextData();
                } catch (RankFailure e) {
                    throw new IOException(e);
                }
                if (frame == null) {
                    return -1;
                }
                bytes = frame.payload();
                at = 0;
            }
            int n = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, target, offset, n);
            at += n;
            return n;
        }

        private Frames.Frame nextData() throws IOException, RankFailure {
            Frames.Frame frame = next();
            while (frame != null && frame.type() != FrameType.DATA) {
                aside.accept(frame);
                frame = next();
            }
            return frame;
        }
    }
}
