package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Ranks that believe that they are processes, with sockets between them, and are threads of this JVM. */
final class OneJvm implements CommunicatorProvider {
    private final CommunicatorProvider provider;

    OneJvm(CommunicatorProvider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String description() {
        return provider.description();
    }

    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        return provider.availability();
    }

    @Override
    public Map<Capability, String> unsupported() {
        return provider.unsupported();
    }

    @Override
    public World open(WorldOptions options) {
        Board board = new Board(options.ranks());
        return new Worlds(atOnce(IntStream.range(0, options.ranks())
                .<Callable<World>>mapToObj(rank -> () -> provider.open(options.with(board.peers(rank))))
                .toList()));
    }

    static CommunicatorProvider provider(String text) {
        return Communicators.discover().require(text);
    }

    /** What a rank does. */
    interface Part {
        void run(Communicator comm) throws Exception;
    }

    static void run(String provider, int ranks, Part part) {
        try (World world = new OneJvm(provider(provider)).open(new WorldOptions(ranks, 1))) {
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
        SocketsWorld world = ((SocketCommunicator) comm).world();
        world.abort("killed");
        world.engine().close();
    }

    /** Where ranks of one JVM tell each other small values. */
    static final class Board {
        private final int size;
        private final Map<String, byte[][]> told = new HashMap<>();

        Board(int size) {
            this.size = size;
        }

        private synchronized List<byte[]> allGather(int rank, String name, byte[] mine) {
            byte[][] all = told.computeIfAbsent(name, n -> new byte[size][]);
            all[rank] = mine;
            notifyAll();
            try {
                while (Arrays.asList(all).contains(null)) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommunicationException("interrupted");
            }
            return List.of(all);
        }

        /** What a rank has told. */
        synchronized byte[] told(String name, int rank) {
            return told.get(name)[rank];
        }

        Peers peers(int rank) {
            return new Peers() {
                @Override
                public int rank() {
                    return rank;
                }

                @Override
                public List<InetAddress> addresses() {
                    return Collections.nCopies(size, InetAddress.getLoopbackAddress());
                }

                @Override
                public List<byte[]> allGather(String name, byte[] mine) {
                    return Board.this.allGather(rank, name, mine);
                }
            };
        }
    }

    /** All of them. */
    private record Worlds(List<World> all) implements World {
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
            atOnce(all.stream()
                    .<Callable<Boolean>>map(world -> () -> {
                        world.close();
                        return true;
                    })
                    .toList());
        }
    }
}
