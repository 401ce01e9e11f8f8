package dev.lockstep.harness.link;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * A connection between a rank and the relay, as frames: length (4 bytes, big-endian), type (1 byte), payload, and a
 * seal by a key that the handshake has made (32 bytes): whoever sits on the path can read them, hold them up and cut
 * them off, but not change them. They begin with the handshake. One thread may read while others write.
 */
public final class Frames implements Closeable {
    private static final int HEADER_BYTES = Integer.BYTES + Byte.BYTES;
    private static final int MAX_BYTES = 64 << 20;
    private static final FrameType[] TYPES = FrameType.values();

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private Handshake.Session session;

    /** Takes over a connected socket, which is closed together with this. */
    public Frames(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    }

    /** One frame. */
    public record Frame(FrameType type, byte[] payload) {
        /** The payload as text, decoded from UTF-8. */
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        /** The payload as properties. */
        public Map<String, String> properties() {
            return KeyValues.parse(text());
        }
    }

    /**
     * Runs the relay's side of the handshake; returns the caller's rank.
     *
     * @param handshake of the job
     * @param wanted as in {@link Handshake#accept}
     * @throws IOException if the caller is a stranger
     */
    public int accept(Handshake handshake, BooleanSupplier wanted) throws IOException {
        session = handshake.accept(in, out, wanted);
        return session.rank();
    }

    /**
     * Runs the rank's side of the handshake.
     *
     * @throws IOException if the other side is a stranger
     */
    public void introduce(Handshake handshake, int rank) throws IOException {
        session = handshake.introduce(in, out, rank);
    }

    /** Limits how long a read waits for the next byte; 0 for ever. */
    public void patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /**
     * Waits for the next frame.
     *
     * @throws java.net.SocketTimeoutException if the other side was silent for longer than {@link #patience}
     *     allows
     * @throws java.io.EOFException if the other side has closed
     * @throws IOException if the connection breaks or what comes is no frame
     */
    public Frame read() throws IOException {
        byte[] header = new byte[HEADER_BYTES];
        in.readFully(header);
        int length = ByteBuffer.wrap(header).getInt();
        int type = header[HEADER_BYTES - 1] & 0xff;
        if (length < 0 || length > MAX_BYTES || type >= TYPES.length) {
            throw new IOException("not a frame: type " + type + ", " + length + " bytes");
        }
        byte[] payload = in.readNBytes(length);
        byte[] seal = in.readNBytes(Seal.BYTES);
        if (payload.length < length || seal.length < Seal.BYTES) {
            throw new java.io.EOFException("the connection ended inside a frame");
        }
        if (!session.received().isNext(seal, header, payload)) {
            throw new IOException("a frame was changed, or sent by somebody else, on its way");
        }
        return new Frame(TYPES[type], payload);
    }

    /** Sends a frame of bytes, of which a part of an array is the payload. */
    public void write(FrameType type, byte[] payload, int offset, int length) throws IOException {
        synchronized (out) {
            byte[] header = ByteBuffer.allocate(HEADER_BYTES)
                    .putInt(length)
                    .put((byte) type.ordinal())
                    .array();
            out.write(header);
            out.write(payload, offset, length);
            out.write(session.sent().next(header, payload, offset, length));
            out.flush();
        }
    }

    /** Sends a frame of text, encoded as UTF-8. */
    public void write(FrameType type, String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        write(type, payload, 0, payload.length);
    }

    /** Sends a frame of properties. */
    public void write(FrameType type, Map<String, String> properties) throws IOException {
        write(type, KeyValues.format(new TreeMap<>(properties)));
    }

    /**
     * The address of this side, by which the other side can reach this host; loopback if both are on one host and
     * connected so.
     */
    public InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    /** The host and port of the other side, for messages. */
    public String peer() {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
