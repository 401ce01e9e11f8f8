package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankInfoTest {
    @Test
    void sharedMemoryIsThatOfTheRanksOwnHost() {
        RankInfo rank = new RankInfo(1, Map.of("host", "h2", "sharedMemory", "/dev/shm/a\n/dev/shm/b"));
        assertThat(rank.sharedMemoryOn("h2")).containsExactly(Path.of("/dev/shm/a"), Path.of("/dev/shm/b"));
        assertThat(rank.sharedMemoryOn("h1")).isEmpty();
        assertThat(new RankInfo(0, Map.of("host", "h1")).sharedMemoryOn("h1")).isEmpty();
    }
}
