package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.spi.Availability.Available;
import dev.lockstep.spi.Availability.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found, and what is said if something is not. */
class LibrarySearchTest {
    private static final String MPI = "mpi/MPI.class";
    private static final String LOGGER = "org/apache/log4j/DailyRollingFileAppender.class";

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void findsDebiansJarWithItsHomeAndLogger() throws IOException {
        Path real = jar("usr/share/mpj/lib/mpj-9.8.jar", MPI);
        Path link = root.resolve("usr/share/java/mpj.jar");
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, real);
        Path log4j = jar("usr/share/java/log4j-1.2.jar", LOGGER);
        Files.createDirectories(root.resolve("usr/share/mpj/conf"));
        Files.createFile(root.resolve("usr/share/mpj/conf/mpjexpress.conf"));
        Available found = (Available) search().mpjExpress();
        assertThat(found.version()).isEqualTo("MPJ Express 9.8");
        assertThat(found.classPath()).containsExactly(link, log4j);
        assertThat(found.environment())
                .containsExactly(Map.entry(
                        "MPJ_HOME", root.resolve("usr/share/mpj").toRealPath().toString()));
    }

    @Test
    void aJarThatHasTheLoggerNeedsNoOther() throws IOException {
        environment.put("MPJ_HOME", root.resolve("home").toString());
        Path jar = jar("home/lib/mpj.jar", MPI, LOGGER);
        assertThat(((Available) search().mpjExpress()).classPath()).containsExactly(jar);
    }

    @Test
    void aLoggerBesideTheJarComesFirst() throws IOException {
        environment.put("MPJ_HOME", root.resolve("home").toString());
        Path jar = jar("home/lib/mpj.jar", MPI);
        jar("usr/share/java/log4j-1.2.jar", LOGGER);
        Path log4j = jar("home/lib/log4j.jar", LOGGER);
        assertThat(((Available) search().mpjExpress()).classPath()).containsExactly(jar, log4j);
    }

    @Test
    void aMissingJarIsNamedWithWhereItWasLookedForAndTheRemedy() {
        Unavailable missing = missing();
        assertThat(missing.reason())
                .isEqualTo("MPJ Express's mpj.jar was not found; looked for " + root.resolve("usr/share/java/mpj.jar")
                        + ", " + root.resolve("usr/share/mpj/lib/mpj.jar"));
        assertThat(missing.remedy()).contains("libmpj-java", "MPJ_HOME", "LOCKSTEP_MPJ_JAR");
    }

    @Test
    void aMissingLoggerIsNamedWithWhereItWasLookedForAndTheRemedy() throws IOException {
        Path jar = jar("usr/share/java/mpj.jar", MPI);
        Unavailable missing = missing();
        assertThat(missing.reason())
                .startsWith("log4j 1.2, which " + jar + " needs, was not found")
                .contains(root.resolve("usr/share/java/log4j-1.2.jar").toString());
        assertThat(missing.remedy()).contains("liblog4j1.2-java", "LOCKSTEP_LOG4J_JAR");
    }

    @Test
    void whatIsNamedIsNotReplaced() throws IOException {
        jar("usr/share/java/mpj.jar", MPI);
        jar("usr/share/java/log4j-1.2.jar", LOGGER);
        assertThat(search().mpjExpress()).isInstanceOf(Available.class);
        environment.put("LOCKSTEP_LOG4J_JAR", root.resolve("nowhere/log4j.jar").toString());
        assertThat(missing().reason()).endsWith("looked for " + root.resolve("nowhere/log4j.jar"));
        environment.put("LOCKSTEP_MPJ_JAR", root.resolve("nowhere/mpj.jar").toString());
        assertThat(missing().reason())
                .isEqualTo("MPJ Express's mpj.jar was not found; looked for " + root.resolve("nowhere/mpj.jar"));
    }

    @Test
    void aJarOfSomethingElseIsRefused() throws IOException {
        environment.put("LOCKSTEP_MPJ_JAR", jar("other.jar", LOGGER).toString());
        assertThat(missing().reason()).contains("other.jar, which has no class mpi.MPI");
        environment.put(
                "LOCKSTEP_MPJ_JAR",
                Files.writeString(root.resolve("no.jar"), "no jar").toString());
        assertThat(missing().reason()).contains("no.jar, which cannot be read");
    }

    @Test
    void fastMpjIsFoundInItsHome() throws IOException {
        environment.put("FMPJ_HOME", root.resolve("fmpj").toString());
        Path jar = jar("fmpj/lib/mpj.jar", MPI, LOGGER);
        Available found = (Available) search().fastMpj();
        assertThat(found.version()).startsWith("FastMPJ");
        assertThat(found.classPath()).containsExactly(jar);
        assertThat(found.environment())
                .containsEntry("FMPJ_HOME", root.resolve("fmpj").toString());
    }

    @Test
    void fastMpjIsNotLookedForWithoutItsHome() {
        Unavailable missing = (Unavailable) search().fastMpj();
        assertThat(missing.reason()).contains("FMPJ_HOME, which is not set");
        assertThat(missing.remedy()).contains("from its makers", "set FMPJ_HOME");
        environment.put("FMPJ_HOME", root.resolve("fmpj").toString());
        assertThat(((Unavailable) search().fastMpj()).reason())
                .contains(root.resolve("fmpj/lib/mpj.jar").toString());
    }

    private Unavailable missing() {
        return (Unavailable) search().mpjExpress();
    }

    private LibrarySearch search() {
        return new LibrarySearch(environment, root);
    }

    private Path jar(String file, String... entries) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(path))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
            }
        }
        return path;
    }
}
