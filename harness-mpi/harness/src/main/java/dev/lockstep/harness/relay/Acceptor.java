package dev.lockstep.harness.relay;

import dev.lockstep.comm.ports.Callers;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The relay's port. Whoever connects proves within some seconds to hold the job's key, or is dropped; strangers never keep a rank out, and cost a
 * bounded number of threads.
 */
final class Acceptor implements Closeable {
    private static final int MAX_STRANGERS = 64;

    /** Who lives behind it. */
    interface Handler {
        /**
         * A caller has proved to be a rank of the job.
         *
         * @return what is done with it, on a thread of its own; empty if it is not wanted
         */
        Optional<Runnable> admit(int rank, Frames frames);

        /** Nobody can come any more. */
        void broken(String reason);
    }

    private static final int END_SECONDS = 60;

    private final ServerSocket server;
    private final Handshake handshake;
    private final Handler handler;
    private final Callers callers;
    private final ExecutorService threads = Executors.newCachedThreadPool(Acceptor::daemon);

    Acceptor(JobKey key, int expected, InetAddress bind, int handshakeSeconds, Handler handler) throws IOException {
        this.handshake = new Handshake(key);
        this.handler = handler;
        this.server = new ServerSocket(0, expected + MAX_STRANGERS, bind);
        // A rank proves itself at once; if it is taken for a stranger after all, it comes again.
        this.callers = new Callers(expected + MAX_STRANGERS, handshakeSeconds);
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "lockstep-relay");
        thread.setDaemon(true);
        return thread;
    }

    /** Lets callers come. */
    void open() {
        threads.execute(this::accept);
    }

    /** Where it is, best first, as {@code host:port}. */
    List<String> addresses() throws IOException {
        return RelayAddresses.of(server.getInetAddress(), server.getLocalPort());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                callers.receive(socket);
                try {
                    threads.execute(() -> serve(socket));
                } catch (RejectedExecutionException e) {
                    // It closes while somebody connects.
                    socket.close();
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    handler.broken("the relay cannot accept connections: " + e);
                    return;
                }
            }
        }
    }

    private void serve(Socket socket) {
        admit(socket).ifPresent(Runnable::run);
    }

    private Optional<Runnable> admit(Socket socket) {
        try {
            Frames frames = new Frames(socket);
            int rank = frames.accept(handshake, () -> callers.letIn(socket));
            Optional<Runnable> wanted = handler.admit(rank, frames);
            if (wanted.isPresent()) {
                return wanted;
            }
        } catch (IOException e) {
            // Not a rank of this job, or too late for it: nothing was read as an object, nothing of it is kept.
            callers.drop(socket);
            return Optional.empty();
        }
        callers.drop(socket);
        return Optional.empty();
    }

    /** Nobody else is let in, and who has not proved itself is hung up on; those who are in stay. */
    void shut() {
        closeQuietly(server);
        callers.close();
    }

    @Override
    public void close() {
        shut();
        threads.shutdownNow();
    }

    /** Returns when nobody is served any more, or, since a disk may hang, after a minute. */
    void awaitEnd() {
        try {
            threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void closeQuietly(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            // Closing is all that was wanted, and it is closed as far as it can be.
            return;
        }
    }
}
