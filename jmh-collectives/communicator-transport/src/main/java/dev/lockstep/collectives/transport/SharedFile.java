package dev.lockstep.collectives.transport;

import dev.lockstep.comm.CommunicationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Memory that ranks of one host have mapped, in a file that is gone as soon as all of them have. */
final class SharedFile {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private SharedFile() {}

    /**
     * Maps it; all ranks call this together.
     *
     * @param folder in their shared memory
     * @param name of the file, which there is not yet
     * @param rank the caller's; 0 makes the file
     * @param bytes its size
     * @param together returns when all ranks have called it
     * @return zeros, in which each rank sees what others write
     * @throws CommunicationException if there is no room
     */
    static ByteBuffer map(Path folder, String name, int rank, int bytes, Runnable together) {
        Path file = folder.resolve(name);
        try {
            if (rank == 0) {
                make(file, bytes);
            }
            together.run();
            ByteBuffer memory;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            }
            together.run();
            if (rank == 0) {
                Files.delete(file);
            }
            return memory;
        } catch (IOException e) {
            throw new CommunicationException(
                    "the " + bytes + " bytes of memory that ranks share cannot be had in " + folder
                            + " (option flat=off" + " does without): " + e,
                    e);
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
