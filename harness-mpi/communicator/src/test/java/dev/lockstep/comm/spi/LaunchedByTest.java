package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchedByTest {
    private static final Map<String, String> HYDRA = Map.of("PMI_RANK", "0", "PMI_SIZE", "4");
    private static final Map<String, String> SLURM =
            Map.of("SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "3", "PMI_SIZE", "3");

    @Test
    void everyLauncherTellsByItsOwnVariable() {
        assertThat(LaunchedBy.of(HYDRA)).contains(new LaunchedBy("mpiexec", "PMI_SIZE", 4));
        assertThat(LaunchedBy.of(SLURM)).contains(new LaunchedBy("srun", "SLURM_STEP_NUM_TASKS", 3));
        assertThat(LaunchedBy.of(Map.of("OMPI_COMM_WORLD_SIZE", "2")))
                .contains(new LaunchedBy("mpirun", "OMPI_COMM_WORLD_SIZE", 2));
        assertThat(LaunchedBy.of(Map.of("OMPI_COMM_WORLD_SIZE", "2", "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1")))
                .as("mpirun within a job, whose daemons srun starts")
                .contains(new LaunchedBy("mpirun", "OMPI_COMM_WORLD_SIZE", 2));
        Map<String, String> hydraInSlurm = new HashMap<>(HYDRA);
        hydraInSlurm.putAll(Map.of(
                "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1", "MPI_LOCALNRANKS", "4", "MPI_LOCALRANKID", "0"));
        assertThat(LaunchedBy.of(hydraInSlurm))
                .as("mpiexec within a job, whose proxies srun starts")
                .contains(new LaunchedBy("mpiexec", "PMI_SIZE", 4));
        assertThat(LaunchedBy.of(Map.of("PMI_SIZE", "many"))).isEmpty();
        assertThat(LaunchedBy.of(Map.of())).isEmpty();
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
