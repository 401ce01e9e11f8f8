package dev.lockstep.harness.link;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankEnvironmentTest {
    private static final JobKey KEY = JobKey.random();
    private static final RankEnvironment TOLD = told(Optional.of(Path.of("/dev/shm/mine")));

    private static RankEnvironment told(Optional<Path> sharedMemory) {
        return new RankEnvironment(KEY, List.of("127.0.0.1:1", "10.0.0.1:2"), "openmpi", 4, 2, "MY_RANK", sharedMemory);
    }

    private static Map<String, String> environment() {
        Map<String, String> env = new HashMap<>(TOLD.variables());
        env.put(RankEnvironment.KEY, KEY.hex());
        env.put("MY_RANK", "3");
        return env;
    }

    /** But for the key, which the script does not export. */
    @Test
    void aProcessReadsWhatTheScriptExports() {
        RankEnvironment read = RankEnvironment.read(environment());
        assertThat(read).usingRecursiveComparison().ignoringFields("key").isEqualTo(TOLD);
        assertThat(read.key().hex()).isEqualTo(KEY.hex());
        assertThat(read.rank(environment())).isEqualTo(3);
        assertThat(TOLD.variables()).doesNotContainKey(RankEnvironment.KEY);
        assertThat(TOLD.variables().values()).noneMatch(v -> v.contains(KEY.hex()));
    }

    @Test
    void aSystemWithoutSharedMemorySaysSo() {
        Map<String, String> env = environment();
        env.putAll(told(Optional.empty()).variables());
        assertThat(RankEnvironment.read(env).sharedMemory()).isEmpty();
    }

    @Test
    void everyMissingVariableIsNamed() {
        for (String name : TOLD.variables().keySet()) {
            Map<String, String> env = environment();
            env.remove(name);
            assertThrown(IllegalArgumentException.class, () -> RankEnvironment.read(env), name);
        }
        Map<String, String> env = environment();
        env.remove("MY_RANK");
        assertThatThrownBy(() -> TOLD.rank(env)).hasMessageContaining("MY_RANK");
        env.remove(RankEnvironment.KEY);
        assertThatThrownBy(() -> RankEnvironment.read(env)).hasMessageContaining("job key");
    }
}
