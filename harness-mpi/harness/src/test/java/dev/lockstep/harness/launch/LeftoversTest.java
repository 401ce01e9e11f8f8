package dev.lockstep.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
    private static final Predicate<String> SESSION = "session"::equals;
    private static final Predicate<String> PID = name -> name.startsWith("pid.");

    @TempDir
    Path temporary;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private Path precious;

    @BeforeEach
    void prepare() throws IOException {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        precious = Files.createDirectories(temporary.resolve("precious/pid.1"));
        Files.writeString(precious.resolve("file"), "mine");
    }

    @AfterEach
    void restore() {
        System.setErr(before);
    }

    private void assertNothingIsLostOrSaid() {
        assertThat(precious.resolve("file")).hasContent("mine");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void whatMatchesGoesWithAllThatIsInIt() throws IOException {
        Files.createDirectories(temporary.resolve("session/pid.1/a/b"));
        Files.createDirectories(temporary.resolve("session/other"));
        Files.createDirectories(temporary.resolve("another/pid.1"));
        Files.writeString(temporary.resolve("session/pid.1/a/file"), "");
        Files.writeString(temporary.resolve("session/pid.2"), "");
        Leftovers.remove(temporary, List.of(SESSION, PID));
        assertThat(temporary.resolve("session"))
                .isDirectoryNotContaining(path -> PID.test(path.getFileName().toString()));
        assertThat(temporary.resolve("session/other")).exists();
        assertThat(temporary.resolve("another/pid.1")).exists();
        assertNothingIsLostOrSaid();
    }

    @Test
    void aLinkGoesAndNotWhatItNames() throws IOException {
        Files.createDirectories(temporary.resolve("session/pid.1"));
        Files.createSymbolicLink(temporary.resolve("session/pid.1/link"), precious);
        Files.createSymbolicLink(temporary.resolve("session/pid.2"), precious);
        Leftovers.remove(temporary.resolve("session"));
        assertThat(temporary.resolve("session")).doesNotExist();
        assertNothingIsLostOrSaid();
    }

    @Test
    void aLinkOnTheWayIsNotFollowed() throws IOException {
        Files.createSymbolicLink(temporary.resolve("session"), temporary.resolve("precious"));
        Leftovers.remove(temporary, List.of(SESSION, PID));
        assertNothingIsLostOrSaid();
    }

    /** While the folder is being read, it becomes a link to one that has a file of the same name. */
    @Test
    void aLinkSwappedInMidWalkIsNotFollowed() throws IOException {
        Path session = temporary.resolve("session");
        Files.createDirectories(session.resolve("pid.1"));
        Leftovers.remove(temporary, List.of(SESSION, name -> {
            try {
                Files.move(session, temporary.resolve("moved"));
                Files.createSymbolicLink(session, temporary.resolve("precious"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return PID.test(name);
        }));
        assertThat(temporary.resolve("moved")).isEmptyDirectory();
        assertNothingIsLostOrSaid();
    }

    @Test
    void whatIsAnotherUsersStays() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("who may give files away")
                .isEqualTo("root");
        Files.setAttribute(precious, "unix:uid", 1);
        Files.createDirectories(temporary.resolve("session"));
        Files.move(precious.getParent(), temporary.resolve("session/folder"));
        precious = temporary.resolve("session/folder/pid.1");
        Leftovers.remove(precious);
        assertNothingIsLostOrSaid();
        Leftovers.remove(temporary.resolve("session"));
        assertThat(precious.resolve("file")).hasContent("mine");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("cannot remove " + temporary.resolve("session/folder"));
    }

    @Test
    void whereThereIsNoFolderNothingWasLeft() {
        Leftovers.remove(Path.of("/proc/none"), List.of(SESSION, PID));
        Leftovers.remove(temporary.resolve("none"));
        assertNothingIsLostOrSaid();
    }

    @Test
    void whatCannotBeRemovedIsSaidAndNothingThrown() {
        Leftovers.remove(Path.of("/proc/self/status"));
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("lockstep: cannot remove /proc/self/status: ");
        said.reset();
        Leftovers.remove(Path.of("/proc/self/status/none"));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("lockstep: cannot look for leftovers in /proc/self/status: ");
    }

    @Test
    void aStepThatFailsIsSaidAndTheNextIsDone() {
        Leftovers.attempt("count", () -> Integer.parseInt("x"));
        Leftovers.attempt("read", () -> Files.readString(temporary));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("lockstep: cannot count: ", "lockstep: cannot read: ");
    }
}
