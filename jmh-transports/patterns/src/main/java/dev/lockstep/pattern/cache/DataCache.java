package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Communicator;
import dev.lockstep.pattern.cache.CacheException.Reason;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A cache for files in front of a shared store, over messages: rank 0 of a group is a {@link CacheServer}, the others
 * are {@link CacheClient}s, and groups never hear each other. It takes a communicator with messages from any source;
 * each rank uses it by one thread, and for nothing else.
 *
 * <p>A client asks for the size of a file, and then for its bytes, which come in parts if they are many. The server's
 * one thread answers one request after the other, so a file for which several ask at first is read once.
 *
 * <p><b>Changes.</b> The store is asked for a file's size when a name is indexed, when a client asks for one that is
 * not yet, when a size is older than {@link Limits#fresh}, and whenever a file is read there. A file of another size or
 * time than before is read anew. One that changes while it is read is asked for again, a few times.
 *
 * <p><b>Deaths.</b> Where the library ends all ranks with one, or its calls fail, so do these. Else {@link
 * Limits#patience} bounds every wait. A server gives up a client that takes nothing of its answer, and those that say nothing
 * while it has nothing to do; it counts them, and serves one that speaks again, as long as it waits for another. A client
 * waits so much longer as there are ranks in the group, for the server may wait for each of the others first; no answer is
 * an error with reason {@link Reason#LOST}.
 */
public final class DataCache {
    private static final int DEFAULT_PART = 16 << 20;
    private static final int DEFAULT_TRIES = 5;

    private DataCache() {}

    /**
     * What bounds a cache.
     *
     * @param part the most bytes of a message; the server's holds
     * @param patience how long a server waits for a client, the same on both sides; zero: for ever. It has to be longer than
     *     clients sleep between requests, and than the store takes for a file
     * @param tries how often a client asks for a file that changes meanwhile; at least 1
     * @param fresh for how long the server believes a size; zero: for ever
     */
    public record Limits(int part, Duration patience, int tries, Duration fresh) {
        /** 16 MiB, for ever, 5 times, for ever. */
        public static final Limits DEFAULT = new Limits(DEFAULT_PART, Duration.ZERO, DEFAULT_TRIES, Duration.ZERO);

        public Limits {
            if (part < 1 || tries < 1 || patience.isNegative() || fresh.isNegative()) {
                throw new IllegalArgumentException("a part has 1 byte or more, a client 1 try or more, and no time is"
                        + " negative: not " + part + ", " + tries + ", " + patience + " and " + fresh);
            }
        }
    }

    /**
     * What a server keeps.
     *
     * @param memory the most bytes of files in memory; one more file is there while it is exchanged for another
     * @param disk the most bytes of files on the local disk
     * @param folder of the local disk, which is there, and is this server's alone
     * @param eviction which files leave
     */
    public record Capacity(long memory, long disk, Path folder, Eviction eviction) {
        public Capacity {
            if (memory < 0 || disk < 0) {
                throw new IllegalArgumentException(
                        "a tier has room for 0 bytes or more, not " + memory + " and " + disk);
            }
        }
    }

    /**
     * Parts a job's ranks into groups, one behind the other and as equal as they can be; collective.
     *
     * @param groups how many
     * @return this rank's group, to be closed by the caller
     * @throws IllegalArgumentException if a group would have no client
     */
    public static Communicator group(Communicator all, int groups) {
        return all.split(groupOf(all.rank(), all.size(), groups), all.rank())
                .orElseThrow(() -> new IllegalStateException("a rank has no group"));
    }

    /** The group of a rank, 0 to {@code groups} - 1. */
    static int groupOf(int rank, int size, int groups) {
        if (groups < 1 || size < 2 * groups) {
            throw new IllegalArgumentException("each of groups=" + groups + " has a server and a client: take --ranks "
                    + 2 * Math.max(1, groups) + " or more, not " + size);
        }
        return (int) ((long) rank * groups / size);
    }
}
