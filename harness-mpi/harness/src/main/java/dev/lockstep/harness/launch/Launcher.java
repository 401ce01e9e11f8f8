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

    /**
     * The variable in which it tells a process its number.
     *
     * @return a name
     */
    String rankVariable();

    /**
     * Whose ranks it starts, and what it tells them: which communicators it goes with is computed from that.
     *
     * @return processes without MPI, unless overridden
     */
    default LauncherTraits traits() {
        return new LauncherTraits(name(), Set.of(Family.NONE), rankVariable(), RankEnvironment.RANKS);
    }

    /**
     * What it wants in its own environment.
     *
     * @return variables by name
     */
    Map<String, String> environment();

    /**
     * Whether it can start processes on hosts that it is told.
     *
     * @return false if it knows this host alone
     */
    boolean spansHosts();

    /**
     * Its command line, to which the command of one process is appended.
     *
     * @param request what to start
     * @return program and arguments
     */
    List<String> command(LaunchRequest request);

    /**
     * Removes what it leaves behind on this host, or in the keeping of others, when it is killed.
     *
     * @param pid its process; nothing that belongs to another launch is touched
     * @throws IOException if that cannot be removed
     */
    default void tidyUp(long pid) throws IOException {
        // It leaves nothing.
    }
}
