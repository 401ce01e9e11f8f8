package dev.lockstep.pattern.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** The files of one tier, in the order in which they will leave it, within a bound. Using one allocates nothing. */
final class Shelf {
    private final long capacity;
    private final Map<Entry, Entry> files;
    private long used;

    /**
     * An empty one.
     *
     * @param capacity in bytes
     */
    Shelf(long capacity, Eviction eviction) {
        this.capacity = capacity;
        files = new LinkedHashMap<>(16, 0.75f, eviction == Eviction.LRU);
    }

    /** Whether a file of so many bytes could lie here at all. */
    boolean fits(int size) {
        return size <= capacity;
    }

    /** Whether one more could, as things are. */
    boolean hasRoom(int size) {
        return used + size <= capacity;
    }

    void add(Entry entry) {
        files.put(entry, entry);
        used += entry.size;
    }

    /** Somebody has asked for it, and it is here. */
    void use(Entry entry) {
        if (files.get(entry) == null) {
            throw new IllegalStateException(entry.name + " is not here");
        }
    }

    /** It is here, and becomes the one that came last. */
    void renew(Entry entry) {
        remove(entry);
        add(entry);
    }

    void remove(Entry entry) {
        if (files.remove(entry) != null) {
            used -= entry.size;
        }
    }

    /** The one that is to leave first. */
    Entry first() {
        return files.keySet().iterator().next();
    }

    boolean isEmpty() {
        return files.isEmpty();
    }
}
