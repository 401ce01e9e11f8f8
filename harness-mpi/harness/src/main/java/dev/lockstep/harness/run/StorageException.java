package dev.lockstep.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The exception for a file of the run that cannot be written, mostly because the disk is full. What was finished before
 * is on disk, and the run can be resumed.
 */
public final class StorageException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private StorageException(String message, IOException cause) {
        super(message, cause);
    }

    /**
     * The exception that says what could not be written, and what to do about it.
     *
     * @param bytes how many it needs
     * @param cause as the file system gave it
     */
    public static StorageException of(Path file, long bytes, IOException cause) {
        return new StorageException(
                "cannot write " + file + ": " + cause.getMessage() + " (it needs " + bytes + " bytes, " + free(file)
                        + "). The run stops here and what it has finished is kept: make room, then go on with --resume",
                cause);
    }

    private static String free(Path file) {
        try {
            return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace() + " are free";
        } catch (IOException e) {
            return "the free space is unknown: " + e.getMessage();
        }
    }
}
