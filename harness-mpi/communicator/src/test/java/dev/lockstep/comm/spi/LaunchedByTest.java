package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.spi.MpiInstallation.Family;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchedByTest {
    private static final Map<String, String> HYDRA = Map.of("PMI_RANK", "0", "PMI_SIZE", "4");
    private static final Map<String, String> SLURM =
            Map.of("SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "3", "PMI_SIZE", "3");

    @Test
    void everyLauncherTellsByItsOwnVariable() {
        assertThat(LaunchedBy.of(HYDRA)).contains(new LaunchedBy(LauncherTraits.MPIEXEC, 4));
        assertThat(LaunchedBy.of(SLURM)).contains(new LaunchedBy(LauncherTraits.SRUN, 3));
        assertThat(LaunchedBy.of(Map.of("OMPI_COMM_WORLD_SIZE", "2")))
                .contains(new LaunchedBy(LauncherTraits.MPIRUN, 2));
        assertThat(LaunchedBy.of(Map.of("OMPI_COMM_WORLD_SIZE", "2", "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1")))
                .as("mpirun within a job, whose daemons srun starts")
                .contains(new LaunchedBy(LauncherTraits.MPIRUN, 2));
        Map<String, String> hydraInSlurm = new HashMap<>(HYDRA);
        hydraInSlurm.putAll(Map.of(
                "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1", "MPI_LOCALNRANKS", "4", "MPI_LOCALRANKID", "0"));
        assertThat(LaunchedBy.of(hydraInSlurm))
                .as("mpiexec within a job, whose proxies srun starts")
                .contains(new LaunchedBy(LauncherTraits.MPIEXEC, 4));
        assertThat(LaunchedBy.of(Map.of("OMPI_COMM_WORLD_SIZE", "3", "PMI_SIZE", "1")))
                .hasToString("Optional[mpirun (OMPI_COMM_WORLD_SIZE=3)]");
        assertThat(LaunchedBy.of(Map.of("PMI_SIZE", "many"))).isEmpty();
        assertThat(LaunchedBy.of(Map.of())).isEmpty();
    }

    @Test
    void theHarnessTellsOfALauncherThatNobodyElseKnows() {
        LauncherTraits other =
                new LauncherTraits("other", Set.of(Family.MPICH, Family.NONE), "OTHER_RANK", "OTHER_SIZE");
        assertThat(LauncherTraits.parse(other.format())).isEqualTo(other);
        Map<String, String> told = new HashMap<>(HYDRA);
        told.putAll(Map.of(LaunchedBy.VARIABLE, other.format(), "OTHER_SIZE", "7"));
        assertThat(LaunchedBy.of(told)).contains(new LaunchedBy(other, 7));
        assertThat(LaunchedBy.of(told).orElseThrow()).hasToString("other (OTHER_SIZE=7)");
        assertThat(new LaunchedBy(other, 7).fits("MPICH Version: 5.0.2")).isTrue();
        assertThat(new LaunchedBy(other, 7).fits("Intel(R) MPI Library 2021.18"))
                .isFalse();
        assertThat(new LaunchedBy(other, 7).fits("Open MPI v4.1.4")).isFalse();
        assertThatThrownBy(() -> LauncherTraits.parse("other OTHER_RANK")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "mpirun, Open MPI v4.1.4, true",
        "mpirun, MPICH Version: 5.0.2, false",
        "mpiexec, Open MPI v4.1.4, false",
        "mpiexec, MPICH Version: 5.0.2, true",
        "srun, Open MPI v4.1.4, true",
        "srun, MPICH Version: 5.0.2, true"
    })
    void aLauncherFitsLibrariesOfItsMpi(String launcher, String library, boolean fits) {
        assertThat(new LaunchedBy(LauncherTraits.known(launcher).orElseThrow(), 2).fits(library))
                .isEqualTo(fits);
    }

    @Test
    void whoBelievesToBeAloneIsToldWhoStartedItAndWhatToDo() {
        assertThat(LaunchedBy.mismatch("Open MPI 4.1.4", 1, 4, HYDRA))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("Open MPI 4.1.4 counts 1 rank, but 4 were started by mpiexec (PMI_SIZE=4)")
                        .contains("each rank believes that it is alone", "LOCKSTEP_MPI", "doctor"));
        assertThat(LaunchedBy.mismatch("MPICH 5.0.2", 3, 2, Map.of()))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("3 ranks, but 2 were started by a launcher that Lockstep does not know")
                        .doesNotContain("alone"));
        assertThat(LaunchedBy.mismatch("Open MPI 4.1.4", 4, 4, HYDRA)).isEmpty();
    }
}
