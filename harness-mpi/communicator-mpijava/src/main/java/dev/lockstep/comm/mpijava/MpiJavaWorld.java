package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** One rank, as the library sees it: a process, or what a class loader of its own makes look like one. */
final class MpiJavaWorld implements World {
    private final String library;
    private final int rank;
    private final int size;
    private final ThreadLevel threadLevel;
    private final List<MpiJavaCommunicator> communicators;
    private boolean closed;

    private MpiJavaWorld(
            String library, int rank, int size, ThreadLevel threadLevel, List<MpiJavaCommunicator> communicators) {
        this.library = library;
        this.rank = rank;
        this.size = size;
        this.threadLevel = threadLevel;
        this.communicators = communicators;
    }

    /** Joins the ranks; the arguments are what the library's own start-up program would say. */
    static MpiJavaWorld open(
            String library, WorldOptions options, String[] arguments, Map<Capability, String> lacking) {
        try {
            MPI.Init(arguments);
            Intracomm all = MPI.COMM_WORLD;
            int size = all.Size();
            ThreadLevel granted = granted();
            try {
                if (size != options.ranks()) {
                    throw new CommunicationException(library + " started " + size + " ranks, not " + options.ranks());
                }
                options.threadLevel().requireOf(granted, library);
            } catch (CommunicationException e) {
                MPI.Finalize();
                throw e;
            }
            int rank = all.Rank();
            List<MpiJavaCommunicator> made = new ArrayList<>();
            for (int index = 0; index < options.communicators(); index++) {
                made.add(new MpiJavaCommunicator((Intracomm) all.clone(), rank, size, lacking));
            }
            return new MpiJavaWorld(library, rank, size, granted, List.copyOf(made));
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, library + " did not start");
        }
    }

    /** mpiJava 1.2 has no thread levels; MPJ Express adds them. */
    private static ThreadLevel granted() {
        try {
            int level = MPI.queryThread();
            if (level == MPI.THREAD_MULTIPLE) {
                return ThreadLevel.MULTIPLE;
            }
            return level == MPI.THREAD_SERIALIZED ? ThreadLevel.SERIALIZED : ThreadLevel.FUNNELED;
        } catch (NoSuchMethodError | NoSuchFieldError e) {
            // One thread at a time: no more is promised by a library that says nothing of it.
            return ThreadLevel.SERIALIZED;
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
        return library;
    }

    @Override
    public String threadLevel() {
        return threadLevel.name();
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
        communicators.forEach(MpiJavaCommunicator::close);
        try {
            MPI.Finalize();
        } catch (MPIException | RuntimeException e) {
            throw Failures.of(e, library + " did not end");
        }
    }
}
