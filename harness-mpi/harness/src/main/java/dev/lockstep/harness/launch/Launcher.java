package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.spi.Provider;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A program that starts the processes of a launch, which users choose by {@code --launcher}. */
public interface Launcher extends Provider {

    /** The name of the variable in which it tells a process its number. */
    String rankVariable();

    /**
     * The families whose ranks it starts, and what it tells them: the communicators that it goes with follow from that.
     * Processes without MPI, unless overridden.
     */
    default LauncherTraits traits() {
        return new LauncherTraits(name(), Set.of(Family.NONE), rankVariable(), RankEnvironment.RANKS);
    }

    /** The variables that it needs in its own environment; none, unless overridden. */
    default Map<String, String> environment() {
        return Map.of();
    }

    /** Whether it can start processes on hosts that it is told; otherwise it knows this host alone. */
    boolean spansHosts();

    /** The command line, program and arguments, to which the command of one process is appended. */
    List<String> command(LaunchRequest request);

    /**
     * Removes what it leaves behind on this host, or in the keeping of others, when it is killed.
     *
     * @param pid its process; nothing that belongs to another launch is touched
     */
    default void tidyUp(long pid) throws IOException {
        // It leaves nothing.
    }
}
