package dev.lockstep.harness.execute;

import static dev.lockstep.harness.Thrown.assertRefused;
import static dev.lockstep.harness.record.ScriptedRun.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Said;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stops a run before anything is measured. */
class JmhLockTest {
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final String IGNORE = "jmh.ignoreLock";

    @TempDir
    Path folder;

    private String before;
    private String ignored;

    @BeforeEach
    void ownTemporaryFolder() {
        before = System.setProperty(TEMPORARY, folder.toString());
        ignored = System.getProperty(IGNORE);
    }

    @AfterEach
    void restore() {
        System.setProperty(TEMPORARY, before);
        if (ignored == null) {
            System.clearProperty(IGNORE);
        }
    }

    @Test
    void theLockIsJmhsOwnAndHeldUntilClosed() throws IOException {
        try (JmhLock held = JmhLock.acquire(false, QUIET)) {
            assertThat(held).isNotNull();
            assertThat(folder.resolve("jmh.lock")).exists();
            assertThat(System.getProperty(IGNORE)).isEqualTo("true");
            assertRefused(() -> JmhLock.acquire(false, QUIET), "another benchmark is running", "jmh.lock");
        }
        JmhLock.acquire(false, QUIET).close();
    }

    @Test
    void aLockOfAnotherProcessStopsARunBeforeItMeasures() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("jmh.lock").toFile(), "rw")) {
            assertThat(file.getChannel().tryLock()).isNotNull();
            assertRefused(() -> measure(folder.resolve("out")), "another benchmark is running");
        }
        assertThat(folder.resolve("out/journal.jsonl")).doesNotExist();
    }

    @Test
    void aPlantedLinkIsNotFollowedAndKeepsNobodyFromMeasuring() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-------"));
        Files.createSymbolicLink(folder.resolve("jmh.lock"), victim);
        Said said = new Said();
        JmhLock.acquire(false, said.progress(false)).close();
        assertThat(said.toString()).contains("warning: " + folder.resolve("jmh.lock"));
        assertThat(victim).hasContent("mine");
        assertThat(Files.getPosixFilePermissions(victim)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Files.delete(folder.resolve("jmh.lock"));
        Files.createSymbolicLink(folder.resolve("jmh.lock"), folder.resolve("none"));
        JmhLock.acquire(false, QUIET).close();
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aNewLockIsForAllUsersAndWhatIsThereStaysAsItIs() throws IOException {
        Path lock = folder.resolve("jmh.lock");
        JmhLock.acquire(false, QUIET).close();
        assertThat(Files.getPosixFilePermissions(lock)).isEqualTo(PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r-----"));
        JmhLock.acquire(false, QUIET).close();
        assertThat(Files.getPosixFilePermissions(lock)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    }

    /** As another user's that was not made for all: it can be read at most, and is locked as far as that goes. */
    @ParameterizedTest
    @ValueSource(strings = {"r--r--r--", "---------"})
    void aLockThatCannotBeWrittenKeepsNobodyFromMeasuring(String permissions) throws Exception {
        Path lock = Files.createFile(folder.resolve("jmh.lock"));
        try (RandomAccessFile file = new RandomAccessFile(lock.toFile(), "rw")) {
            Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString(permissions));
            assertThat(acquireAsAnybody()).isEqualTo("acquired");
            assertThat(file.getChannel().tryLock()).isNotNull();
            assertThat(acquireAsAnybody())
                    .startsWith(permissions.startsWith("r") ? "another benchmark is running" : "acquired");
        }
    }

    /** In a JVM that is nobody special: root may write any file, unless it has given that up. */
    private String acquireAsAnybody() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                System.getProperty("user.name").equals("root")
                        ? List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all")
                        : List.of());
        command.addAll(Child.java("-Djava.io.tmpdir=" + folder, Acquire.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    static final class Acquire {
        public static void main(String[] args) throws IOException {
            try {
                JmhLock.acquire(false, QUIET).close();
                System.out.print("acquired");
            } catch (UsageException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    /** Root may write anywhere, but even root has no folder in a file. */
    @Test
    void anOutputFolderThatCannotBeIsRefusedBeforeARunMeasures() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        assertRefused(() -> measure(file.resolve("out")), "--out " + file.resolve("out") + " cannot be written");
        assertThat(file).hasContent("mine");
    }

    private static void measure(Path out) throws IOException, InterruptedException {
        new LockstepRunner(new LockstepOptionsBuilder()
                        .include("GoodBenchmark.broadcast")
                        .output(out)
                        .build())
                .measure();
    }
}
