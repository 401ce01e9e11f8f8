package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Golden files: to accept a change, copy what the failing test wrote to {@code target/golden}. */
final class Golden {
    private Golden() {}

    static void assertLike(String name, String text) throws IOException {
        Files.createDirectories(Path.of("target/golden"));
        Files.writeString(Path.of("target/golden", name), text);
        assertThat(text).isEqualTo(Files.readString(Path.of("src/test/resources/golden", name)));
    }
}
