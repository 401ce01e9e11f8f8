package dev.lockstep.comm.testkit;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.WorldOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Processes of one host that tell each other small values by files. */
public final class FolderPeers implements Peers {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Path folder;
    private final int rank;
    private final int size;
    private int exchanges;

    private FolderPeers(Path folder, int rank, int size) {
        this.folder = folder;
        this.rank = rank;
        this.size = size;
    }

    /**
     * The options of a rank, with its peers if {@link PlainProcesses} has started it.
     *
     * @param options without them
     * @param folder where they exchange their values: empty before, and of that launch alone
     * @return the same if another launcher has started it
     */
    public static WorldOptions added(WorldOptions options, Path folder) {
        String rank = System.getenv(PlainProcesses.RANK);
        return rank == null ? options : options.with(new FolderPeers(folder, Integer.parseInt(rank), options.ranks()));
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public List<InetAddress> addresses() {
        return Collections.nCopies(size, InetAddress.getLoopbackAddress());
    }

    @Override
    public Optional<Path> folder() {
        return Optional.of(folder);
    }

    @Override
    public List<byte[]> allGather(String name, byte[] mine) {
        String prefix = "peers-" + name + "-" + exchanges++ + "-";
        try {
            Path whole = Files.write(folder.resolve(prefix + rank + ".part"), mine);
            Files.move(whole, folder.resolve(prefix + rank), StandardCopyOption.ATOMIC_MOVE);
            List<byte[]> all = new ArrayList<>();
            for (int other = 0; other < size; other++) {
                all.add(read(folder.resolve(prefix + other)));
            }
            return all;
        } catch (IOException e) {
            throw new CommunicationException("small values cannot be exchanged by files: " + e, e);
        }
    }

    private static byte[] read(Path file) throws IOException {
        long begun = System.nanoTime();
        while (!Files.exists(file)) {
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                throw new IOException(file + " does not come");
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while it waited for " + file, e);
            }
        }
        return Files.readAllBytes(file);
    }
}
