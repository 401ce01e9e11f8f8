package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * All ranks of MPJ Express's {@code smpdev}: threads of this JVM, that share the device and have everything above it
 * for themselves, by a class loader for each rank, as MPJ Express's own start-up program makes them. The device knows a
 * rank by its thread group.
 */
final class MulticoreWorld implements World {
    private static final long PATIENCE_SECONDS = 10;
    private static final String GROUP = "xdev.smpdev.SMPDevProcess";

    /** The classes that all ranks of a world share: the device, and what it uses. */
    private static final List<String> SHARED = List.of("xdev.", "mpjbuf.", "mpjdev.", "mpi.", "org.apache.log4j.");

    /** The classes that each rank has for itself: their static state says which rank it is. */
    private static final List<String> OWN =
            List.of("mpi.", "mpjdev.javampjdev.", "mpjdev.MPJDev", MulticoreWorld.class.getPackageName() + ".");

    private final String library;
    private final List<ThreadGroup> groups;
    private final List<World> ranks;
    private final List<OwnCopies> loaders;
    private boolean closed;

    private MulticoreWorld(String library, List<ThreadGroup> groups, List<World> ranks, List<OwnCopies> loaders) {
        this.library = library;
        this.groups = groups;
        this.ranks = ranks;
        this.loaders = loaders;
    }

    /** Joins all ranks; each waits for the others. */
    static MulticoreWorld open(String library, List<Path> jars, WorldOptions options) {
        List<OwnCopies> loaders = new ArrayList<>();
        boolean opened = false;
        try {
            List<URL> places = new ArrayList<>();
            for (Path jar : jars) {
                places.add(jar.toUri().toURL());
            }
            ClassLoader above = MulticoreWorld.class.getClassLoader();
            OwnCopies device = new OwnCopies(places, above, SHARED);
            loaders.add(device);
            places.add(
                    MulticoreWorld.class.getProtectionDomain().getCodeSource().getLocation());
            List<ThreadGroup> groups = new ArrayList<>();
            List<BiFunction<WorldOptions, Integer, World>> openers = new ArrayList<>();
            for (int rank = 0; rank < options.ranks(); rank++) {
                groups.add((ThreadGroup) make(device, GROUP, "mpj-rank-" + rank));
                OwnCopies own = new OwnCopies(places, device, OWN);
                loaders.add(own);
                openers.add(opener(own));
            }
            List<World> ranks = onAll(groups, rank -> openers.get(rank).apply(options, rank));
            opened = true;
            return new MulticoreWorld(library, List.copyOf(groups), ranks, loaders);
        } catch (ReflectiveOperationException | MalformedURLException | LinkageError e) {
            throw new CommunicationException(library + " did not load: " + e);
        } finally {
            if (!opened) {
                closeAll(loaders);
            }
        }
    }

    private static void closeAll(List<OwnCopies> loaders) {
        for (OwnCopies loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                // Its jars were only read: they close with their loader at the latest when it is collected.
                continue;
            }
        }
    }

    private static Object make(ClassLoader loader, String type, String name) throws ReflectiveOperationException {
        return loader.loadClass(type).getConstructor(String.class).newInstance(name);
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<WorldOptions, Integer, World> opener(ClassLoader loader)
            throws ReflectiveOperationException {
        return (BiFunction<WorldOptions, Integer, World>)
                loader.loadClass(MulticoreRank.class.getName()).getConstructor().newInstance();
    }

    /** Does something as every rank at the same time, in threads made for it. */
    private static <T> List<T> onAll(List<ThreadGroup> groups, IntFunction<T> task) {
        List<CompletableFuture<T>> results = IntStream.range(0, groups.size())
                .mapToObj(rank -> CompletableFuture.supplyAsync(() -> task.apply(rank), thread -> {
                    Thread made = new Thread(groups.get(rank), thread, "mpj-rank-" + rank);
                    made.setDaemon(true);
                    made.start();
                }))
                .toList();
        List<T> all = new ArrayList<>();
        try {
            for (CompletableFuture<T> result : results) {
                all.add(result.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
        } catch (ExecutionException e) {
            throw new CommunicationException("a rank of MPJ Express failed: " + e.getCause());
        } catch (TimeoutException e) {
            throw new CommunicationException("ranks of MPJ Express wait for each other in vain");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicationException("interrupted while ranks of MPJ Express met");
        }
        return all;
    }

    @Override
    public int size() {
        return ranks.size();
    }

    @Override
    public List<Integer> localRanks() {
        return IntStream.range(0, ranks.size()).boxed().toList();
    }

    @Override
    public Communicator communicator(int rank, int index) {
        return ranks.get(rank).communicator(rank, index);
    }

    @Override
    public Optional<ThreadGroup> threadGroup(int rank) {
        return Optional.of(groups.get(rank));
    }

    @Override
    public String library() {
        return library;
    }

    @Override
    public String threadLevel() {
        return ranks.get(0).threadLevel();
    }

    /** Does nothing: the library waits on whatever interrupts it. */
    @Override
    public void abort(String reason) {}

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                onAll(groups, rank -> {
                    // From within, for a group that has no thread just now would be gone at once.
                    endWithLastThread(groups.get(rank));
                    ranks.get(rank).close();
                    return rank;
                });
            } finally {
                closeAll(loaders);
            }
        }
    }

    /**
     * Until JDK 19 a group that does not end stays in its parent, and keeps all that its class loader has; from then on
     * this does nothing.
     */
    @SuppressWarnings("removal")
    private static void endWithLastThread(ThreadGroup group) {
        group.setDaemon(true);
    }
}
