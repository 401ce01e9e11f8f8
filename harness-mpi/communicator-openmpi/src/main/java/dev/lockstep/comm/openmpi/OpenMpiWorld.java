package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mpi.MPI;
import mpi.MPIException;

/** One process of an Open MPI job. */
final class OpenMpiWorld implements World {
    private final int rank;
    private final int size;
    private final ThreadLevel granted;
    private final List<OpenMpiCommunicator> communicators;
    private boolean closed;

    private OpenMpiWorld(int rank, int size, ThreadLevel granted, List<OpenMpiCommunicator> communicators) {
        this.rank = rank;
        this.size = size;
        this.granted = granted;
        this.communicators = communicators;
    }

    static OpenMpiWorld open(WorldOptions options) {
        try {
            ThreadLevel granted = level(MPI.InitThread(new String[0], code(options.threadLevel())));
            // Duplicates inherit it.
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
            int size = MPI.COMM_WORLD.getSize();
            Optional<String> mismatch = LaunchedBy.mismatch(libraryVersion(), size, options.ranks(), System.getenv());
            if (mismatch.isPresent()) {
                MPI.Finalize();
                throw new CommunicationException(mismatch.get());
            }
            try {
                options.threadLevel().requireOf(granted, libraryVersion());
            } catch (CommunicationException e) {
                MPI.Finalize();
                throw e;
            }
            int rank = MPI.COMM_WORLD.getRank();
            Map<Capability, String> unsupported = granted.unsupported(OpenMpiProvider.UNSUPPORTED);
            List<OpenMpiCommunicator> made = new ArrayList<>();
            for (int index = 0; index < options.communicators(); index++) {
                made.add(new OpenMpiCommunicator(MPI.COMM_WORLD.dup(), rank, size, unsupported));
            }
            return new OpenMpiWorld(rank, size, granted, List.copyOf(made));
        } catch (MPIException e) {
            throw Failures.of(e, "Open MPI did not start");
        }
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
            throw new IndexOutOfBoundsException("rank " + ofRank + " does not live here, only rank " + rank);
        }
        return communicators.get(Objects.checkIndex(index, communicators.size()));
    }

    @Override
    public String library() {
        return libraryVersion();
    }

    private static String libraryVersion() {
        // The bindings keep the terminating zero of the C string.
        return MPI.getLibVersion().replace('\0', ' ').strip();
    }

    @Override
    public String threadLevel() {
        return granted.name();
    }

    /** Does nothing: a wait inside the library can only be ended with the process. */
    @Override
    public void abort(String reason) {}

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        communicators.forEach(OpenMpiCommunicator::close);
        try {
            MPI.Finalize();
        } catch (MPIException e) {
            throw Failures.of(e, "Open MPI did not end");
        }
    }

    private static int code(ThreadLevel level) {
        return switch (level) {
            case SINGLE -> MPI.THREAD_SINGLE;
            case FUNNELED -> MPI.THREAD_FUNNELED;
            case SERIALIZED -> MPI.THREAD_SERIALIZED;
            case MULTIPLE -> MPI.THREAD_MULTIPLE;
        };
    }

    private static ThreadLevel level(int code) {
        return Arrays.stream(ThreadLevel.values())
                .filter(level -> code(level) == code)
                .findFirst()
                .orElseThrow(() ->
                        new CommunicationException("Open MPI grants a thread level that does not exist: " + code));
    }
}
