package dev.lockstep.comm.spi;

import dev.lockstep.comm.Capability;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Provider;
import java.util.List;
import java.util.Map;

/** One implementation of communicators, which users choose by {@code --comm}. */
public interface CommunicatorProvider extends Provider {

    /**
     * Where ranks live.
     *
     * @return true if all ranks are threads of one process, false if each is a process that a launcher starts
     */
    boolean ranksAreThreads();

    /**
     * Which launchers can start this provider's processes, best first, by the launchers' own names.
     *
     * @return empty if {@link #ranksAreThreads()}
     */
    List<String> launchers();

    /**
     * Whether it can be used with ranks that a launcher starts: the library has to be the launcher's own.
     *
     * @param launcher one of {@link #launchers()}
     * @return as {@link #availability()}, which answers for the first of them that can be used
     */
    default Availability availability(String launcher) {
        return availability();
    }

    /**
     * What its communicators lack, known without starting anything: reports and lists show it.
     *
     * @return a reason for each capability that is not there, in the words of the communicators' own
     *     {@link dev.lockstep.comm.Capabilities#unsupported()}; empty if all are
     */
    default Map<Capability, String> unsupported() {
        return Map.of();
    }

    /**
     * Joins the ranks: called once in each process, on its main thread, before any other use.
     *
     * @param options how many ranks and threads
     * @return to be closed on the same thread
     * @throws dev.lockstep.comm.CommunicationException if the library does not start
     */
    World open(WorldOptions options);
}
