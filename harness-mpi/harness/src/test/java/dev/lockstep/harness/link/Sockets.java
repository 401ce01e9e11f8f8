package dev.lockstep.harness.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Both ends of a connection within this JVM. */
record Sockets(Socket one, Socket other) implements Closeable {
    static Sockets connected() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
            return new Sockets(one, server.accept());
        }
    }

    /** On a thread of its own: the common pool may have one alone, and what is done here blocks. */
    static <T> FutureTask<T> async(Callable<T> task) {
        FutureTask<T> result = new FutureTask<>(task);
        Thread thread = new Thread(result);
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    @Override
    public void close() throws IOException {
        one.close();
        other.close();
    }
}
