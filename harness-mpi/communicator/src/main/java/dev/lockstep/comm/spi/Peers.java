package dev.lockstep.comm.spi;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The processes of a launch before they have a communicator: how those of a provider without a library of its own find
 * each other. All of them call the same methods in the same order. It is slow, and never for messages.
 */
public interface Peers {

    /** The number of this process: its rank, or 0 if ranks are threads. */
    int rank();

    /**
     * The addresses where the processes are to listen for the others; collective.
     *
     * @return by rank, an address of its host that all can connect to: loopback if they are on one host
     * @throws dev.lockstep.comm.CommunicationException if a host has none, or the other processes cannot be asked
     */
    List<InetAddress> addresses();

    /**
     * A folder for files that processes of one host share, in its shared memory: of this launch alone, which removes it with
     * all that is in it, and nobody else can read it.
     *
     * @return empty if there is none
     */
    default Optional<Path> folder() {
        return Optional.empty();
    }

    /**
     * Collective: tells every process a small value of this one, for example a port.
     *
     * @param name of the exchange; threads that use different ones need not wait for each other
     * @param mine at most 4096 bytes
     * @return every process's, by rank
     * @throws IllegalArgumentException if the value is longer
     * @throws dev.lockstep.comm.CommunicationException if the other processes cannot be asked
     */
    List<byte[]> allGather(String name, byte[] mine);
}
