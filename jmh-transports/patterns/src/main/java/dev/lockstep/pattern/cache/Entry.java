package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.Store.StoredFile;
import java.nio.ByteBuffer;

/** What a server knows of a file. */
final class Entry {
    final String name;

    /** Its file on the local disk, where it lies there. */
    final String onDisk;

    int size;
    Tier tier = Tier.REMOTE;

    /** Null but in memory; position to limit is the whole file. */
    ByteBuffer bytes;

    /** Of {@link System#nanoTime}, when the store was asked for its size last. */
    long looked;

    /** Whether the store is to be asked again in any case. */
    boolean isStale;

    private long stamp;

    Entry(String name, String onDisk) {
        this.name = name;
        this.onDisk = onDisk;
    }

    /** Whether it is as the store says that it is now. */
    boolean isAs(StoredFile file) {
        return file.size() == size && file.stamp() == stamp;
    }

    /** Notes what the store says. */
    void note(StoredFile file) {
        size = (int) file.size();
        stamp = file.stamp();
        looked = System.nanoTime();
        isStale = false;
    }
}
