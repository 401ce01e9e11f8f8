package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.CacheException.Reason;
import dev.lockstep.pattern.cache.DiskTier.Incoming;
import dev.lockstep.pattern.cache.Store.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The files that a server knows, and where each lies. One that is asked for goes to memory, or, if it is larger than
 * that, to the disk, or, if it is larger than both, nowhere. What memory has no room for goes to the disk, and what the
 * disk has none for stays in the store alone. What lies in memory is passed on without anything being allocated.
 */
final class Tiers {
    /** Takes a file's parts. */
    interface Sink {
        /** The next part, from position to limit; gives whether more are wanted. */
        boolean take(ByteBuffer part);
    }

    /** One who takes all, and keeps nothing. */
    private static final Sink NOBODY = part -> true;

    private final Store store;
    private final Buffers buffers;
    private final Shelf memory;
    private final DiskTier disk;
    private final int part;
    private final long freshNanos;

    /** By the bytes of its name. */
    private final Map<ByteBuffer, Entry> index = new HashMap<>();

    private final Map<Tier, Count> hits = new EnumMap<>(Tier.class);
    private final Count evictions = new Count();
    private final Count storeReads = new Count();
    private int named;

    /** What does not go to memory. */
    private ByteBuffer passing;

    /**
     * No files.
     *
     * @param part the most bytes that a sink is given at once
     * @param freshNanos for how long a size is believed; 0: for ever
     */
    Tiers(Store store, Buffers buffers, Shelf memory, DiskTier disk, int part, long freshNanos) {
        this.store = store;
        this.buffers = buffers;
        this.memory = memory;
        this.disk = disk;
        this.part = part;
        this.freshNanos = freshNanos;
        for (Tier tier : Tier.values()) {
            hits.put(tier, new Count());
        }
    }

    /**
     * The file of a name, as far as is known; what is not is asked of the store.
     *
     * @param name position to limit
     * @throws CacheException with the reason if there is none, or if the store cannot say, and it lies nowhere else
     */
    Entry find(ByteBuffer name) throws CacheException {
        Entry entry = index.get(name);
        if (entry == null) {
            return look(StandardCharsets.UTF_8.decode(name.duplicate()).toString());
        }
        if (entry.isStale) {
            return look(entry.name);
        }
        if (freshNanos > 0 && System.nanoTime() - entry.looked > freshNanos) {
            try {
                return look(entry.name);
            } catch (CacheException e) {
                if (e.reason() != Reason.FAILED || entry.tier == Tier.REMOTE) {
                    throw e;
                }
                // As it was: the store is asked again once as much time has passed again.
                entry.looked = System.nanoTime();
            }
        }
        return entry;
    }

    /**
     * Looks at a file in the store. One that is no longer as it was lies nowhere else any more; one that is gone is
     * forgotten.
     *
     * @throws CacheException with the reason if there is none
     */
    Entry look(String name) throws CacheException {
        ByteBuffer key = ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8));
        Entry entry = index.get(key);
        try (StoredFile file = store.open(name)) {
            if (file.size() > Store.LARGEST) {
                if (entry != null) {
                    drop(entry);
                }
                throw new CacheException(
                        Reason.FAILED,
                        name + " has " + file.size() + " bytes, and no buffer has more than " + Store.LARGEST);
            }
            if (entry == null) {
                entry = new Entry(name, Integer.toString(named++));
                index.put(key, entry);
            } else if (!entry.isAs(file)) {
                drop(entry);
            }
            entry.note(file);
            return entry;
        } catch (CacheException why) {
            if (entry != null && why.reason() != Reason.FAILED) {
                drop(entry);
                index.remove(key);
            }
            throw why;
        }
    }

    /** Makes a file lie in the store alone. */
    private void drop(Entry entry) {
        if (entry.tier == Tier.MEMORY) {
            buffers.give(takeFromMemory(entry));
        } else if (entry.tier == Tier.DISK) {
            disk.remove(entry);
        }
    }

    private ByteBuffer takeFromMemory(Entry entry) {
        ByteBuffer bytes = entry.bytes;
        memory.remove(entry);
        entry.bytes = null;
        entry.tier = Tier.REMOTE;
        return bytes;
    }

    /**
     * Puts a file into a tier before anybody asks for it, as the one that came there last. The store is read if it lies
     * nowhere else.
     *
     * @throws IOException if it cannot be read, or is no longer as it was
     * @throws IllegalArgumentException if it is too large for that tier
     */
    void place(String name, Tier tier) throws IOException {
        Entry entry = find(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)));
        if (tier == Tier.MEMORY ? !memory.fits(entry.size) : tier == Tier.DISK && !disk.fits(entry.size)) {
            throw new IllegalArgumentException(
                    name + " has " + entry.size + " bytes, and tier " + tier + " has no room for it"
                            + disk.failure().map(why -> ": " + why).orElse(""));
        }
        switch (tier) {
            case MEMORY -> placeInMemory(entry);
            case DISK -> placeOnDisk(entry);
            case REMOTE -> drop(entry);
        }
    }

    private void placeInMemory(Entry entry) throws IOException {
        switch (entry.tier) {
            case MEMORY -> memory.renew(entry);
            case DISK -> passFromDisk(entry, NOBODY);
            case REMOTE -> passFromStore(entry, NOBODY);
        }
    }

    private void placeOnDisk(Entry entry) throws IOException {
        switch (entry.tier) {
            case MEMORY -> {
                ByteBuffer bytes = takeFromMemory(entry);
                disk.keep(entry, bytes);
                buffers.give(bytes);
            }
            case DISK -> disk.renew(entry);
            case REMOTE -> {
                try (StoredFile file = open(entry)) {
                    passAndKeep(file, entry, NOBODY);
                }
            }
        }
    }

    /**
     * Passes a file on, from wherever it lies.
     *
     * @throws IOException if the file is no longer of its size, or cannot be read; parts may have been passed on before
     */
    void pass(Entry entry, Sink sink) throws IOException {
        hits.get(entry.tier).one();
        switch (entry.tier) {
            case MEMORY -> {
                memory.use(entry);
                give(entry.bytes, sink);
            }
            case DISK -> passFromDisk(entry, sink);
            case REMOTE -> passFromStore(entry, sink);
        }
    }

    /** If it cannot be read there, whoever asks again gets it from the store. */
    private void passFromDisk(Entry entry, Sink sink) throws IOException {
        try (StoredFile file = disk.open(entry)) {
            if (!memory.fits(entry.size)) {
                disk.use(entry);
                pass(file, entry.size, sink, null);
                return;
            }
            ByteBuffer whole = read(file, entry.size);
            disk.remove(entry);
            keep(entry, whole);
        } catch (CacheException lost) {
            disk.lose(entry);
            throw CacheException.changed(entry.name);
        }
        give(entry.bytes, sink);
    }

    private void passFromStore(Entry entry, Sink sink) throws IOException {
        try (StoredFile file = open(entry)) {
            if (memory.fits(entry.size)) {
                keep(entry, read(file, entry.size));
            } else if (disk.fits(entry.size)) {
                passAndKeep(file, entry, sink);
                return;
            } else {
                pass(file, entry.size, sink, null);
                return;
            }
        }
        give(entry.bytes, sink);
    }

    /** For reading: of the size that is known. */
    private StoredFile open(Entry entry) throws CacheException {
        StoredFile file = store.open(entry.name);
        if (file.size() != entry.size) {
            file.close();
            throw CacheException.changed(entry.name);
        }
        storeReads.one();
        entry.note(file);
        return file;
    }

    private void passAndKeep(StoredFile file, Entry entry, Sink sink) throws IOException {
        try (Incoming incoming = disk.begin(entry)) {
            pass(file, entry.size, sink, incoming);
            incoming.keep();
        }
    }

    private ByteBuffer read(StoredFile file, int size) throws CacheException {
        ByteBuffer whole = buffers.take(size);
        try {
            file.read(0, whole);
        } catch (CacheException e) {
            buffers.give(whole);
            throw e;
        }
        return whole.position(0);
    }

    /** Puts what has been read into memory; others make room for it, and go to the disk. */
    private void keep(Entry entry, ByteBuffer whole) {
        while (!memory.hasRoom(entry.size)) {
            Entry first = memory.first();
            ByteBuffer bytes = takeFromMemory(first);
            evictions.one();
            if (disk.fits(first.size)) {
                disk.keep(first, bytes);
            }
            buffers.give(bytes);
        }
        entry.bytes = whole;
        entry.tier = Tier.MEMORY;
        memory.add(entry);
    }

    private void give(ByteBuffer whole, Sink sink) {
        int size = whole.limit();
        boolean wanted = true;
        try {
            for (int at = 0; at < size && wanted; at += Math.min(part, size - at)) {
                wanted = sink.take(whole.limit(at + Math.min(part, size - at)).position(at));
            }
        } finally {
            whole.limit(size).position(0);
        }
    }

    /** Passes on what does not go to memory; a copy for the disk is finished though the sink wants no more. */
    private void pass(StoredFile file, int size, Sink sink, Incoming copy) throws CacheException {
        int most = Math.min(part, size);
        boolean wanted = true;
        for (int at = 0; at < size && (wanted || copy != null); at += passing.limit()) {
            passing = passing == null || passing.capacity() < most ? buffers.take(most) : buffers.again(passing);
            file.read(at, passing.clear().limit(Math.min(most, size - at)));
            if (copy != null) {
                copy.write(passing.position(0));
            }
            wanted = wanted && sink.take(passing.position(0));
        }
    }

    /** The hits of a tier since this was asked last. */
    long takeHits(Tier tier) {
        return hits.get(tier).take();
    }

    /** How many files have left memory for others since this was asked last. */
    long takeEvictions() {
        return evictions.take();
    }

    /** How often a file of the store was begun to be read since this was asked last. */
    long takeStoreReads() {
        return storeReads.take();
    }
}
