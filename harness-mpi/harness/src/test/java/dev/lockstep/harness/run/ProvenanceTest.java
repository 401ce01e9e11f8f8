package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When two parts of a run were made by the same. */
class ProvenanceTest {
    @TempDir
    Path scratch;

    /** Path and checksum in turn. */
    private static JsonNode classPath(String... entries) {
        ObjectNode node = new ObjectMapper().createObjectNode();
        ObjectNode all = node.putObject("classPath");
        for (int i = 0; i < entries.length; i += 2) {
            all.put(entries[i], entries[i + 1]);
        }
        return node;
    }

    @Test
    void classPathsAreComparedBothWaysAndInOrder() {
        JsonNode two = classPath("/a.jar", "1", "/b.jar", "2");
        assertThat(Provenance.differences(two, classPath("/x/a.jar", "1", "/x/b.jar", "2")))
                .isEmpty();
        assertThat(Provenance.differences(two, classPath("/a.jar", "1")))
                .containsExactly("/b.jar is missing from the class path (--cp)");
        assertThat(Provenance.differences(classPath("/a.jar", "1"), two))
                .containsExactly("/b.jar was not on the class path (--cp)");
        assertThat(Provenance.differences(two, classPath("/a.jar", "1", "/b.jar", "3")))
                .containsExactly("/b.jar has changed");
        assertThat(Provenance.differences(two, classPath("/b.jar", "2", "/a.jar", "1")))
                .containsExactly("the class path (--cp) has another order");
    }

    @Test
    void theJvmIsTheOneThatALinkLeadsTo() throws IOException {
        Path jdk = Files.createDirectories(scratch.resolve("jdk/bin"));
        Path java = Files.createFile(jdk.resolve("java"));
        Files.writeString(scratch.resolve("jdk/release"), "IMPLEMENTOR=\"Me\"\nOS_NAME=\"Linux\"\n");
        Path link = Files.createDirectories(scratch.resolve("usr/bin")).resolve("java");
        Files.createSymbolicLink(link, java);
        assertThat(Provenance.release(link.toString())).isEqualTo("IMPLEMENTOR=\"Me\"");
        assertThat(Provenance.release("java")).isEqualTo("unknown");
    }
}
