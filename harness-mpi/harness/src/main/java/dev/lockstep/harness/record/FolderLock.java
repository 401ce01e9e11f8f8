package dev.lockstep.harness.record;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.machine.HostName;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * Keeps all runs but one out of a folder, on whichever host they are. Locks of a network file system may end at the
 * host, but all of them create a file for one of two only (NFS: RFC 1813, 3.3.8): who created {@value #FILE} has the
 * folder, and it says who that is. It is also locked, so that what a killed run has left is taken over on its host.
 */
public final class FolderLock implements AutoCloseable {
    static final String FILE = "run.lock";

    private static final int ATTEMPTS = 2;

    private final Path file;
    private final FileChannel channel;
    private final Object key;

    private FolderLock(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.key = key(file);
    }

    /**
     * A process that has a folder.
     *
     * @param host its name
     * @param boot of the kernel it runs on: containers share it, and a restart changes it
     * @param pid as the process sees it
     * @param since when it was started
     */
    record Owner(String host, String boot, long pid, String since) {
        static Owner here() throws IOException {
            Path boot = Path.of("/proc/sys/kernel/random/boot_id");
            return new Owner(
                    HostName.ofThisMachine(),
                    Files.isReadable(boot) ? Files.readString(boot).strip() : "unknown",
                    ProcessHandle.current().pid(),
                    started(ProcessHandle.current()));
        }

        private static String started(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toString).orElse("unknown");
        }

        /** Whether each owner sees the other's locks; not so for hosts that differ in both. */
        boolean sharesLocksWith(Owner other) {
            return host.equals(other.host) || boot.equals(other.boot) && !boot.equals("unknown");
        }

        /** Whether the process exists, as far as can be seen from here. */
        boolean isAlive() {
            return ProcessHandle.of(pid).filter(p -> started(p).equals(since)).isPresent();
        }

        String line() {
            return KeyValues.format(Map.of("host", host, "boot", boot, "pid", String.valueOf(pid), "since", since));
        }

        /** Reads an owner; anything else gives an owner on a host that does not exist. */
        static Owner parse(String line) {
            try {
                Map<String, String> said = KeyValues.parse(line.strip());
                return new Owner(
                        said.get("host"), said.get("boot"), Long.parseLong(said.get("pid")), said.get("since"));
            } catch (IllegalArgumentException e) {
                return new Owner("an unknown host", "unknown", -1, "unknown");
            }
        }
    }

    /**
     * Takes a folder.
     *
     * @throws UsageException if another run has it
     * @throws StorageException if the file cannot be written
     */
    public static FolderLock acquire(Path folder) throws IOException {
        return acquire(folder, Owner.here());
    }

    public static FolderLock acquire(Path folder, Owner me) throws IOException {
        Path file = folder.resolve(FILE);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                return create(file, me);
            } catch (FileAlreadyExistsException e) {
                try {
                    return takeOver(file, me);
                } catch (NoSuchFileException gone) {
                    // Its owner has ended meanwhile.
                }
            }
        }
        throw new UsageException(folder + " goes from one run to another at this moment; try again");
    }

    /**
     * The file is locked before it names its owner: a reader of the name need not wonder whether the lock is still to
     * come.
     */
    private static FolderLock create(Path file, Owner me) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            tryLock(channel);
            return write(file, channel, me);
        } catch (StorageException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static FolderLock takeOver(Path file, Owner me) throws IOException {
        Owner owner = Owner.parse(Files.readString(file));
        if (!owner.sharesLocksWith(me) || owner.isAlive()) {
            throw inUse(file, owner);
        }
        Object before = key(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        if (!tryLock(channel)) {
            channel.close();
            throw inUse(file, owner);
        }
        if (!Objects.equals(before, key(file))) {
            // What was locked has been removed by its owner, and this is another's.
            channel.close();
            throw new NoSuchFileException(file.toString());
        }
        return write(file, channel.truncate(0), me);
    }

    private static FolderLock write(Path file, FileChannel channel, Owner me) throws IOException {
        byte[] line = (me.line() + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            Durable.append(channel, ByteBuffer.wrap(line));
        } catch (IOException e) {
            channel.close();
            throw StorageException.of(file, line.length, e);
        }
        return new FolderLock(file, channel);
    }

    private static boolean tryLock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            // A file system without locks: what the file says has to do.
            return true;
        }
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static UsageException inUse(Path file, Owner owner) {
        return new UsageException(file.toAbsolutePath().getParent() + " is in use by process " + owner.pid() + " on "
                + owner.host() + ", started " + owner.since()
                + "; two runs would overwrite each other. Wait for it to end; if it is gone, remove " + file);
    }

    /**
     * Releases the folder, once. A file that was removed by hand, and made again by another run, belongs to that run.
     */
    @Override
    public synchronized void close() throws IOException {
        if (channel.isOpen()) {
            if (Files.exists(file) && Objects.equals(key, key(file))) {
                Files.deleteIfExists(file);
            }
            channel.close();
        }
    }
}
