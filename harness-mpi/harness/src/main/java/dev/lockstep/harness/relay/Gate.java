package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The relay's port. Whoever knocks proves within {@value #HANDSHAKE_SECONDS} s to hold the job's key, or is dropped; strangers never keep a rank out, and cost a
 * bounded number of threads.
 */
final class Gate implements Closeable {
    private static final int HANDSHAKE_SECONDS = 10;
    private static final int MAX_STRANGERS = 64;

    /** Who lives behind it. */
    interface Keeper {
        /**
         * A caller has proved to be a rank of the job.
         *
         * @return what is done with it, on a thread of its own; empty if it is not wanted
         */
        Optional<Runnable> admit(int rank, Frames frames);

        /** Nobody can come any more. */
        void broken(String reason);
    }

    private final ServerSocket server;
    private final Handshake handshake;
    private final Keeper keeper;
    private final int maxStrangers;
    private final Set<Socket> strangers = new LinkedHashSet<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(Gate::daemon);
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(Gate::daemon);

    Gate(JobKey key, int expected, InetAddress bind, Keeper keeper) throws IOException {
        this.handshake = new Handshake(key);
        this.keeper = keeper;
        this.maxStrangers = expected + MAX_STRANGERS;
        this.server = new ServerSocket(0, maxStrangers, bind);
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

    /** Where it is, as {@code host:port}. */
    String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                receive(socket);
                try {
                    threads.execute(() -> serve(socket));
                } catch (RejectedExecutionException e) {
                    // It closes while somebody knocks.
                    socket.close();
                }
            } catch (IOException e) {
                if (!server.isClosed()) {
                    keeper.broken("the relay cannot accept connections: " + e);
                    return;
                }
            }
        }
    }

    /** When there are more than ranks can be among them, the one that has waited longest goes: a rank proves itself at once, and if it was one after all, it comes again. */
    private void receive(Socket socket) {
        synchronized (strangers) {
            if (strangers.size() == maxStrangers) {
                Socket oldest = strangers.iterator().next();
                strangers.remove(oldest);
                closeQuietly(oldest);
            }
            strangers.add(socket);
        }
    }

    private void serve(Socket socket) {
        Optional<Runnable> conversation = admit(socket);
        forget(socket);
        conversation.ifPresent(Runnable::run);
    }

    private boolean forget(Socket socket) {
        synchronized (strangers) {
            return strangers.remove(socket);
        }
    }

    private Optional<Runnable> admit(Socket socket) {
        try {
            // A deadline for the whole handshake, not for each read: a caller that sends a byte a second is dropped as
            // well.
            var deadline = deadlines.schedule(() -> closeQuietly(socket), HANDSHAKE_SECONDS, TimeUnit.SECONDS);
            Frames frames = new Frames(socket);
            int rank = frames.accept(handshake, () -> deadline.cancel(false) && forget(socket));
            Optional<Runnable> wanted = keeper.admit(rank, frames);
            if (wanted.isPresent()) {
                return wanted;
            }
        } catch (IOException | RejectedExecutionException e) {
            // Not a rank of this job, or too late for it: nothing was read as an object, nothing of it is kept.
            closeQuietly(socket);
            return Optional.empty();
        }
        closeQuietly(socket);
        return Optional.empty();
    }

    /** Nobody else is let in; those who are in stay. */
    void shut() {
        closeQuietly(server);
        deadlines.shutdown();
    }

    @Override
    public void close() {
        shut();
        threads.shutdownNow();
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
