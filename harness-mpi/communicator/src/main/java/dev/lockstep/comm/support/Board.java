package dev.lockstep.comm.support;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.Peers;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where ranks that are threads of one process tell each other small values, as processes do by their launcher. */
public final class Board {
    private final int size;
    private final Optional<Path> folder;
    private final Map<String, byte[][]> told = new HashMap<>();
    private Throwable failure;

    /**
     * A board that nothing stands on.
     *
     * @param size how many ranks there are
     * @param folder of their launch, for files that they share; empty if there is none
     */
    public Board(int size, Optional<Path> folder) {
        this.size = size;
        this.folder = folder;
    }

    /**
     * Ends all exchanges, under way or yet to come: a rank has failed.
     *
     * @param why it has; a reason before this one stays
     * @return what each rank fails with: the first reason is its cause
     */
    public synchronized CommunicationException fail(Throwable why) {
        if (failure == null) {
            failure = why;
            notifyAll();
        }
        return new CommunicationException(failure.getMessage(), failure);
    }

    private synchronized List<byte[]> allGather(int rank, String name, byte[] mine) {
        byte[][] values = told.computeIfAbsent(name, n -> new byte[size][]);
        values[rank] = mine;
        notifyAll();
        try {
            while (Arrays.asList(values).contains(null)) {
                if (failure != null) {
                    throw fail(failure);
                }
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicationException("interrupted", e);
        }
        return List.of(values);
    }

    /** What a rank has told; null if it has not. */
    public synchronized byte[] told(String name, int rank) {
        return told.getOrDefault(name, new byte[size][])[rank];
    }

    /** The ranks, as one of them sees them. */
    public Peers peers(int rank) {
        return new Peers() {
            @Override
            public int rank() {
                return rank;
            }

            @Override
            public List<InetAddress> addresses() {
                return Collections.nCopies(size, InetAddress.getLoopbackAddress());
            }

            @Override
            public Optional<Path> folder() {
                return folder;
            }

            @Override
            public List<byte[]> allGather(String name, byte[] mine) {
                return Board.this.allGather(rank, name, mine);
            }
        };
    }
}
