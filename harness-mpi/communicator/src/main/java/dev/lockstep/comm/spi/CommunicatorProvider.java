package dev.lockstep.comm.spi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Provider;
import java.util.List;
import java.util.Map;

/** One implementation of communicators, which users choose by {@code --comm}. */
public interface CommunicatorProvider extends Provider {

    /** Whether all ranks are threads of one process; otherwise each is a process that a launcher starts. */
    boolean ranksAreThreads();

    /** The options that it takes: a value for each, which holds unless a user says otherwise. */
    default Map<String, String> options() {
        return Map.of();
    }

    /**
     * The options that it takes behind its name as a user wrote it: what goes over something else has that one's, too.
     *
     * @param text name and options
     * @return as {@link #options()}
     * @throws IllegalArgumentException if there is no such thing to go over: says what there is
     */
    default Map<String, String> options(String text) {
        return options();
    }

    /**
     * The same with other options.
     *
     * @param options a value for each of {@link #options()}
     * @return a provider whose name says which are not as by default ({@link dev.lockstep.spi.Options#format})
     * @throws IllegalArgumentException if a value cannot be: says which can
     */
    default CommunicatorProvider with(Map<String, String> options) {
        return this;
    }

    /**
     * The MPI libraries that it goes by: any launcher that starts ranks of one of them can start its processes.
     *
     * @return best first; for one that needs none, {@link Family#NONE}
     */
    default List<Family> families() {
        return List.of(Family.NONE);
    }

    /**
     * The launchers of a provider that goes with certain ones only, whatever its {@link #families()} are.
     *
     * @return names of launchers, best first; empty for all that start ranks of its families
     */
    default List<String> launchers() {
        return List.of();
    }

    /**
     * Whether it can be used with ranks that a launcher starts: the library has to be one whose ranks that starts.
     *
     * @param launcher that fits
     * @return as {@link #availability()}, which answers for the first of them that can be used
     */
    default Availability availability(LauncherTraits launcher) {
        return availability(launcher.name());
    }

    /**
     * As {@link #availability(LauncherTraits)}, for a provider that goes by the launcher's name.
     *
     * @param launcher its name
     * @return as {@link #availability()}
     */
    default Availability availability(String launcher) {
        return availability();
    }

    /**
     * The capabilities that its communicators lack at any thread level, known without starting anything: reports and lists
     * show it. Its communicators lack {@link Capability#SHARED_COMMUNICATOR} besides where their level is too low for it.
     *
     * @return a reason for each, in the words of the communicators' own
     *     {@link dev.lockstep.comm.Capabilities#unsupported()}; empty if all are there
     */
    default Map<Capability, String> unsupported() {
        return Map.of();
    }

    /**
     * Joins the ranks: called once in each process, before any other use, and not always on its main thread. With
     * {@link ThreadLevel#SINGLE} and {@link ThreadLevel#FUNNELED} the calling thread is the one that will communicate.
     *
     * @param options how many ranks and threads, and the thread level
     * @return to be closed on the same thread
     * @throws dev.lockstep.comm.CommunicationException if the library does not start, or grants less than that level
     */
    World open(WorldOptions options);
}
