package dev.lockstep.comm.spi;

import dev.lockstep.comm.spi.MpiInstallation.Family;
import java.util.Map;
import java.util.Optional;

/**
 * The launcher of a rank, as the rank's environment tells it. A library that another launcher than its own has started
 * is not told of the other ranks: each of them believes that it is alone.
 *
 * @param launcher that has started this process
 * @param ranks how many it has started
 */
public record LaunchedBy(LauncherTraits launcher, int ranks) {
    /** The variable in which Lockstep's harness tells its ranks of their launcher: {@link LauncherTraits#format}. */
    public static final String VARIABLE = "LOCKSTEP_LAUNCHED_BY";

    /**
     * The launcher of a process; empty if neither the harness, nor a launcher of an MPI, nor Slurm's has started it.
     */
    public static Optional<LaunchedBy> of(Map<String, String> environment) {
        String told = environment.get(VARIABLE);
        if (told != null) {
            return told(LauncherTraits.parse(told), environment);
        }
        // Slurm may set PMI's variables besides its own, and an mpirun or mpiexec within a Slurm job leaves Slurm's in
        // place.
        return told(LauncherTraits.MPIRUN, environment)
                .or(() -> environment.containsKey("MPI_LOCALNRANKS")
                        ? told(LauncherTraits.MPIEXEC, environment)
                        : Optional.empty())
                .or(() -> environment.containsKey(LauncherTraits.SRUN.rankVariable())
                        ? told(LauncherTraits.SRUN, environment)
                        : Optional.empty())
                .or(() -> told(LauncherTraits.MPIEXEC, environment));
    }

    private static Optional<LaunchedBy> told(LauncherTraits launcher, Map<String, String> environment) {
        return Optional.ofNullable(environment.get(launcher.sizeVariable()))
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> new LaunchedBy(launcher, Integer.parseInt(text)));
    }

    /**
     * Whether the launcher starts ranks of a library.
     *
     * @param version of the library, in its own words
     */
    public boolean fits(String version) {
        return launcher.families().contains(Family.ofLibrary(version));
    }

    /**
     * The complaint and the remedy if the library counts other ranks than were started; empty if both agree.
     *
     * @param library as it says itself
     * @param size of its world
     * @param ranks that were started
     * @param environment of the process
     */
    public static Optional<String> mismatch(String library, int size, int ranks, Map<String, String> environment) {
        if (size == ranks) {
            return Optional.empty();
        }
        String launcher = of(environment).map(LaunchedBy::toString).orElse("a launcher that Lockstep does not know");
        return Optional.of(library + " counts " + size + (size == 1 ? " rank" : " ranks") + ", but " + ranks
                + " were started by " + launcher + ": launcher and library do not belong together"
                + (size == 1 ? ", and each rank believes that it is alone" : "")
                + "; start them by the library's own launcher, or name the MPI of both by LOCKSTEP_MPI"
                + " ('lockstep doctor' shows what goes with what)");
    }

    /** A name for people. */
    @Override
    public String toString() {
        return launcher.name() + " (" + launcher.sizeVariable() + "=" + ranks + ")";
    }
}
