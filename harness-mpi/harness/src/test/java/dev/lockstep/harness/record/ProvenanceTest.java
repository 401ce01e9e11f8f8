package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.run.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When two parts of a run were made by the same. */
class ProvenanceTest {
    @TempDir
    Path scratch;

    /** Path and checksum in turn. */
    private static Provenance classPath(String... entries) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            all.put(entries[i], entries[i + 1]);
        }
        return new Provenance("1", "1.37", "17", "17", all);
    }

    @Test
    void classPathsAreComparedBothWaysAndInOrder() {
        Provenance two = classPath("/a.jar", "1", "/b.jar", "2");
        assertThat(classPath("/x/a.jar", "1", "/x/b.jar", "2").differences(two)).isEmpty();
        assertThat(classPath("/a.jar", "1").differences(two))
                .containsExactly("/b.jar is missing from the class path (--cp)");
        assertThat(two.differences(classPath("/a.jar", "1")))
                .containsExactly("/b.jar was not on the class path (--cp)");
        assertThat(classPath("/a.jar", "1", "/b.jar", "3").differences(two)).containsExactly("/b.jar has changed");
        assertThat(classPath("/b.jar", "2", "/a.jar", "1").differences(two))
                .containsExactly("the class path (--cp) has another order");
    }

    @Test
    void theJvmIsTheOneThatALinkLeadsTo() throws IOException {
        Path jdk = Files.createDirectories(scratch.resolve("jdk/bin"));
        Path java = Files.createFile(jdk.resolve("java"));
        Files.writeString(scratch.resolve("jdk/release"), "IMPLEMENTOR=\"Me\"\nOS_NAME=\"Linux\"\n");
        Path link = Files.createDirectories(scratch.resolve("usr/bin")).resolve("java");
        Files.createSymbolicLink(link, java);
        assertThat(CurrentProvenance.release(link.toString())).isEqualTo("IMPLEMENTOR=\"Me\"");
        assertThat(CurrentProvenance.release("java")).isEqualTo("unknown");
    }
}
