package dev.lockstep.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumTest {
    @TempDir
    Path folder;

    @Test
    void aFileHasTheOneThatEverybodyElseFinds() throws IOException {
        Path file = Files.writeString(folder.resolve("x"), "abc");
        // FIPS 180-2, appendix B.1.
        assertThat(Checksum.of(file)).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void aFolderHasOneOfNamesAndContents() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes/sub"));
        Files.writeString(classes.resolve("A"), "1");
        String first = Checksum.of(folder);
        assertThat(Checksum.of(folder)).isEqualTo(first).hasSize(64);
        Files.move(classes.resolve("A"), classes.resolve("B"));
        String renamed = Checksum.of(folder);
        assertThat(renamed).isNotEqualTo(first);
        Files.writeString(classes.resolve("B"), "2");
        assertThat(Checksum.of(folder)).isNotEqualTo(renamed);
    }

    @Test
    void whatIsNotThereHasNone() throws IOException {
        assertThat(Checksum.of(folder.resolve("none"))).isEqualTo(Checksum.MISSING);
    }
}
