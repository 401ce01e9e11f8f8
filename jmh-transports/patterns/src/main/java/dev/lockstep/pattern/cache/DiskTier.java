package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.Store.StoredFile;
import dev.lockstep.transport.support.Tcp;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Files in a folder of the local disk. Once one cannot be written, the disk is given up, with all that lies there. */
final class DiskTier implements Closeable {
    private final Path folder;
    private final Store files;
    private final Shelf shelf;
    private String failure;
    private final Count evictions = new Count();
    private final Count warnings = new Count();

    /**
     * An empty one.
     *
     * @param folder which is there, and is the server's alone
     */
    DiskTier(Path folder, Shelf shelf) throws IOException {
        this.folder = folder;
        this.shelf = shelf;
        files = new FolderStore(folder);
    }

    /** Whether a file of so many bytes could lie here. */
    boolean fits(int size) {
        return failure == null && shelf.fits(size);
    }

    void use(Entry entry) {
        shelf.use(entry);
    }

    StoredFile open(Entry entry) throws CacheException {
        return files.open(entry.onDisk);
    }

    /** Takes a whole file in, of a size that fits; it lies here then unless the disk is given up. */
    void keep(Entry entry, ByteBuffer whole) {
        try (Incoming incoming = begin(entry)) {
            incoming.write(whole);
            incoming.keep();
        } finally {
            whole.position(0);
        }
    }

    /** Begins to take a file in, which fits: others make room for it. */
    Incoming begin(Entry entry) {
        while (!shelf.hasRoom(entry.size)) {
            remove(shelf.first());
            evictions.one();
        }
        return new Incoming(entry);
    }

    /** It could not be read, and lies here no more. */
    void lose(Entry entry) {
        warnings.one();
        remove(entry);
    }

    /** It becomes the one that came last. */
    void renew(Entry entry) {
        shelf.renew(entry);
    }

    /** It lies here no more. */
    void remove(Entry entry) {
        shelf.remove(entry);
        entry.tier = Tier.REMOTE;
        delete(entry);
    }

    /** What cannot be deleted takes room that others will not get, and says so then. */
    private void delete(Entry entry) {
        try {
            Files.deleteIfExists(folder.resolve(entry.onDisk));
        } catch (IOException e) {
            giveUp(e);
        }
    }

    /** What lies here is read from the store again. */
    private void giveUp(IOException why) {
        if (failure != null) {
            return;
        }
        warnings.one();
        failure = "the local disk at " + folder + " is given up: " + Tcp.reason(why);
        while (!shelf.isEmpty()) {
            remove(shelf.first());
        }
    }

    /** Why it was given up; empty as long as it is not. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** How many files others have driven out since this was asked last. */
    long takeEvictions() {
        return evictions.take();
    }

    /** How often it was given up, or a file of it could not be read, since this was asked last. */
    long takeWarnings() {
        return warnings.take();
    }

    /** Deletes all files. */
    @Override
    public void close() throws IOException {
        while (!shelf.isEmpty()) {
            remove(shelf.first());
        }
        files.close();
    }

    /** A file that is written; what was written is deleted unless it is kept. */
    final class Incoming implements Closeable {
        private final Entry entry;
        private FileChannel to;

        private Incoming(Entry entry) {
            this.entry = entry;
            try {
                to = FileChannel.open(
                        folder.resolve(entry.onDisk),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
            } catch (IOException e) {
                giveUp(e);
            }
        }

        /** The next part, from position to limit; nothing once the disk is given up. */
        void write(ByteBuffer part) {
            try {
                while (to != null && part.hasRemaining()) {
                    to.write(part);
                }
            } catch (IOException e) {
                giveUp(e);
                close();
            }
        }

        /** All parts are there: the file lies here now unless the disk is given up. */
        void keep() {
            if (to == null || failure != null) {
                return;
            }
            try {
                to.close();
            } catch (IOException e) {
                giveUp(e);
                return;
            }
            to = null;
            shelf.add(entry);
            entry.tier = Tier.DISK;
        }

        @Override
        public void close() {
            if (to != null) {
                FileChannel unfinished = to;
                to = null;
                try {
                    unfinished.close();
                } catch (IOException e) {
                    giveUp(e);
                }
                delete(entry);
            }
        }
    }
}
