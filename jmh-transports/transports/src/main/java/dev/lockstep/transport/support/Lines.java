package dev.lockstep.transport.support;

import dev.lockstep.transport.Hosted;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Questions of a line, and answers: a connection of TCP for each, which ends with the answer. */
public final class Lines {
    /** The most bytes of a question, without the end of its line. */
    public static final int MOST_BYTES = 4096;

    /** The most bytes of an answer, or of what comes behind a question. */
    private static final int MOST_OF_AN_ANSWER = 1 << 20;

    /** Who asks waits this long at most. */
    private static final int PATIENCE_MILLIS = 30_000;

    /** After which who has not asked is hung up on. */
    private static final long ASKING_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Lines() {}

    /**
     * Answers.
     *
     * @param at where to listen
     * @param answer to a question; threads call it at the same time
     * @param tooLong the answer to a longer one
     * @return its address, and what ends it
     * @throws IOException if it cannot listen there
     */
    public static Hosted serve(InetSocketAddress at, UnaryOperator<String> answer, String tooLong) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            listener.bind(at, Tcp.BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        Server server = new Server(listener, answer, tooLong, ConcurrentHashMap.newKeySet());
        Daemon.start("lines-accept", server::accept);
        return new Hosted(Tcp.format((InetSocketAddress) listener.getLocalSocketAddress()), server::close);
    }

    /**
     * Asks.
     *
     * @param question without the end of its line
     * @return the whole answer
     * @throws IOException if nobody answers
     */
    public static String ask(InetSocketAddress server, String question) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readNBytes(MOST_OF_AN_ANSWER), StandardCharsets.UTF_8);
        }
    }

    /** A thread for each connection: one that is silent keeps no other waiting. */
    private record Server(ServerSocket listener, UnaryOperator<String> answer, String tooLong, Set<Socket> open)
            implements Closeable {

        /** Should it fail, whoever asks then is refused, and does not wait. */
        void accept() {
            try (listener) {
                while (true) {
                    Socket socket = listener.accept();
                    open.add(socket);
                    if (listener.isClosed()) {
                        socket.close();
                    }
                    Daemon.start("lines-answer", () -> serve(socket));
                }
            } catch (IOException closed) {
                return;
            }
        }

        /** A client that is gone, or silent, costs its own question alone. */
        private void serve(Socket socket) {
            try (socket) {
                byte[] question = new byte[MOST_BYTES + 1];
                int length = line(socket, question);
                if (length >= 0) {
                    String said = length > MOST_BYTES
                            ? tooLong
                            : answer.apply(new String(question, 0, length, StandardCharsets.UTF_8));
                    socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
                    // With bytes that nobody has read the connection would end by a reset, which overtakes the answer.
                    socket.shutdownOutput();
                    socket.getInputStream().readNBytes(MOST_OF_AN_ANSWER);
                }
            } catch (IOException gone) {
                return;
            } finally {
                open.remove(socket);
            }
        }

        /** The bytes before the end of the line; as many as there is room for if it is longer; -1 if none comes. */
        private static int line(Socket socket, byte[] into) throws IOException {
            long end = Deadline.of(ASKING_NANOS);
            InputStream in = socket.getInputStream();
            int length = 0;
            while (length < into.length) {
                socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(Deadline.forLook(end)) + 1);
                int next = Deadline.left(end) < 0 ? -1 : in.read();
                if (next < 0) {
                    return -1;
                }
                if (next == '\n') {
                    return length;
                }
                into[length++] = (byte) next;
            }
            return length;
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
