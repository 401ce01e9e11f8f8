package dev.lockstep.collectives.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFileTest {
    private static final int BYTES = 100_000;

    @TempDir
    Path folder;

    @Test
    void whatIsMappedIsZeroAndItsFileIsGone() {
        ByteBuffer memory = SharedFile.map(folder, "flat", 0, BYTES, mine -> mine);
        assertThat(memory.remaining()).isEqualTo(BYTES);
        assertThat(memory.get(BYTES - 1)).isZero();
        memory.put(BYTES - 1, (byte) 1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whoFailsFailsWithAllOthersAndLeavesNothing() throws Exception {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> SharedFile.map(missing, "flat", 0, BYTES, mine -> mine))
                .isInstanceOf(CommunicationException.class)
                .hasMessageContaining(BYTES + " bytes of memory that ranks share cannot be had in " + missing)
                .hasMessageContaining("flat=off");
        assertThatThrownBy(() -> SharedFile.map(folder, "flat", 0, BYTES, mine -> false))
                .isInstanceOf(CommunicationException.class)
                .hasMessageContaining("another rank says why");
        assertThat(folder).isEmptyDirectory();
        Files.createFile(folder.resolve("flat"));
        assertThatThrownBy(() -> SharedFile.map(folder, "flat", 0, BYTES, mine -> mine))
                .hasMessageContaining("FileAlreadyExistsException");
    }
}
