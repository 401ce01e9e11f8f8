package dev.lockstep.comm.support;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.Peers;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where ranks that are threads of one process tell each other small values, as processes do by their launcher. */
public final class Board {
    private final int size;
    private final Map<String, byte[][]> told = new HashMap<>();

    /** For so many ranks. */
    public Board(int size) {
        this.size = size;
    }

    private synchronized List<byte[]> allGather(int rank, String name, byte[] mine) {
        byte[][] values = told.computeIfAbsent(name, n -> new byte[size][]);
        values[rank] = mine;
        notifyAll();
        try {
            while (Arrays.asList(values).contains(null)) {
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
            public List<byte[]> allGather(String name, byte[] mine) {
                return Board.this.allGather(rank, name, mine);
            }
        };
    }
}
