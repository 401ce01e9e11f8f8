package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.LinkFilter;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.openjdk.jmh.runner.link.JmhFrames;

/** The relay's end of JMH's own link: to JMH's host it looks like the one fork that it started. */
final class JmhHost implements Closeable {
    /** As often as JMH's client does, and for the same reason: identity tables must not grow, nor large objects be doubled. */
    private static final int RESET_EACH = 100;

    private static final int ANSWER_MILLIS = 60_000;

    private static final int GOODBYE_MILLIS = 10_000;

    private final Socket socket;
    private final ObjectOutputStream out;
    private final ObjectInputStream in;
    private int toReset = RESET_EACH;

    JmhHost(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS);
        out = new ObjectOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
        out.flush();
        in = new ObjectInputStream(socket.getInputStream());
        in.setObjectInputFilter(LinkFilter.FILTER);
        requireToBeTheFirst(port);
    }

    /** JMH's host serves whoever comes first to its port, answers nobody else, and waits for the first without end. */
    private void requireToBeTheFirst(int port) throws IOException {
        boolean first = true;
        for (Socket served : JmhFrames.served(port)) {
            if (served.getPort() != socket.getLocalPort()) {
                served.close();
                first = false;
            }
        }
        if (!first) {
            socket.close();
            throw new IOException("some other process of this machine had connected to its port before");
        }
    }

    synchronized void send(Object frame) throws IOException {
        if (toReset-- == 0) {
            out.reset();
            toReset = RESET_EACH;
        }
        out.writeObject((Serializable) frame);
        out.flush();
    }

    Object ask(Object frame) throws IOException {
        send(frame);
        try {
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("JMH's host answered with an object of an unknown class: " + e.getMessage(), e);
        }
    }

    /** Waits until JMH's host has read everything: it closes the link when it has. */
    void awaitGoodbye() throws IOException {
        socket.setSoTimeout(GOODBYE_MILLIS);
        try {
            if (in.read() >= 0) {
                throw new IOException("JMH's host went on talking after the last frame");
            }
        } catch (EOFException | SocketException e) {
            // Closed inside an object, or with bytes of ours unread: as good a goodbye.
        }
        close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
