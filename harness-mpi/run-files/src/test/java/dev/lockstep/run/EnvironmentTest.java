package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What environment.json says of communicators. */
class EnvironmentTest {
    @TempDir
    Path folder;

    private Environment read(String backend) throws IOException {
        Path file = folder.resolve("environment.json");
        return Environment.read(Files.writeString(file, "{\"backends\": [" + backend + "]}"));
    }

    @Test
    void whatACommunicatorLacksStandsWithItsReason() throws IOException {
        Environment environment = read("""
                {"name": "x", "available": true, "version": "1", "where": "here",
                 "lacks": [{"reason": "no such call", "capabilities": ["probe", "split"]}]}""");
        assertThat(environment.backends().get(0).lacks())
                .extracting(Environment.Lack::toString)
                .containsExactly("probe, split: no such call");
    }

    @Test
    void aCommunicatorNeedNotLackAnything() throws IOException {
        assertThat(read("{\"name\": \"x\", \"available\": true}")
                        .backends()
                        .get(0)
                        .lacks())
                .isEmpty();
    }

    @Test
    void aLackWithoutReasonIsNone() {
        assertThatThrownBy(() -> read("{\"name\": \"x\", \"available\": true, \"lacks\": [{\"capabilities\": []}]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("/backends/0/lacks/0");
    }
}
