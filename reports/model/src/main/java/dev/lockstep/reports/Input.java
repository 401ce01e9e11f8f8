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

/**
 * Opens a file, compressed or not: gzip is known by its first two bytes (RFC 1952), whatever the file is called. It
 * packs a thousand to one, so there is a limit to what is unpacked.
 */
public final class Input {
    private static final int BUFFER = 1 << 16;
    static final long MOST_UNPACKED = 1L << 30;
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;

    private Input() {}

    /**
     * Opens a file.
     *
     * @return its bytes, unpacked
     * @throws InvalidInputException now or while it is read, if it is compressed and broken, or unpacks to more than 1 GiB
     */
    public static InputStream open(Path file) throws IOException {
        return open(file, MOST_UNPACKED);
    }

    /** Opens a file with another limit to what is unpacked, in bytes. */
    static InputStream open(Path file, long limit) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            in.mark(2);
            boolean gzip = in.read() == MAGIC_1 && in.read() == MAGIC_2;
            in.reset();
            return gzip ? new Unpacking(file, in, limit) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** The JDK's reader, whose complaints name no file, and which has no limit. */
    private static final class Unpacking extends FilterInputStream {
        private final Path file;
        private final long limit;
        private long unpacked;

        Unpacking(Path file, InputStream packed, long limit) throws IOException {
            super(null);
            this.file = file;
            this.limit = limit;
            try {
                in = new BufferedInputStream(new GZIPInputStream(packed, BUFFER), BUFFER);
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        @Override
        public int read() throws IOException {
            try {
                int one = in.read();
                count(one < 0 ? 0 : 1);
                return one;
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                int some = in.read(bytes, from, length);
                count(Math.max(0, some));
                return some;
            } catch (EOFException | ZipException e) {
                throw broken(e);
            }
        }

        private void count(int more) throws InvalidInputException {
            unpacked += more;
            if (unpacked > limit) {
                throw new InvalidInputException(file, "", "at most " + limit + " bytes when it is unpacked", "more");
            }
        }

        private InvalidInputException broken(IOException e) {
            return new InvalidInputException(file, "", "a whole gzip file", e);
        }
    }
}
