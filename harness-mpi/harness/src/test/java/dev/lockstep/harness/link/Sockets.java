package dev.lockstep.harness.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Both ends of a connection within this JVM. */
record Sockets(Socket one, Socket other) implements Closeable {
    static Sockets connected() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
            return new Sockets(one, server.accept());
        }
    }

    @Override
    public void close() throws IOException {
        one.close();
        other.close();
    }
}
