package dev.lockstep.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarsTest {
    @TempDir
    Path folder;

    private Path jar(String name, String main, String entry) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new JarEntry(entry));
        }
        return file;
    }

    @Test
    void takesTheOneThatRunsBenchmarks() throws IOException {
        jar("a/target/library.jar", "org.other.Main", "org/other/Library.class");
        jar("a/target/thin.jar", "org.other.Main", Jars.BENCHMARKS);
        Path all = jar("b/target/benchmarks.jar", "org.openjdk.jmh.Main", Jars.BENCHMARKS);

        assertThat(Jars.find(folder, Optional.empty())).isEqualTo(all);
        assertThat(Jars.find(folder, Optional.of("a/**/thin.jar"))).hasFileName("thin.jar");
        assertThat(Jars.isExecutable(all)).isTrue();
        assertThat(Jars.isExecutable(folder.resolve("a/target/thin.jar"))).isFalse();
    }

    @Test
    void asksWhereItCannotTell() throws IOException {
        assertThatThrownBy(() -> Jars.find(folder, Optional.empty()))
                .hasMessageContaining("no jar below")
                .hasMessageContaining("has benchmarks; name the one that the build leaves by --jar");
        jar("one.jar", "org.openjdk.jmh.Main", Jars.BENCHMARKS);
        jar("two.jar", "org.openjdk.jmh.Main", Jars.BENCHMARKS);
        assertThatThrownBy(() -> Jars.find(folder, Optional.empty()))
                .hasMessageContaining("2 jars below")
                .hasMessageContaining("one.jar, two.jar; name one by --jar");
        assertThatThrownBy(() -> Jars.find(folder, Optional.of("three.jar"))).hasMessageContaining("matches three.jar");
    }
}
