package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.CacheException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The files of a folder and of those below it. What leads out of it is refused, by its name or by a symbolic link, and
 * what is no file. Many threads may use it.
 *
 * <p>Whoever writes to the folder is trusted: one who puts a symbolic link in place of a folder below it, between the look at a
 * path and the opening of its file, leads readers out of it.
 */
public final class FolderStore implements Store {
    private final Path root;

    /**
     * A store.
     *
     * @param folder may be a symbolic link itself
     * @throws IOException if there is no such folder
     */
    public FolderStore(Path folder) throws IOException {
        root = folder.toRealPath();
    }

    @Override
    public StoredFile open(String name) throws CacheException {
        Path path = resolve(name);
        try {
            // Before it is opened: if another file takes its place in between, reading says that it has changed.
            long stamp = stamp(path);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            try {
                return new Opened(name, path, channel, channel.size(), stamp);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw CacheException.of(name, e);
        }
    }

    private Path resolve(String name) throws CacheException {
        Path path = root.resolve(relative(name));
        Path real;
        try {
            real = path.toRealPath();
        } catch (IOException e) {
            throw isBelowAFile(path) ? CacheException.missing(name) : CacheException.of(name, e);
        }
        if (!real.startsWith(root)) {
            throw CacheException.refused(name, "a link leads out of the folder that is served");
        }
        if (!Files.isRegularFile(real)) {
            throw CacheException.refused(name, "it is no file");
        }
        return real;
    }

    /** Where there can be none. */
    private boolean isBelowAFile(Path path) {
        for (Path above = path.getParent(); !above.equals(root); above = above.getParent()) {
            if (Files.isRegularFile(above)) {
                return true;
            }
        }
        return false;
    }

    private static Path relative(String name) throws CacheException {
        Store.requireLength(name);
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw CacheException.refused(name, e.getReason());
        }
        if (path.getRoot() != null) {
            throw CacheException.refused(name, "a name is relative to the folder that is served");
        }
        for (Path part : path) {
            if (part.toString().equals("..")) {
                throw CacheException.refused(name, "a name has no '..'");
            }
        }
        String plain = path.normalize().toString();
        if (!plain.equals(name)) {
            throw CacheException.refused(name, "written plainly it is '" + plain + "'");
        }
        return path;
    }

    private static long stamp(Path path) throws IOException {
        return Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {}

    private record Opened(String name, Path path, FileChannel channel, long size, long stamp) implements StoredFile {
        @Override
        public void read(long offset, ByteBuffer into) throws CacheException {
            try {
                long at = offset;
                while (into.hasRemaining()) {
                    int read = channel.read(into, at);
                    if (read < 0) {
                        throw CacheException.changed(name);
                    }
                    at += read;
                }
                if (channel.size() != size || FolderStore.stamp(path) != stamp) {
                    throw CacheException.changed(name);
                }
            } catch (IOException e) {
                CacheException why = CacheException.of(name, e);
                // Gone since it was opened: who asks again is told so.
                throw why.reason() == Reason.MISSING ? CacheException.changed(name) : why;
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // It was open for reading alone, so nothing is lost.
                return;
            }
        }
    }
}
