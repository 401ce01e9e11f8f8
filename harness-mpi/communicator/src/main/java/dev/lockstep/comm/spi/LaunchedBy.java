package dev.lockstep.comm.spi;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the environment of a rank tells of its launcher. A library that another launcher than its own has started is not told of
 * the other ranks: each of them believes that it is alone.
 *
 * @param launcher Lockstep's name of it
 * @param variable that tells
 * @param ranks how many it has started
 */
public record LaunchedBy(String launcher, String variable, int ranks) {

    /**
     * The launcher of a process.
     *
     * @param environment of the process
     * @return empty if no launcher that is known has started it
     */
    public static Optional<LaunchedBy> of(Map<String, String> environment) {
        // Slurm may set PMI's variables besides its own, and an mpirun or mpiexec within a Slurm job leaves Slurm's in
        // place.
        return told("mpirun", "OMPI_COMM_WORLD_SIZE", environment)
                .or(() -> environment.containsKey("MPI_LOCALNRANKS")
                        ? told("mpiexec", "PMI_SIZE", environment)
                        : Optional.empty())
                .or(() -> environment.containsKey("SLURM_PROCID")
                        ? told("srun", "SLURM_STEP_NUM_TASKS", environment)
                        : Optional.empty())
                .or(() -> told("mpiexec", "PMI_SIZE", environment));
    }

    private static Optional<LaunchedBy> told(String launcher, String variable, Map<String, String> environment) {
        OptionalInt ranks = number(environment.get(variable));
        return ranks.isPresent() ? Optional.of(new LaunchedBy(launcher, variable, ranks.getAsInt())) : Optional.empty();
    }

    private static OptionalInt number(String text) {
        return text != null && text.matches("[0-9]{1,9}")
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }

    /**
     * Whether a library may be the launcher's own; srun starts ranks of any.
     *
     * @param version of the library, in its own words
     * @return false if it is another family's
     */
    public boolean fits(String version) {
        return launcher.equals("srun") || version.startsWith("Open MPI") == launcher.equals("mpirun");
    }

    /**
     * What is wrong, if the library counts other ranks than were started, and what to do.
     *
     * @param library as it says itself
     * @param size of its world
     * @param ranks that were started
     * @param environment of the process
     * @return for people; empty if both agree
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

    /** For people. */
    @Override
    public String toString() {
        return launcher + " (" + variable + "=" + ranks + ")";
    }
}
