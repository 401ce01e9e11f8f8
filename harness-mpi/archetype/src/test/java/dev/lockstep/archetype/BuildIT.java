package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lockstep's own poms, on modules that are small. */
@Tag("environments")
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class BuildIT {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final int NEWER_CLASS_FILE = 99;

    @TempDir
    Path scratch;

    private void build(Path module, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-q", "-Dspotless.check.skip=true"));
        all.addAll(List.of(arguments));
        new ThrowawayMaven(Path.of("target", "repository").toAbsolutePath(), scratch)
                .run(module, all.toArray(String[]::new));
    }

    private static void writeTest(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".java"), """
                import java.nio.file.*;
                import org.junit.jupiter.api.Test;

                class NAME {
                    @Test
                    void itWasHere() throws Exception {
                        Files.writeString(Path.of("NAME.ran"), "");
                    }
                }
                """.replace("NAME", name));
    }

    private static List<String> ran(Path module) throws IOException {
        try (Stream<Path> files = Files.list(module)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".ran"))
                    .sorted()
                    .toList();
        }
    }

    /** README: {@code mvn -DskipTests install}. */
    @Test
    void skipTestsSkipsAllTestsAndSkipITsThoseOfIntegration() throws Exception {
        Path module = Files.createDirectory(scratch.resolve("module"));
        Files.writeString(module.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent>
                    <groupId>dev.lockstep</groupId>
                    <artifactId>lockstep-parent</artifactId>
                    <version>VERSION</version>
                    <relativePath>PARENT</relativePath>
                  </parent>
                  <artifactId>module</artifactId>
                </project>
                """.replace("VERSION", System.getProperty("project.version"))
                .replace("PARENT", parent(module)));
        writeTest(module.resolve("src/test/java"), "SmallTest");
        writeTest(module.resolve("src/test/java"), "LargeIT");
        build(module, "-DskipTests", "verify");
        assertThat(ran(module)).isEmpty();
        build(module, "-DskipITs", "verify");
        assertThat(ran(module)).containsExactly("SmallTest.ran");
        build(module, "verify");
        assertThat(ran(module)).containsExactly("LargeIT.ran", "SmallTest.ran");
    }

    /** The other JDK is one of the future, and this one, whichever it is, passes for one without java.lang.foreign. */
    @Test
    void classesOfANewerJdkAreNotInTheWayOfAnOlderOne() throws Exception {
        Path original = ROOT.resolve("harness-mpi/communicator-ffm");
        Path module = Files.createDirectory(scratch.resolve("communicator-ffm"));
        Files.writeString(
                module.resolve("pom.xml"),
                Files.readString(original.resolve("pom.xml"))
                        .replace(
                                "<relativePath>../../pom.xml</relativePath>",
                                "<relativePath>" + parent(module) + "</relativePath>"));
        try (Stream<Path> sources = Files.walk(original.resolve("src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Path copy = module.resolve(original.relativize(source));
                Files.createDirectories(copy.getParent());
                Files.copy(source, copy);
            }
        }
        writeTest(module.resolve("src/test/java"), "SmallTest");
        Path newer = Files.createDirectories(module.resolve("target/test-classes"));
        try (var own = BuildIT.class.getResourceAsStream("BuildIT.class")) {
            byte[] bytes = own.readAllBytes();
            bytes[7] = NEWER_CLASS_FILE; // JVMS 4.1: the major version's lower byte
            Files.write(newer.resolve("NewerTest.class"), bytes);
        }
        build(module, "-Djava.version=17", "package");
        assertThat(ran(module)).containsExactly("SmallTest.ran");
        String jar = "lockstep-communicator-ffm-" + System.getProperty("project.version") + ".jar";
        assertThat(module.resolve("target/older-jdk/" + jar)).exists();
    }

    private static String parent(Path module) {
        return module.toAbsolutePath().relativize(ROOT.resolve("pom.xml")).toString();
    }
}
