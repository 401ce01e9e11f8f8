package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import java.util.OptionalInt;

/**
 * The way into MPI for programs that use this artifact alone. The library is the one of the launcher that has started this
 * process, or the one that {@code LOCKSTEP_LIBMPI} names:
 *
 * <pre>{@code
 * try (World world = Mpi.join(1)) {
 *     Communicator comm = world.communicator(world.localRanks().get(0), 0);
 *     comm.barrier();
 * }
 * }</pre>
 */
public final class Mpi {
    private Mpi() {}

    /**
     * Joins the ranks that a launcher has started; without a launcher there is one rank (MPI_Init_thread). Possible
     * once in a process.
     *
     * @param threadsPerRank how many threads communicate at the same time, each on the communicator of its index
     * @return to be closed on the same thread (MPI_Finalize)
     * @throws dev.lockstep.comm.CommunicationException if the library cannot be loaded, does not start, or is of
     *     another MPI than the launcher
     */
    public static World join(int threadsPerRank) {
        if (threadsPerRank < 1) {
            throw new IllegalArgumentException("threads per rank must be at least 1, not " + threadsPerRank);
        }
        OptionalInt ranks = LaunchedBy.of(System.getenv())
                .map(by -> OptionalInt.of(by.ranks()))
                .orElse(OptionalInt.empty());
        ThreadLevel level = threadsPerRank > 1 ? ThreadLevel.MULTIPLE : ThreadLevel.SERIALIZED;
        return new FfmProvider().open(level, threadsPerRank, ranks);
    }
}
