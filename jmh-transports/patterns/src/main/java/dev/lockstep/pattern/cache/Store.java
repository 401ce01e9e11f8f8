package dev.lockstep.pattern.cache;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Files that a cache has not: those of the shared store. One thread at a time uses it, and has one of its files open.
 *
 * <p>A name is a relative path of 1 to {@value #MOST_BYTES} bytes of UTF-8, without parts that are empty, {@code .} or
 * {@code ..}: but for symbolic links a file has one.
 */
public interface Store extends Closeable {
    /** The most bytes of a name. */
    int MOST_BYTES = 1024;

    /** The most bytes of a file, for which there is a buffer. */
    int LARGEST = Integer.MAX_VALUE - 16;

    /**
     * Opens a file.
     *
     * @param name relative to the folder that the store has
     * @return to be closed by the caller, before it opens another
     * @throws CacheException with the reason: there is none, it is refused, or it cannot be read
     */
    StoredFile open(String name) throws CacheException;

    /** A file that is open. */
    interface StoredFile extends Closeable {
        /** Its bytes when it was opened. */
        long size();

        /** When it was changed last, as of when it was opened: any number that another change makes another. */
        long stamp();

        /**
         * Reads a part.
         *
         * @param offset of its first byte
         * @param into filled from position to limit, and in the end without any left
         * @throws CacheException {@code CHANGED} if the file is no longer as it was when it was opened, {@code FAILED}
         *     if it cannot be read
         */
        void read(long offset, ByteBuffer into) throws CacheException;

        /** Never fails: what was read has been read. */
        @Override
        void close();
    }

    /**
     * Reads a whole file.
     *
     * @param name of the file
     * @param into filled from its position on; position and limit stay
     * @return its bytes
     * @throws CacheException as for {@link #open} and {@link StoredFile#read}
     * @throws IllegalArgumentException if there is no room for it
     */
    default int get(String name, ByteBuffer into) throws CacheException {
        int position = into.position();
        int limit = into.limit();
        try (StoredFile file = open(name)) {
            int size = room(name, file.size(), into);
            file.read(0, into.limit(position + size));
            return size;
        } finally {
            into.limit(limit).position(position);
        }
    }

    /**
     * Requires that a name is as long as one may be.
     *
     * @throws CacheException {@code REFUSED} if it is not
     */
    static void requireLength(String name) throws CacheException {
        if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw CacheException.length(name);
        }
    }

    /**
     * Requires room for a file.
     *
     * @return its bytes
     */
    static int room(String name, long size, ByteBuffer into) {
        if (size > into.remaining()) {
            throw new IllegalArgumentException(
                    name + " has " + size + " bytes, and the buffer has room for " + into.remaining());
        }
        return (int) size;
    }
}
