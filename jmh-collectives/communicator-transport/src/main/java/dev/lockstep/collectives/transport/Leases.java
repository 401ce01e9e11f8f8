package dev.lockstep.collectives.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The leases on what a process hosts. A lease is a connection that another process holds until it has closed its endpoints;
 * if that process dies, the system ends it.
 */
final class Leases implements Closeable {
    private final ServerSocket listener;
    private final int holders;

    /**
     * Listens for the holders.
     *
     * @param at an address of this host that all of them reach
     * @param holders how many other processes there are
     */
    Leases(InetAddress at, int holders) throws IOException {
        listener = new ServerSocket(0, holders, at);
        this.holders = holders;
    }

    /** Where leases are taken, by connecting. */
    int port() {
        return listener.getLocalPort();
    }

    /**
     * Waits until all leases have ended.
     *
     * @param millis how long at most
     * @throws IOException if one has not ended by then
     */
    void awaitEnd(int millis) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (int ended = 0; ended < holders; ended++) {
            listener.setSoTimeout(left(end));
            try (Socket holder = listener.accept()) {
                holder.setSoTimeout(left(end));
                // Nothing is ever sent: it returns when the connection ends.
                holder.getInputStream().read();
            } catch (SocketTimeoutException e) {
                throw new IOException(
                        "after " + millis + " ms " + (holders - ended) + " of " + holders
                                + " other processes have not closed what uses this one's host of the transport",
                        e);
            }
        }
    }

    /** In milliseconds, for 0 is no limit. */
    private static int left(long end) {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
