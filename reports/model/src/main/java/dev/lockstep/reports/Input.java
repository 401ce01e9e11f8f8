package dev.lockstep.reports;

import dev.lockstep.run.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens a file, compressed or not: gzip is known by its first two bytes (RFC 1952), whatever the file is called. */
final class Input {
    private static final int BUFFER = 1 << 16;
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;

    private Input() {}

    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            in.mark(2);
            boolean gzip = in.read() == MAGIC_1 && in.read() == MAGIC_2;
            in.reset();
            return gzip ? new Unpacking(file, in) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** The JDK's reader, whose complaints name no file. */
    private static final class Unpacking extends FilterInputStream {
        private final Path file;

        Unpacking(Path file, InputStream packed) throws IOException {
            super(null);
            this.file = file;
            try {
                in = new BufferedInputStream(new GZIPInputStream(packed, BUFFER), BUFFER);
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return in.read(bytes, from, length);
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        private InvalidInputException broken(IOException e) {
            return new InvalidInputException(file, "", "a whole gzip file", e);
        }
    }
}
