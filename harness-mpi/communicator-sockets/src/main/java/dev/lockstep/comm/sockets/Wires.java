package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What carries messages between the processes of a job, as one of them has it. Over it there are communicators with
 * everything: {@link #world}.
 */
public interface Wires extends Closeable {

    /**
     * Begins to listen.
     *
     * @param addresses of all processes, by number
     * @return what the others must know
     * @throws IOException if that cannot be
     */
    byte[] listen(List<InetAddress> addresses) throws IOException;

    /**
     * Connects to all others; all of them listen.
     *
     * @param cards what they have told, by number
     * @throws IOException if one cannot be reached; says which
     */
    void connect(List<byte[]> cards) throws IOException;

    /** The way to another process. */
    Wire to(int other);

    /**
     * All ranks, seen from one of them: those of direct messaging, as {@code push} has it.
     *
     * @param name of the communicators
     * @param unsupported what they lack, with reasons
     * @param timeoutSeconds how long a wait may last; 0: for ever
     * @param options how many ranks and communicators
     * @param peers the processes
     * @param wires between them; closed by the world
     * @param maker of communicators
     * @throws dev.lockstep.comm.CommunicationException if the others cannot be reached
     */
    static World world(
            String name,
            Map<Capability, String> unsupported,
            int timeoutSeconds,
            WorldOptions options,
            Peers peers,
            Wires wires,
            Function<Membership, ProcessCommunicator> maker) {
        return new ProcessWorld(
                name,
                unsupported,
                Settings.waiting(TimeUnit.SECONDS.toNanos(timeoutSeconds)),
                options,
                peers,
                (abort, addresses) -> {
                    WiresEngine engine = new WiresEngine(peers.rank(), options.ranks(), wires, abort);
                    try {
                        wires.connect(WiresEngine.cards(peers, wires.listen(addresses)));
                    } catch (IOException | RuntimeException e) {
                        engine.close();
                        throw e;
                    }
                    return engine;
                },
                maker);
    }

    /**
     * What carries messages between this process and another: each arrives once, whole and in the order in which they were
     * written. Calls are made by one thread at a time.
     */
    interface Wire {

        /**
         * Sends the bytes between position and limit, or as many of the first as a message has room for, as one message.
         *
         * @param bytes whose position moves behind those that are sent, or stays if nothing can be sent now
         * @throws java.nio.channels.ClosedByInterruptException if it waited, and the thread was interrupted: nothing can be
         *     sent any more. The thread is still interrupted
         * @throws IOException if the other process is gone
         */
        void write(ByteBuffer bytes) throws IOException;

        /**
         * Gives messages that have come. All that was written leaves without another call, also what the taker writes, as far as
         * the other process has room for it.
         *
         * @param taker is given each
         * @return how many there were
         * @throws IOException if no more can come, or what the taker throws
         */
        int read(Taker taker) throws IOException;

        /** Takes messages. */
        @FunctionalInterface
        interface Taker {
            /**
             * Takes one.
             *
             * @param message position to limit, big-endian, good until this returns
             * @throws IOException if it cannot be
             */
            void take(ByteBuffer message) throws IOException;
        }
    }
}
