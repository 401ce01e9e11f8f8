package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.transport.support.Daemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Ranks that are threads, in a world of their own: rank 0 serves, the others are clients. */
final class Group implements AutoCloseable {
    final World world;
    final Path disk;
    private final int ranks;

    Group(int ranks, Path scratch) throws Exception {
        this.ranks = ranks;
        world = new LocalProvider().open(new WorldOptions(ranks, 1));
        disk = Files.createTempDirectory(scratch, "disk");
    }

    Communicator comm(int rank) {
        return world.communicator(rank, 0);
    }

    CacheServer server(Store store, long memory, long onDisk, DataCache.Limits limits) throws Exception {
        return new CacheServer(comm(0), store, new DataCache.Capacity(memory, onDisk, disk, Eviction.LRU), limits);
    }

    /** What a client does. */
    interface Part {
        void run(CacheClient client) throws Exception;
    }

    /** Serves while all clients do the same, and say goodbye; throws what goes wrong. */
    void run(CacheServer server, DataCache.Limits limits, Part part) throws Exception {
        FutureTask<Void> serving = serve(server);
        FutureTask<?>[] clients = new FutureTask<?>[ranks - 1];
        for (int rank = 1; rank < ranks; rank++) {
            int me = rank;
            clients[rank - 1] = start(() -> {
                CacheClient client = new CacheClient(comm(me), limits);
                try {
                    part.run(client);
                } finally {
                    client.leave();
                }
                return null;
            });
        }
        for (FutureTask<?> client : clients) {
            client.get();
        }
        serving.get();
    }

    /** Work on a thread of its own. */
    static <T> FutureTask<T> start(Callable<T> task) {
        FutureTask<T> result = new FutureTask<>(task);
        Daemon.start("cache-test", result);
        return result;
    }

    static FutureTask<Void> serve(CacheServer server) {
        return start((Callable<Void>) () -> {
            server.serve();
            return null;
        });
    }

    @Override
    public void close() {
        world.close();
    }
}
