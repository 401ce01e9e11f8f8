package dev.lockstep.pattern.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * The {@value #FILES} different files of one size that clients ask for: random bytes, of which the first is the file's number,
 * from 1, and each further block says where it is.
 *
 * @param bytes of a file
 * @param names of the files
 */
record Corpus(int bytes, List<String> names) {
    /** As many as in the paper. */
    static final int FILES = 20;

    private static final int BLOCK = 1 << 16;

    Corpus(int bytes) {
        this(
                bytes,
                IntStream.range(0, FILES)
                        .mapToObj(file -> "file-%02d".formatted(file))
                        .toList());
    }

    /** Takes the bytes of a file, block by block. */
    private interface To {
        void give(ByteBuffer block) throws IOException;
    }

    private void each(int file, To to) throws IOException {
        byte[] random = new byte[BLOCK];
        new SplittableRandom(file).nextBytes(random);
        random[0] = (byte) (file + 1);
        ByteBuffer block = ByteBuffer.wrap(random);
        for (int at = 0; at < bytes; at += BLOCK) {
            if (at > 0) {
                block.putLong(0, at);
            }
            to.give(block.clear().limit(Math.min(BLOCK, bytes - at)));
        }
    }

    /** Writes those files that are not there; what is there is whole. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int file = 0; file < FILES; file++) {
            Path path = folder.resolve(names.get(file));
            if (!Files.exists(path)) {
                Path begun = Files.createTempFile(folder, names.get(file), ".begun");
                try (FileChannel channel = FileChannel.open(begun, StandardOpenOption.WRITE)) {
                    each(file, block -> {
                        while (block.hasRemaining()) {
                            channel.write(block);
                        }
                    });
                }
                Files.move(begun, path, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    /**
     * Requires a file's bytes.
     *
     * @param found from position 0 on
     * @param received how many have come
     * @throws IllegalStateException if their number or checksum is another
     */
    void require(int file, ByteBuffer found, int received) {
        if (received != bytes) {
            throw new IllegalStateException(
                    names.get(file) + " has " + bytes + " bytes, and " + received + " have come");
        }
        CRC32 expected = new CRC32();
        try {
            each(file, expected::update);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        CRC32 actual = new CRC32();
        actual.update(found.duplicate().position(0).limit(received));
        if (actual.getValue() != expected.getValue()) {
            throw new IllegalStateException("the CRC-32 of " + names.get(file)
                    + " should be %08x and is %08x".formatted(expected.getValue(), actual.getValue()));
        }
    }
}
