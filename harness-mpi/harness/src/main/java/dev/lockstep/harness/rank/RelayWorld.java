package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.util.List;
import java.util.stream.IntStream;

/** The ranks of a launch as its relay knows them. */
final class RelayWorld implements World {
    private final int rank;
    private final int size;
    private final List<RelayCommunicator> communicators;

    RelayWorld(WorldOptions options, Peers peers) {
        this.rank = peers.rank();
        this.size = options.ranks();
        this.communicators = IntStream.range(0, options.communicators())
                .mapToObj(index -> new RelayCommunicator(String.valueOf(index), size, peers))
                .toList();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public List<Integer> localRanks() {
        return List.of(rank);
    }

    @Override
    public Communicator communicator(int ofRank, int index) {
        if (ofRank != rank) {
            throw new IllegalArgumentException("this process is rank " + rank + ", not " + ofRank);
        }
        return communicators.get(index);
    }

    @Override
    public String library() {
        return "Lockstep's relay, without message passing";
    }

    @Override
    public String threadLevel() {
        return "MULTIPLE";
    }

    @Override
    public void abort(String reason) {
        // A launch that fails is ended by the relay itself.
    }

    @Override
    public void close() {
        communicators.forEach(RelayCommunicator::close);
    }
}
