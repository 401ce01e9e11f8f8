package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoresTest {
    @TempDir
    Path folder;

    private Path status(String allowed) throws IOException {
        return Files.writeString(folder.resolve("status"), "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\n");
    }

    private void siblings(int cpu, String list) throws IOException {
        Path topology = Files.createDirectories(folder.resolve("cpu" + cpu + "/topology"));
        Files.writeString(topology.resolve("thread_siblings_list"), list + "\n");
    }

    @Test
    void hardwareThreadsOfOneCoreCountOnce() throws IOException {
        siblings(0, "0,2");
        siblings(1, "1,3");
        siblings(2, "0,2");
        siblings(3, "1,3");
        assertThat(Cores.usable(status("0-3"), folder, 4)).isEqualTo(2);
        assertThat(Cores.usable(status("0,2"), folder, 2)).isEqualTo(1);
        assertThat(Cores.usable(status("0-1"), folder, 2)).isEqualTo(2);
    }

    @Test
    void eachCoreHasThoseOfItsThreadsThatAreAllowed() throws IOException {
        siblings(0, "0,2");
        siblings(1, "1,3");
        siblings(2, "0,2");
        siblings(3, "1,3");
        assertThat(Cores.cpus(status("0-3"), folder)).containsExactly("0,2", "1,3");
        assertThat(Cores.cpus(status("1-2"), folder)).containsExactly("1", "2");
        assertThat(Cores.cpus(status("0-4"), folder)).as("CPU 4 is unknown").containsExactly("0,2", "1,3", "4");
        assertThat(Cores.cpus(status("0-1"), folder.resolve("missing"))).containsExactly("0", "1");
    }

    @Test
    void theJvmsLimitHoldsAndIsTheAnswerWhereTheSystemDoesNotTell() throws IOException {
        siblings(0, "0");
        siblings(1, "1");
        assertThat(Cores.usable(status("0-1"), folder, 1)).isEqualTo(1);
        assertThat(Cores.usable(status("0-7"), folder, 8)).isEqualTo(8);
        assertThat(Cores.usable(folder.resolve("missing"), folder, 3)).isEqualTo(3);
    }
}
