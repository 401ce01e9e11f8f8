package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.support.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A rank's part in the benchmark. The first of each group serves, or does nothing where there is no cache; the others
 * get files. Rank 0 starts the shared store.
 */
final class Member {
    /** What lies there goes with the launch, however that ends. */
    private final Path folder;

    /** Whether this rank has made it, and so deletes it: one of each host. */
    private boolean isOwner;

    private final boolean isFirst;
    private final int clients;
    private final int place;

    /** What is to be closed before any rank has left; the last first. */
    private final List<AutoCloseable> opened = new ArrayList<>();

    private Hosted hosted = Hosted.NOTHING;

    private final Cached.Plan plan;
    private final Corpus corpus;

    /** Null for a client. */
    private CacheServer server;

    /** Both null for a rank that gets no files, and one for one that does. */
    private CacheClient client;

    private Store store;

    /**
     * Opens all that a rank has; all ranks do so together.
     *
     * @throws IllegalArgumentException if a group would have no client
     */
    Member(Rank rank, Cached.Plan plan, Corpus corpus) throws IOException {
        this.plan = plan;
        this.corpus = corpus;
        List<Integer> ours = group(rank, plan.groups());
        isFirst = rank.rank() == ours.get(0);
        place = rank.rank() - ours.get(0);
        clients = ours.size() - 1;
        String name = rank.exchange("lockstep-cache-" + UUID.randomUUID()).get(0);
        folder = rank.folder()
                .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")))
                .resolve(name);
        try {
            Path files = folder.resolve("store");
            if (rank.rank() == 0) {
                isOwner = make();
                corpus.write(files);
                hosted = plan.isBare() ? hosted : RemoteStore.host(files, plan.link(), rank.address(), folder);
            }
            String there = rank.exchange(hosted.text()).get(0);
            isOwner |= make();
            if (isFirst && rank.rank() > 0) {
                rank.serve();
            }
            if (plan.isCached()) {
                joinGroup(rank, there);
            } else if (!isFirst) {
                store = plan.isBare() ? bare(files) : connect(rank, there);
            }
            rank.exchange("");
        } catch (IOException | RuntimeException e) {
            abandon(e);
            throw e;
        }
    }

    /** Whether the folder was not there. */
    private boolean make() throws IOException {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** The ranks of a rank's group, in order. */
    static List<Integer> group(Rank rank, int groups) {
        int group = DataCache.groupOf(rank.rank(), rank.size(), groups);
        return IntStream.range(0, rank.size())
                .filter(other -> DataCache.groupOf(other, rank.size(), groups) == group)
                .boxed()
                .toList();
    }

    private void joinGroup(Rank rank, String there) throws IOException {
        Communicator group = DataCache.group(rank.comm(), plan.groups());
        opened.add(0, group);
        if (!isFirst) {
            client = new CacheClient(group, DataCache.Limits.DEFAULT);
            return;
        }
        Path disk = Files.createDirectory(folder.resolve("disk-" + rank.rank()));
        server = new CacheServer(
                group,
                connect(rank, there),
                new DataCache.Capacity(plan.memory(), plan.disk(), disk, plan.eviction()),
                DataCache.Limits.DEFAULT);
        opened.add(0, server);
        server.index(corpus.names());
    }

    /** On a host of its own a rank has files of its own. */
    private Store bare(Path files) throws IOException {
        corpus.write(files);
        return new FolderStore(files);
    }

    private Store connect(Rank rank, String there) throws IOException {
        Store connected = RemoteStore.connect(there, "rank " + rank.rank());
        opened.add(0, connected);
        return connected;
    }

    boolean isClient() {
        return !isFirst;
    }

    /** How many clients its group has. */
    int clients() {
        return clients;
    }

    /** Which of these it is, 1 to {@link #clients}; 0 for the first of a group. */
    int place() {
        return place;
    }

    /** Its server; null if it has none. */
    CacheServer server() {
        return server;
    }

    /** Gets a file. */
    int get(String name, ByteBuffer into) throws IOException {
        return client == null ? store.get(name, into) : client.get(name, into);
    }

    /** Has no more requests until all have left; or serves until then. */
    void leave() throws IOException {
        if (client != null) {
            client.leave();
        } else if (server != null) {
            server.serve();
        }
    }

    /** Puts all files where they lie at the start, in order, and forgets what was counted; before any client asks. */
    void placeFiles() throws IOException {
        if (server != null) {
            for (String name : corpus.names()) {
                server.place(name, plan.tier());
            }
            server.counted();
        }
    }

    /** Ends all; all ranks do so together, whatever one of them cannot close. */
    void close(Rank rank) throws IOException {
        rank.exchange("");
        Closing.all(List.of(() -> Closing.all(opened), () -> rank.exchange(""), hosted, this::delete));
    }

    /** Ends what this rank has: set-up has failed. */
    void abandon(Exception why) {
        Closing.because(why, List.<AutoCloseable>of(() -> Closing.all(opened), hosted, this::delete));
    }

    private void delete() throws IOException {
        if (isOwner) {
            Folders.delete(folder);
        }
    }
}
