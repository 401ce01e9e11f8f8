package dev.lockstep.pattern.pubsub;

import dev.lockstep.pattern.Daemon;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
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

/** A connection of TCP for each request, which is a line; the answer ends with the connection. */
final class TcpProtocol implements Protocol {
    /** After which who has not asked is hung up on. */
    private static final long ASKING_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Override
    public String scheme() {
        return Tcp.SCHEME;
    }

    @Override
    public Hosted serve(InetSocketAddress at, Registry store) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            listener.bind(at, Tcp.BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        Server server = new Server(listener, store);
        Daemon.start("pubsub-mediator", server::accept);
        return new Hosted(Tcp.format((InetSocketAddress) listener.getLocalSocketAddress()), server::close);
    }

    @Override
    public String ask(InetSocketAddress mediator, String request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(mediator, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readNBytes(MOST_OF_AN_ANSWER), StandardCharsets.UTF_8);
        }
    }

    /** Connections of who asks, a thread for each: one that is silent keeps no other waiting. */
    private record Server(ServerSocket listener, Registry store, Set<Socket> open) implements Closeable {
        Server(ServerSocket listener, Registry store) {
            this(listener, store, ConcurrentHashMap.newKeySet());
        }

        /** Should it fail, whoever asks then is refused, and does not wait. */
        void accept() {
            try (listener) {
                while (true) {
                    Socket socket = listener.accept();
                    open.add(socket);
                    if (listener.isClosed()) {
                        socket.close();
                    }
                    Daemon.start("pubsub-mediator-request", () -> serve(socket));
                }
            } catch (IOException closed) {
                return;
            }
        }

        /** A client that is gone, or silent, costs its own request alone. */
        private void serve(Socket socket) {
            try (socket) {
                byte[] request = new byte[Requests.MOST_BYTES + 1];
                int length = line(socket, request);
                if (length >= 0) {
                    String answer = length > Requests.MOST_BYTES
                            ? Requests.tooLong()
                            : Requests.answer(store, new String(request, 0, length, StandardCharsets.UTF_8));
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
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
