package dev.lockstep.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Memory that is a file. */
final class Shared {
    /** Shared by all who make a file: a buffer for each connection cost more than all else of it. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private Shared() {}

    /**
     * Makes a file of zeros, and maps it. It is written, not only made longer: memory that is lacking is an exception
     * then, and no signal that ends the JVM when it is touched.
     */
    static MappedByteBuffer create(Path file, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            try {
                allocate(channel, bytes);
            } catch (IOException full) {
                // What is no longer used is only given back when the garbage collector has found it.
                System.gc();
                allocate(channel, bytes);
            }
            return touched(channel.map(MapMode.READ_WRITE, 0, bytes));
        } catch (IOException e) {
            throw new IOException(
                    bytes + " bytes of shared memory cannot be had in " + file.getParent() + ": " + e.getMessage(), e);
        }
    }

    private static void allocate(FileChannel channel, int bytes) throws IOException {
        ByteBuffer zeros = ZEROS.duplicate();
        for (long at = 0; at < bytes; ) {
            at += channel.write(zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at)), at);
        }
    }

    static MappedByteBuffer open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return touched(channel.map(MapMode.READ_WRITE, 0, channel.size()));
        }
    }

    /** Has all pages in the process's table before the first message, which would pay for it. */
    private static MappedByteBuffer touched(MappedByteBuffer memory) {
        return memory.load();
    }
}
