package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.CacheException.Reason;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory, which counts, and does what a test wants before it is read. */
final class Shelves implements Store {
    final Map<String, byte[]> files = new ConcurrentHashMap<>();
    final AtomicInteger reads = new AtomicInteger();
    volatile Hook beforeOpen = name -> {};
    volatile Hook beforeRead = name -> {};

    /** What happens to a file that is about to be opened, or read. */
    interface Hook {
        void run(String name) throws CacheException;
    }

    /** A file of random bytes. */
    byte[] put(String name, int bytes, long seed) {
        byte[] contents = new byte[bytes];
        new Random(seed).nextBytes(contents);
        files.put(name, contents);
        return contents;
    }

    @Override
    public StoredFile open(String name) throws CacheException {
        beforeOpen.run(name);
        byte[] contents = files.get(name);
        if (contents == null) {
            throw CacheException.missing(name);
        }
        return new Open(name, contents);
    }

    @Override
    public void close() {}

    private final class Open implements StoredFile {
        private final String name;
        private final byte[] contents;

        Open(String name, byte[] contents) {
            this.name = name;
            this.contents = contents;
        }

        @Override
        public long size() {
            return contents.length;
        }

        @Override
        public long stamp() {
            return System.identityHashCode(contents);
        }

        @Override
        public void read(long offset, ByteBuffer into) throws CacheException {
            if (offset == 0) {
                reads.incrementAndGet();
            }
            beforeRead.run(name);
            if (files.get(name) != contents) {
                throw CacheException.changed(name);
            }
            into.put(contents, (int) offset, into.remaining());
        }

        @Override
        public void close() {}
    }

    static CacheException failure(String why) {
        return new CacheException(Reason.FAILED, why);
    }
}
