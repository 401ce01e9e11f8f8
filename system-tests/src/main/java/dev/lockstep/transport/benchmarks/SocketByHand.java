package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A socket each way, as two peers of the transport {@code socket} have, without an interface. */
@State(Scope.Thread)
public class SocketByHand {
    private static final int HEADER = Integer.BYTES;
    private static final int ARRAY = 1 << 14;

    private Socket outgoing;
    private Socket incoming;
    private OutputStream out;
    private InputStream in;
    private final ByteBuffer written = ByteBuffer.allocate(ARRAY + HEADER);
    private ByteBuffer read;

    /** Both connect, then both accept. */
    @Setup
    public void connect(Rank rank, BenchmarkParams params) throws IOException {
        connect(rank, Integer.parseInt(params.getParam("bytes")));
    }

    void connect(Rank rank, int bytes) throws IOException {
        Rendezvous rendezvous = new Rendezvous(rank, 1 - rank.rank());
        try (ServerSocket listener = rendezvous.listen()) {
            InetSocketAddress peer = rendezvous.exchange(listener);
            outgoing = new Socket(peer.getAddress(), peer.getPort());
            incoming = listener.accept();
        }
        outgoing.setTcpNoDelay(true);
        out = outgoing.getOutputStream();
        in = incoming.getInputStream();
        read = ByteBuffer.allocate(Math.max(ARRAY, HEADER + bytes));
    }

    void send(ByteBuffer message) throws IOException {
        int length = message.remaining();
        int done = 0;
        written.clear().putInt(length);
        do {
            int at = written.position();
            int piece = Math.min(length - done, written.remaining());
            written.put(at, message, message.position() + done, piece);
            out.write(written.array(), 0, at + piece);
            written.clear();
            done += piece;
        } while (done < length);
    }

    int receive(ByteBuffer into) throws IOException {
        int have = 0;
        while (have < HEADER || have < HEADER + read.getInt(0)) {
            int more = in.read(read.array(), have, read.capacity() - have);
            if (more < 0) {
                throw new EOFException("the peer is gone");
            }
            have += more;
        }
        int length = read.getInt(0);
        into.put(into.position(), read, HEADER, length);
        return length;
    }

    /** Closes both. */
    @TearDown
    public void close() throws IOException {
        outgoing.close();
        incoming.close();
    }
}
