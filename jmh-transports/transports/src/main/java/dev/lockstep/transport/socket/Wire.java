package dev.lockstep.transport.socket;

import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** One connection, from whichever end: lengths and messages, through an array each way. */
final class Wire implements Closeable {
    private static final int HEADER = Integer.BYTES;
    private static final int SMALLEST = 1 << 13;
    private static final int PIECE = 1 << 14;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final int largest;

    /** What has been read and not yet taken. */
    private ByteBuffer read = ByteBuffer.allocate(SMALLEST).limit(0);

    private final ByteBuffer written = ByteBuffer.allocate(PIECE + HEADER);
    private int timeoutMillis;

    Wire(Socket socket, int largest) throws IOException {
        this.socket = socket;
        this.largest = largest;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** Says who it is with the next message, in the same packet. */
    void greet() {
        written.putInt(Tcp.GREETING);
    }

    /** Waits for the greeting until then; false if the connection has ended instead. */
    boolean awaitGreeting(long end) throws IOException {
        try {
            return fill(HEADER, end);
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (PeerLostException ended) {
            return false;
        }
    }

    /** Whether as many bytes have come as a greeting has. */
    boolean hasSpoken() throws IOException {
        return read.remaining() >= HEADER || read.remaining() + in.available() >= HEADER;
    }

    /** Whether the other end is one of ours, once it has spoken. */
    boolean isGreeted() throws IOException {
        return fill(HEADER, 0) && read.getInt() == Tcp.GREETING;
    }

    boolean isOfThisHost() {
        return socket.getLocalAddress().equals(socket.getInetAddress());
    }

    /** One write for a small message; a large one goes in pieces that stay in the cache, and is read meanwhile. */
    void write(ByteBuffer message) throws IOException {
        int length = message.remaining();
        int done = 0;
        written.putInt(length);
        try {
            do {
                int at = written.position();
                int piece = Math.min(length - done, written.remaining());
                written.put(at, message, message.position() + done, piece);
                out.write(written.array(), 0, at + piece);
                written.clear();
                done += piece;
            } while (done < length);
        } catch (IOException e) {
            throw new PeerLostException("the peer at " + socket.getRemoteSocketAddress() + " is gone", e);
        } finally {
            written.clear();
        }
    }

    void flushGreeting() throws IOException {
        out.write(written.array(), 0, written.position());
        written.clear();
    }

    /**
     * Reads a message.
     *
     * @param end see {@link Deadline}
     * @return its length; -1 if the connection has ended before it began, or says what is no message
     * @throws SocketTimeoutException if it is not there in time; a later call goes on
     */
    int read(ByteBuffer into, long end) throws IOException {
        if (!fill(HEADER, end)) {
            return -1;
        }
        int length = read.getInt(read.position());
        if (length < 0 || length > largest) {
            return -1;
        }
        fill(HEADER + length, end);
        into.put(into.position(), read, read.position() + HEADER, length);
        read.position(read.position() + HEADER + length);
        return length;
    }

    /** As {@link #read}, for the answer to a request: that the connection ends instead is an error. */
    int answer(ByteBuffer into, long end) throws IOException {
        int length = read(into, end);
        if (length < 0) {
            throw new PeerLostException("the peer at " + socket.getRemoteSocketAddress() + " has closed");
        }
        return length;
    }

    /** Has so many bytes read; false if the connection ends before the first of them. */
    private boolean fill(int bytes, long end) throws IOException {
        while (read.remaining() < bytes) {
            if (read.position() > 0) {
                read.compact().flip();
            }
            if (read.capacity() < bytes) {
                read = ByteBuffer.wrap(
                        Arrays.copyOf(read.array(), Math.max(bytes, 2 * read.capacity())), 0, read.limit());
            }
            limitBy(millis(end));
            int more = more();
            if (more < 0) {
                if (!read.hasRemaining()) {
                    return false;
                }
                throw new PeerLostException("a peer at " + socket.getRemoteSocketAddress() + " was gone after "
                        + read.remaining() + " of " + bytes + " bytes");
            }
            read.limit(read.limit() + more);
            if (read.remaining() < bytes) {
                requireTime(end);
            }
        }
        return true;
    }

    /** Reads what is there; -1 if the connection has ended, a reset being an end. */
    private int more() throws IOException {
        try {
            return in.read(read.array(), read.limit(), read.capacity() - read.limit());
        } catch (SocketException e) {
            if (socket.isClosed()) {
                throw e;
            }
            return -1;
        }
    }

    /** The timeout that is left, for a socket. */
    static int millis(long end) {
        return Tcp.millis(Deadline.forLook(end));
    }

    /** Complains if the time is over, after a look that was not enough. */
    static void requireTime(long end) throws SocketTimeoutException {
        if (Deadline.left(end) < 0) {
            throw new SocketTimeoutException("the time is over");
        }
    }

    /** A timeout makes the JDK poll before each read, so it is only there when it is asked for. */
    private void limitBy(int millis) throws IOException {
        if (timeoutMillis != millis) {
            socket.setSoTimeout(millis);
            timeoutMillis = millis;
        }
    }

    /** Closes with a reset, which leaves no port in TIME-WAIT (RFC 9293, section 3.6). */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
