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
 * What providers and ranks have to know of a launcher: whose ranks it starts, and what it tells them.
 *
 * @param name of the launcher, as users write it
 * @param families whose ranks it starts; {@link Family#NONE} among them if also processes without MPI
 * @param rankVariable the environment variable that tells a process its number
 * @param sizeVariable the one that tells it how many there are
 */
public record LauncherTraits(String name, Set<Family> families, String rankVariable, String sizeVariable) {
    /** Open MPI's own. */
    public static final LauncherTraits MPIRUN = new LauncherTraits(
            "mpirun", Set.of(Family.OPEN_MPI, Family.NONE), "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");

    /** Hydra, that of MPICH and Intel MPI. */
    public static final LauncherTraits MPIEXEC =
            new LauncherTraits("mpiexec", Set.of(Family.MPICH, Family.INTEL_MPI, Family.NONE), "PMI_RANK", "PMI_SIZE");

    /** Slurm's, for ranks of any MPI. */
    public static final LauncherTraits SRUN = new LauncherTraits(
            "srun",
            Set.of(Family.OPEN_MPI, Family.MPICH, Family.INTEL_MPI, Family.NONE),
            "SLURM_PROCID",
            "SLURM_STEP_NUM_TASKS");

    private static final String SEPARATOR = " ";

    /** Copies the set, in the order of the enumeration. */
    public LauncherTraits {
        families = Collections.unmodifiableSet(EnumSet.copyOf(families));
    }

    /**
     * One of those above.
     *
     * @param name of the launcher
     * @return empty if it is none of them
     */
    public static Optional<LauncherTraits> known(String name) {
        return Stream.of(MPIRUN, MPIEXEC, SRUN)
                .filter(known -> known.name.equals(name))
                .findFirst();
    }

    /**
     * Whether it starts ranks of one of these.
     *
     * @param wanted by a provider
     * @return true if any will do
     */
    public boolean starts(Collection<Family> wanted) {
        return !Collections.disjoint(families, wanted);
    }

    /**
     * As the value of an environment variable.
     *
     * @return one line
     */
    public String format() {
        return String.join(
                SEPARATOR,
                name,
                rankVariable,
                sizeVariable,
                families.stream().map(Family::name).collect(Collectors.joining(SEPARATOR)));
    }

    /**
     * From such a value.
     *
     * @param text by {@link #format}
     * @return the same
     * @throws IllegalArgumentException if it is anything else
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
