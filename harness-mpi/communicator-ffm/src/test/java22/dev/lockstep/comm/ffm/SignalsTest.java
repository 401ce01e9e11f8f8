package dev.lockstep.comm.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of an MPI that is there; an older JDK builds none. */
class SignalsTest {
    @Test
    void theJvmKeepsItsSignals(@TempDir Path folder) throws IOException {
        Path library = Files.createFile(folder.resolve("libmpi_abi.so"));
        FfmProvider provider = new FfmProvider(
                25, Map.of("PATH", "", "LOCKSTEP_CACHE", folder.toString(), "LOCKSTEP_LIBMPI", library + ""));
        assertThat(provider.availability(LauncherTraits.SRUN))
                .isInstanceOfSatisfying(
                        Availability.Available.class,
                        found -> assertThat(found.environment())
                                .containsEntry("UCX_ERROR_SIGNALS", "")
                                .containsEntry("HFI_NO_BACKTRACE", "1"));
    }
}
