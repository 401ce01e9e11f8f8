package dev.lockstep.harness.record;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.record.FolderLock.Owner;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two runs of one folder; what one of them has left there, or another host. */
@Timeout(600)
class FolderLockTest {
    private static final Owner HERE = new Owner("here", "boot-1", 4711, "2026-01-31T23:59:59Z");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("run.lock");
    }

    /** As a run leaves it that was killed: nobody has locked it. */
    private void leftBy(Owner owner) throws IOException {
        Files.writeString(file, owner.line() + "\n");
    }

    @Test
    void theFileSaysWhoHasTheFolderAndGoesWithHim() throws IOException {
        FolderLock lock = FolderLock.acquire(folder);
        assertThat(Owner.parse(Files.readString(file))).isEqualTo(Owner.here());
        lock.close();
        assertThat(folder).isEmptyDirectory();
        lock.close();
        FolderLock.acquire(folder, HERE).close();
    }

    @Test
    void aSecondRunIsRefusedAndToldWhoIsThere() throws IOException {
        Owner me = Owner.here();
        try (FolderLock lock = FolderLock.acquire(folder)) {
            assertThatThrownBy(() -> FolderLock.acquire(folder))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("%s is in use by process %d on %s", folder, me.pid(), me.host())
                    .hasMessageContaining("remove " + file);
            assertThat(lock).isNotNull();
        }
    }

    /** Its locks may not reach us, whatever they look like from here. */
    @Test
    void whatAnotherHostHasIsLeftAlone() throws IOException {
        leftBy(new Owner("there", "boot-2", 1, "unknown"));
        String before = Files.readString(file);
        assertRefused(() -> FolderLock.acquire(folder, HERE), "in use by process 1 on there");
        assertThat(file).hasContent(before);
    }

    @Test
    void aHostThatDoesNotKnowItsBootKnowsItsName() throws IOException {
        Owner unknown = new Owner("there", "unknown", 1, "unknown");
        leftBy(unknown);
        assertThatThrownBy(() -> FolderLock.acquire(folder, new Owner("here", "unknown", 2, "unknown")))
                .isInstanceOf(UsageException.class);
        FolderLock.acquire(folder, new Owner("there", "unknown", 2, "unknown")).close();
    }

    @Test
    void whatAProcessOfThisHostHasLeftIsTakenOver() throws IOException {
        Owner restarted = new Owner("here", "boot-2", 1, "unknown");
        Owner otherContainer = new Owner("there", "boot-1", 1, "unknown");
        for (Owner gone : List.of(restarted, otherContainer)) {
            leftBy(gone);
            FolderLock lock = FolderLock.acquire(folder, HERE);
            assertThat(Owner.parse(Files.readString(file))).isEqualTo(HERE);
            lock.close();
            assertThat(file).doesNotExist();
        }
    }

    /** In another container its process cannot be seen from here; its lock can. */
    @Test
    void whatIsLockedIsInUse() throws IOException {
        leftBy(new Owner("there", "boot-1", 1, "unknown"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();
            assertThatThrownBy(() -> FolderLock.acquire(folder, HERE)).hasMessageContaining("process 1 on there");
        }
    }

    @Test
    void aProcessThatLivesHasItsFolderAlsoWhereNothingCanBeLocked() throws Exception {
        Process process = new ProcessBuilder("sleep", "3600").start();
        try {
            String since = process.info().startInstant().orElseThrow().toString();
            leftBy(new Owner("here", "boot-1", process.pid(), since));
            assertThatThrownBy(() -> FolderLock.acquire(folder, HERE)).hasMessageContaining("process " + process.pid());
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        FolderLock.acquire(folder, HERE).close();
    }

    @Test
    void whatSaysNothingIsNotTaken() throws IOException {
        for (String text : List.of("", "nonsense", "pid=x", "host=here")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> FolderLock.acquire(folder, HERE))
                    .as(text)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("an unknown host")
                    .hasMessageContaining("remove " + file);
        }
    }

    @Test
    void whatAnotherRunHasMadeMeanwhileStays() throws IOException {
        FolderLock lock = FolderLock.acquire(folder);
        // Somebody has followed the advice while this one was still there.
        Files.move(file, folder.resolve("kept"));
        leftBy(HERE);
        lock.close();
        assertThat(file).exists();
    }
}
