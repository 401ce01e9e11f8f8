package dev.lockstep.comm.ffm;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the environment of a rank tells of its launcher.
 *
 * @param launcher Lockstep's name of it
 * @param variable that tells
 * @param ranks how many it has started
 */
record LaunchedBy(String launcher, String variable, int ranks) {

    /** The launcher of this process; empty if no launcher that is known has started it. */
    static Optional<LaunchedBy> of(Map<String, String> environment) {
        return told("mpirun", "OMPI_COMM_WORLD_SIZE", environment)
                // Slurm tells this besides its own, so it says nothing of the launcher there.
                .or(() -> environment.containsKey("SLURM_STEP_NUM_TASKS")
                        ? told("srun", "SLURM_STEP_NUM_TASKS", environment)
                        : told("mpiexec", "PMI_SIZE", environment));
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

    /** Whether a library with that version text may be the launcher's; srun starts ranks of any. */
    boolean fits(String version) {
        return launcher.equals("srun") || version.startsWith("Open MPI") == launcher.equals("mpirun");
    }

    /** For people. */
    @Override
    public String toString() {
        return launcher + ", which says " + variable + "=" + ranks;
    }
}
