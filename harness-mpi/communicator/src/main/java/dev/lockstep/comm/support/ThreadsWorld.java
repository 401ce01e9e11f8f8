package dev.lockstep.comm.support;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Ranks that are threads of one process, each with a world of its own, as if it were a process. */
public final class ThreadsWorld implements World {
    private final List<World> all;

    /**
     * Opens them all. If one cannot be opened, those that were are closed.
     *
     * @param options how many there are, and the launch, whose folder is theirs
     * @param opener of one, which meets the others by its peers
     * @throws CommunicationException if one cannot be opened; the cause is what the first of them has failed with
     */
    public ThreadsWorld(WorldOptions options, BiFunction<WorldOptions, Peers, World> opener) {
        Board board = new Board(options.ranks(), options.peers().flatMap(Peers::folder));
        List<World> opened = Collections.synchronizedList(new ArrayList<>());
        try {
            all = atOnce(IntStream.range(0, options.ranks())
                    .<Callable<World>>mapToObj(rank -> () -> {
                        try {
                            World world = opener.apply(options, board.peers(rank));
                            opened.add(world);
                            return world;
                        } catch (RuntimeException | Error e) {
                            throw board.fail(e);
                        }
                    })
                    .toList());
        } catch (CommunicationException e) {
            CommunicationException first = board.fail(e);
            opened.forEach(world -> world.abort(first.getMessage()));
            try {
                close(opened);
            } catch (CommunicationException alsoFailed) {
                first.addSuppressed(alsoFailed);
            }
            throw first;
        }
    }

    @Override
    public int size() {
        return all.size();
    }

    @Override
    public List<Integer> localRanks() {
        return IntStream.range(0, all.size()).boxed().toList();
    }

    @Override
    public Communicator communicator(int rank, int index) {
        return all.get(rank).communicator(rank, index);
    }

    @Override
    public String library() {
        return all.get(0).library();
    }

    @Override
    public String threadLevel() {
        return all.get(0).threadLevel();
    }

    @Override
    public void abort(String reason) {
        all.forEach(world -> world.abort(reason));
    }

    @Override
    public void close() {
        close(all);
    }

    private static void close(List<World> worlds) {
        atOnce(worlds.stream()
                .<Callable<Boolean>>map(world -> () -> {
                    world.close();
                    return true;
                })
                .toList());
    }

    /** What all of them return; the first failure, if there is one. */
    private static <T> List<T> atOnce(List<Callable<T>> calls) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(calls)) {
                results.add(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new CommunicationException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicationException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
