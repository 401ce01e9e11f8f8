package dev.lockstep.transport.shm;

import dev.lockstep.transport.Setting;
import dev.lockstep.transport.ring.Harbour;
import dev.lockstep.transport.ring.Layout;
import dev.lockstep.transport.ring.RingLink;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** An endpoint's folder: the doorbell, and the files of those who have connected and were not yet let in. */
final class Berth implements Harbour {
    private static final String SCHEME = "shm:";
    private static final String DOORBELL = "doorbell";
    private static final String LINK = "link-";

    /** Of the doorbell: how often it was rung, whether the endpoint has closed, whose it is, and whether it has an heir. */
    private static final int RUNG = 0;

    private static final int CLOSED = 64;
    private static final int OWNER = 128;
    private static final int HEIR = 192;
    private static final int DOORBELL_BYTES = 4096;

    /** Of a link: who made it, then the rings. */
    private static final int RINGS = 4096;

    /** The largest message of which a file that can be mapped has room for two each way. */
    static final int LARGEST = Layout.largest((Integer.MAX_VALUE - RINGS) / 2);

    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Path folder;
    private final int largest;
    private final MappedByteBuffer doorbell;

    private Berth(Path folder, int largest, MappedByteBuffer doorbell) {
        this.folder = folder;
        this.largest = largest;
        this.doorbell = doorbell;
    }

    static Berth open(Setting setting) throws IOException {
        Path folder = setting.at().isPresent()
                ? path(setting.at().get())
                : setting.folder().resolve("e-" + UUID.randomUUID());
        Path made = folder.resolveSibling("new-" + UUID.randomUUID());
        try {
            Files.createDirectory(made);
        } catch (IOException e) {
            throw new IOException(made + " cannot be made for shared memory: " + e, e);
        }
        try {
            MappedByteBuffer doorbell = Shared.create(made.resolve(DOORBELL), DOORBELL_BYTES);
            Life.self().write(doorbell, OWNER);
            moveIn(made, folder);
            return new Berth(folder, setting.largest(), doorbell);
        } catch (IOException e) {
            remove(made);
            throw e;
        }
    }

    /** A folder takes a name where there is none, or an empty folder (rename(2)): one of several that try has it. */
    private static void moveIn(Path made, Path folder) throws IOException {
        try {
            Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException inTheWay) {
            if (Files.exists(folder)) {
                inherit(folder);
            }
            try {
                Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException another) {
                throw Files.exists(folder) ? taken(folder) : another;
            }
        }
    }

    /** Removes what a process has left that was killed; of several that find it so, one does. */
    private static void inherit(Path folder) throws IOException {
        MappedByteBuffer left;
        try {
            left = Shared.open(folder.resolve(DOORBELL));
        } catch (FileSystemException noEndpoint) {
            throw taken(folder);
        }
        if (Life.read(left, OWNER).mayLive() || !WORD.compareAndSet((ByteBuffer) left, HEIR, 0L, 1L)) {
            throw taken(folder);
        }
        evict(folder);
    }

    private static BindException taken(Path folder) {
        return new BindException(SCHEME + folder + " is taken");
    }

    private static Path path(String address) {
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException("an address has the form " + SCHEME + "FOLDER, not " + address);
        }
        return Path.of(address.substring(SCHEME.length()));
    }

    @Override
    public String address() {
        return SCHEME + folder;
    }

    @Override
    public long arrived() {
        return (long) WORD.getAcquire((ByteBuffer) doorbell, RUNG);
    }

    @Override
    public synchronized List<RingLink> arrivals() throws IOException {
        List<RingLink> all = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return all;
        }
        IOException failed = null;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, LINK + "*")) {
            for (Path file : files) {
                try {
                    letIn(file).ifPresent(all::add);
                } catch (IOException e) {
                    failed = e;
                }
            }
        }
        if (failed != null) {
            if (all.isEmpty()) {
                throw failed;
            }
            // Those that could not be opened are looked for again.
            WORD.getAndAdd((ByteBuffer) doorbell, RUNG, 1L);
        }
        return all;
    }

    /** Maps a link, and then removes its file: as long as it cannot be mapped it stays. */
    private static Optional<RingLink> letIn(Path file) throws IOException {
        MappedByteBuffer memory;
        try {
            memory = Shared.open(file);
        } catch (NoSuchFileException gone) {
            // Whoever made it has given up meanwhile.
            return Optional.empty();
        }
        Files.deleteIfExists(file);
        return memory.capacity() < RINGS + 2 * Layout.bytes(0)
                ? Optional.empty()
                : Optional.of(link(memory, Life.read(memory, 0), RingLink::closeSender));
    }

    /** The link in a memory, whose other end is closed for the other process when that has ended. */
    private static RingLink link(MappedByteBuffer memory, Life other, Consumer<RingLink> end) {
        int bytes = (memory.capacity() - RINGS) / 2;
        RingLink rings = new RingLink(memory.slice(RINGS, bytes), memory.slice(RINGS + bytes, bytes), () -> {});
        return new RingLink(rings.messages(), rings.answers(), Watch.over(other, () -> end.accept(rings)));
    }

    @Override
    public RingLink connect(String to) throws IOException {
        Path there = path(to);
        MappedByteBuffer bell;
        try {
            bell = Shared.open(there.resolve(DOORBELL));
        } catch (NoSuchFileException nobody) {
            throw new ConnectException("nobody is at " + to);
        }
        Life owner = Life.read(bell, OWNER);
        if (!owner.isSeen()) {
            throw new ConnectException(
                    to + " is in another PID namespace: whether it lives could not be seen from here;"
                            + " start both in one, or take uds");
        }
        if (!owner.mayLive()) {
            throw new ConnectException("whoever was at " + to + " has ended without closing");
        }
        String name = UUID.randomUUID().toString();
        Path made = there.resolve("new-" + name);
        try {
            MappedByteBuffer memory = Shared.create(made, RINGS + 2 * Layout.bytes(largest));
            Life.self().write(memory, 0);
            Files.move(made, there.resolve(LINK + name));
            WORD.getAndAdd((ByteBuffer) bell, RUNG, 1L);
            RingLink link = link(memory, owner, RingLink::closeReceiver);
            if ((long) WORD.getVolatile((ByteBuffer) bell, CLOSED) != 0) {
                // It, or its heir, may have let it in.
                link.closeSender();
                link.gone().run();
                throw new ConnectException(to + " has closed");
            }
            return link;
        } catch (IOException e) {
            Files.deleteIfExists(made);
            Files.deleteIfExists(there.resolve(LINK + name));
            throw e;
        }
    }

    @Override
    public void refuse() {
        WORD.setVolatile((ByteBuffer) doorbell, CLOSED, 1L);
    }

    @Override
    public synchronized void close() throws IOException {
        if (Files.isDirectory(folder)) {
            evict(folder);
        }
    }

    /** Whoever is killed in the midst of it leaves nothing at the address. */
    private static void evict(Path folder) throws IOException {
        Path old = folder.resolveSibling("old-" + UUID.randomUUID());
        Files.move(folder, old, StandardCopyOption.ATOMIC_MOVE);
        remove(old);
    }

    /** Somebody may be about to connect: their file is another to remove. */
    private static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(DOORBELL));
        for (int attempt = 0; Files.isDirectory(folder); attempt++) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException more) {
                if (attempt == 10) {
                    throw more;
                }
            }
        }
    }
}
