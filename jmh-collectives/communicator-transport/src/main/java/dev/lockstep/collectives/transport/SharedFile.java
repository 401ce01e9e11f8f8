package dev.lockstep.collectives.transport;

import dev.lockstep.comm.CommunicationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that ranks of one host have mapped, in a file that is gone as soon as all of them have. A rank's mapping ends, and the
 * memory is free when all have ended, only when its buffer is garbage that was collected: Java 17 has no public way to end it.
 */
final class SharedFile {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private SharedFile() {}

    /** Asks all ranks at the same time. */
    interface Agreement {
        /** Whether all say yes. */
        boolean of(boolean mine);
    }

    /**
     * Maps it; all ranks call this together, and fail together.
     *
     * @param folder in their shared memory
     * @param name of the file, which there is not yet
     * @param rank the caller's; 0 makes the file
     * @param bytes its size
     * @param agreement of all ranks
     * @return zeros, in which each rank sees what others write
     * @throws CommunicationException if a rank has no room, or may not
     */
    static ByteBuffer map(Path folder, String name, int rank, int bytes, Agreement agreement) {
        Path file = folder.resolve(name);
        IOException failure = null;
        ByteBuffer memory = null;
        try {
            if (rank == 0) {
                make(file, bytes);
            }
        } catch (IOException e) {
            failure = e;
        }
        boolean made = agreement.of(failure == null);
        if (made) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            } catch (IOException e) {
                failure = e;
            }
        }
        boolean mapped = agreement.of(failure == null);
        if (rank == 0) {
            failure = delete(file, failure);
        }
        if (!made || !mapped) {
            throw new CommunicationException(
                    "the " + bytes + " bytes of memory that ranks share cannot be had in " + folder
                            + " (option flat=off does without): "
                            + (failure == null ? "another rank says why" : failure),
                    failure);
        }
        return memory;
    }

    private static IOException delete(Path file, IOException before) {
        try {
            Files.deleteIfExists(file);
            return before;
        } catch (IOException e) {
            return before == null ? e : before;
        }
    }

    /** Writes all of it: what is not there when it is first touched would end the process. */
    private static void make(Path file, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int done = 0; done < bytes; ) {
                done += channel.write(ZEROS.duplicate().limit(Math.min(ZEROS.capacity(), bytes - done)));
            }
        }
    }
}
