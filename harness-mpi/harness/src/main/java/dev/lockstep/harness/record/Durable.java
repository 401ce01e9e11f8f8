package dev.lockstep.harness.record;

import dev.lockstep.harness.run.StorageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files that are whole, and on disk, before the next thing is begun. */
public final class Durable {
    /** Enough for the files of one more launch and its line in the journal. */
    private static final int PROBE_BYTES = 64 * 1024;

    private Durable() {}

    /** Writes the contents of a file. */
    interface Content {
        void writeTo(ByteArrayOutputStream out) throws IOException;
    }

    /**
     * Replaces a file as a whole: readers see the old one or the new one, also after a crash.
     *
     * @throws StorageException if it cannot be written; the old one still exists then
     */
    static void replace(Path file, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.writeTo(bytes);
        replace(file, bytes.toByteArray());
    }

    static void replace(Path file, byte[] bytes) {
        Path temp = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            write(temp, bytes);
            Files.move(temp, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            sync(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            StorageException stop = StorageException.of(file, bytes.length, e);
            try {
                Files.deleteIfExists(temp);
            } catch (IOException again) {
                stop.addSuppressed(again);
            }
            throw stop;
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            append(channel, ByteBuffer.wrap(bytes));
        }
    }

    /** Appends all bytes, and brings them to the disk. */
    public static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    /** Brings a file that others wrote, or the names in a folder, to the disk. */
    static void sync(Path fileOrFolder) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrFolder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Makes sure that there is room for one more launch.
     *
     * @throws StorageException if there is not: a launch that fails for lack of room is no failure of its cell
     */
    public static void requireRoom(Path folder) {
        Path probe = folder.resolve("room.tmp");
        try {
            write(probe, new byte[PROBE_BYTES]);
        } catch (IOException e) {
            throw StorageException.of(probe, PROBE_BYTES, e);
        } finally {
            probe.toFile().delete();
        }
    }
}
