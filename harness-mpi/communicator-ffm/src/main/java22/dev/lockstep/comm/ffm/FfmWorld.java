package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One process of an MPI job. */
final class FfmWorld implements World {
    private final MpiLibrary library;
    private final ThreadLevel granted;
    private final Map<Capability, String> unsupported;
    private final String abi;
    private final String version;
    private final Optional<LaunchedBy> launchedBy;
    /** All open communicators, the user's own as well: operations may be under way on them, and hold buffers. */
    private final Set<FfmPlace> open = ConcurrentHashMap.newKeySet();

    private final List<FfmCommunicator> communicators = new ArrayList<>();
    private final int rank;
    private final int size;
    private boolean closed;

    private FfmWorld(MpiLibrary library, ThreadLevel required, int indices, OptionalInt expected) {
        this.library = library;
        abi = library.abi().version();
        // MPICH tells on further lines how it was built.
        version = Failures.said(RawWorld::getLibraryVersion, library.file())
                .lines()
                .findFirst()
                .orElse(library.file())
                .replaceAll("\\s+", " ");
        launchedBy = LaunchedBy.of(System.getenv());
        if (launchedBy.isPresent() && !launchedBy.get().fits(version)) {
            // Before anything is started: MPICH ends the process if it does not know the launcher.
            throw new CommunicationException(disagreement("is of another MPI"));
        }
        Slot slot = new Slot();
        granted = initialise(required, slot);
        unsupported = granted.unsupported(Map.of());
        // Duplicates inherit it.
        Failures.check(
                RawWorld.commSetErrhandler(Handles.COMM_WORLD, library.abi().errorsReturn()),
                "no error handler was set");
        Failures.check(RawWorld.commSize(Handles.COMM_WORLD, slot.flag()), "MPI does not tell the number of ranks");
        size = slot.flagValue();
        Failures.check(RawWorld.commRank(Handles.COMM_WORLD, slot.flag()), "MPI does not tell the rank");
        rank = slot.flagValue();
        if (expected.orElse(size) != size) {
            throw leave(
                    disagreement("sees " + size + (size == 1 ? " rank" : " ranks") + ", not " + expected.getAsInt()));
        }
        try {
            required.requireOf(granted, version);
        } catch (CommunicationException e) {
            RawWorld.doFinalize();
            throw e;
        }
        for (int index = 0; index < indices; index++) {
            communicators.add(duplicate(Handles.COMM_WORLD, slot));
        }
    }

    private CommunicationException leave(String reason) {
        RawWorld.doFinalize();
        return new CommunicationException(reason);
    }

    /** A rank that another MPI's launcher has started believes that it is alone. */
    private String disagreement(String how) {
        return "the library " + library.file() + " (" + version + ") " + how + "; this rank was started by "
                + launchedBy.map(LaunchedBy::toString).orElse("an unknown launcher")
                + ". Launcher and library must be of one MPI: start the ranks with this library's own launcher"
                + " (LOCKSTEP_MPI, LOCKSTEP_MPIRUN, LOCKSTEP_MPIEXEC), or name the launcher's library by LOCKSTEP_LIBMPI";
    }

    /**
     * Joins the ranks.
     *
     * @param libraries files or names, of which the first that can be loaded is used
     * @param required which threads communicate, and when
     * @param indices how many communicators there are to be
     * @param expected how many ranks there should be
     * @throws CommunicationException if none can be loaded, or MPI does not start
     */
    static FfmWorld join(List<String> libraries, ThreadLevel required, int indices, OptionalInt expected) {
        MpiLibrary library = MpiLibrary.load(libraries);
        try {
            // A symbol that is missing shows before anything is started.
            for (Class<?> raw : List.of(Handles.class, RawWorld.class, RawMessages.class, RawRequests.class)) {
                MethodHandles.lookup().ensureInitialized(raw);
            }
            library.requireFunctions(RawCollectives.class);
            library.requireFunctions(RawNonBlocking.class);
            if (library.abi() instanceof StandardAbi) {
                MethodHandles.lookup().ensureInitialized(RawStandard.class);
            }
        } catch (ExceptionInInitializerError e) {
            throw new CommunicationException(String.valueOf(e.getCause().getMessage()));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class of this package is out of reach", e);
        }
        return new FfmWorld(library, required, indices, expected);
    }

    private static ThreadLevel initialise(ThreadLevel required, Slot slot) {
        Failures.check(RawWorld.initialized(slot.flag()), "MPI does not answer");
        if (slot.flagValue() != 0) {
            throw new CommunicationException("MPI was initialised before in this process, which it can be once only");
        }
        MpiAbi abi = MpiLibrary.current().abi();
        Failures.check(RawWorld.initThread(0, 0, abi.code(required), slot.flag()), "MPI did not start");
        return abi.threadLevel(slot.flagValue());
    }

    FfmCommunicator duplicate(long comm, Slot slot) {
        Failures.check(RawWorld.commDup(comm, slot.handle()), "a duplication failed");
        return new FfmCommunicator(this, slot.handleValue());
    }

    /** What communicators lack at the thread level that was granted. */
    Map<Capability, String> unsupported() {
        return unsupported;
    }

    void opened(FfmPlace communicator) {
        open.add(communicator);
    }

    void closed(FfmPlace communicator) {
        open.remove(communicator);
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
        return version + " by " + abi;
    }

    @Override
    public String threadLevel() {
        return granted.name();
    }

    /** Ends all ranks' processes, for a wait inside the library ends no other way (MPI_Abort, with code 1). */
    @Override
    public void abort(String reason) {
        Failures.check(RawWorld.abort(Handles.COMM_WORLD, 1), "the job was not ended (" + reason + ")");
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        communicators.forEach(FfmPlace::close);
        // The user's own, and those with operations under way: MPI frees them itself, and must not be asked any more.
        open.forEach(FfmPlace::leave);
        Failures.check(RawWorld.doFinalize(), "MPI did not end");
    }
}
