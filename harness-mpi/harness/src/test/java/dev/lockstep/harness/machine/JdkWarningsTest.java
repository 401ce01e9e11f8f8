package dev.lockstep.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdkWarningsTest {
    @Test
    void aJdkGetsWhatItKnows() {
        assertThat(JdkWarnings.off(17)).isEmpty();
        assertThat(JdkWarnings.off(22)).containsExactly("--enable-native-access=ALL-UNNAMED");
        assertThat(JdkWarnings.off(25)).hasSize(2).contains("--sun-misc-unsafe-memory-access=allow");
    }

    /** The JDK that runs this takes them, and says nothing when JMH looks at its own objects. */
    @Test
    void withThemThisJdkIsSilent() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JdkWarnings.off(Runtime.version().feature()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Looking.class.getName()));
        Process jmh = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(jmh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).isEqualTo("looked\n");
        assertThat(jmh.waitFor()).isZero();
    }

    /** Has JMH look at its own objects, as each of its forks does. */
    static final class Looking {
        public static void main(String[] args) throws ClassNotFoundException {
            Class.forName("org.openjdk.jmh.infra.BenchmarkParams");
            System.out.println("looked");
        }
    }
}
