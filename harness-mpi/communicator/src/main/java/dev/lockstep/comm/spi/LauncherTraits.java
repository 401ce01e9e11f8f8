package dev.lockstep.comm.spi;

import dev.lockstep.comm.spi.MpiInstallation.Family;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The traits of a launcher that providers and ranks have to know: whose ranks it starts, and what it tells them.
 *
 * @param name of the launcher, as users write it
 * @param families whose ranks it starts; {@link Family#NONE} among them if also processes without MPI
 * @param rankVariable the environment variable that tells a process its number
 * @param sizeVariable the one that tells it how many there are
 */
public record LauncherTraits(String name, Set<Family> families, String rankVariable, String sizeVariable) {
    /** The traits of Open MPI's launcher. */
    public static final LauncherTraits MPIRUN = new LauncherTraits(
            "mpirun", Set.of(Family.OPEN_MPI, Family.NONE), "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");

    /** The traits of Hydra, the launcher of MPICH and Intel MPI. */
    public static final LauncherTraits MPIEXEC =
            new LauncherTraits("mpiexec", Set.of(Family.MPICH, Family.INTEL_MPI, Family.NONE), "PMI_RANK", "PMI_SIZE");

    /** The traits of Slurm's launcher, which starts ranks of any MPI. */
    public static final LauncherTraits SRUN = new LauncherTraits(
            "srun",
            Set.of(Family.OPEN_MPI, Family.MPICH, Family.INTEL_MPI, Family.NONE),
            "SLURM_PROCID",
            "SLURM_STEP_NUM_TASKS");

    private static final String SEPARATOR = " ";

    public LauncherTraits {
        families = Collections.unmodifiableSet(EnumSet.copyOf(families));
    }

    /** The traits of a launcher that is known by its name; empty if it is none of the above. */
    public static Optional<LauncherTraits> known(String name) {
        return Stream.of(MPIRUN, MPIEXEC, SRUN)
                .filter(known -> known.name.equals(name))
                .findFirst();
    }

    /** Whether it starts ranks of one of these families. */
    public boolean starts(Collection<Family> wanted) {
        return !Collections.disjoint(families, wanted);
    }

    /** One line for an environment variable, which {@link #parse} reads. */
    public String format() {
        return String.join(
                SEPARATOR,
                name,
                rankVariable,
                sizeVariable,
                families.stream().map(Family::name).collect(Collectors.joining(SEPARATOR)));
    }

    /**
     * Reads the value of such a variable.
     *
     * @throws IllegalArgumentException if it was not made by {@link #format}
     */
    public static LauncherTraits parse(String text) {
        String[] words = text.split(SEPARATOR);
        if (words.length < 4) {
            throw new IllegalArgumentException("not what is known of a launcher: '" + text + "'");
        }
        return new LauncherTraits(
                words[0],
                Arrays.stream(words).skip(3).map(Family::valueOf).collect(Collectors.toSet()),
                words[1],
                words[2]);
    }
}
