package dev.lockstep.comm.sockets;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.RanksTogether;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What tests do with ranks that are threads of this JVM. */
final class OneJvm {
    private OneJvm() {}

    static CommunicatorProvider provider(String text) {
        return Communicators.discover().require(text);
    }

    /** What a rank does. */
    interface Part {
        void run(Communicator comm) throws Exception;
    }

    static void run(String provider, int ranks, Part part) {
        try (World world = new RanksTogether(provider(provider)).open(new WorldOptions(ranks, 1))) {
            each(world, part);
        }
    }

    static void each(World world, Part part) {
        atOnce(world.localRanks().stream()
                .<Callable<Boolean>>map(rank -> () -> {
                    part.run(world.communicator(rank, 0));
                    return true;
                })
                .toList());
    }

    /** What all of them return; the first failure, if there is one. */
    static <T> List<T> atOnce(List<Callable<T>> calls) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<T> all = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(calls)) {
                all.add(each.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new CommunicationException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Ends the sockets of a communicator's rank, as the kernel does when a process dies. */
    static void kill(Communicator comm) throws IOException {
        ProcessWorld world = ((ProcessCommunicator) comm).world();
        world.abort("killed");
        world.engine().close();
    }
}
