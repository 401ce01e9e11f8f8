package dev.lockstep.comm.local;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Provides {@code local}: ranks that are threads of one JVM. Each {@link #open} makes a world of its own. */
public final class LocalProvider implements CommunicatorProvider {

    @Override
    public String name() {
        return "local";
    }

    @Override
    public String description() {
        return "ranks are threads of one JVM, messages go through its memory";
    }

    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain(LocalWorld.VERSION, "this JVM");
    }

    @Override
    public World open(WorldOptions options) {
        return new LocalWorld(options);
    }

    /** All ranks of one {@code local} run. */
    private static final class LocalWorld implements World {
        static final String VERSION = "1";

        private final Abort abort = new Abort();
        private final int size;
        private final List<List<LocalCommunicator>> communicators;

        LocalWorld(WorldOptions options) {
            size = options.ranks();
            int cores = Cores.usable();
            boolean oversubscribed = (long) size * options.threadsPerRank() > cores;
            List<Siblings> siblings =
                    IntStream.range(0, size).mapToObj(r -> new Siblings()).toList();
            List<List<LocalCommunicator>> made = new ArrayList<>();
            for (int index = 0; index < options.communicators(); index++) {
                Group group = new Group(size, abort, oversubscribed);
                made.add(IntStream.range(0, size)
                        .mapToObj(rank -> new LocalCommunicator(group, rank, siblings.get(rank)))
                        .toList());
            }
            communicators = List.copyOf(made);
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public List<Integer> localRanks() {
            return IntStream.range(0, size).boxed().toList();
        }

        @Override
        public Communicator communicator(int rank, int index) {
            return communicators
                    .get(Objects.checkIndex(index, communicators.size()))
                    .get(Objects.checkIndex(rank, size));
        }

        @Override
        public String library() {
            return "lockstep local " + VERSION;
        }

        @Override
        public String threadLevel() {
            return "MULTIPLE";
        }

        @Override
        public void abort(String reason) {
            abort.raise(reason);
        }

        @Override
        public void close() {
            abort.raise("the world was closed");
            communicators.forEach(group -> group.forEach(LocalCommunicator::close));
        }
    }
}
