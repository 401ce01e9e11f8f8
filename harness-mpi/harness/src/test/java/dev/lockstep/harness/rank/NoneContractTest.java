package dev.lockstep.harness.rank;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.CommunicatorContract;
import dev.lockstep.spi.Availability;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What {@code none} promises and refuses, with ranks that are threads and meet in this JVM's memory instead of a relay. */
class NoneContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new ThreadedNone();
    }

    private static final class ThreadedNone implements CommunicatorProvider {
        private final NoneProvider none = new NoneProvider();

        @Override
        public String name() {
            return none.name();
        }

        @Override
        public String description() {
            return none.description();
        }

        @Override
        public boolean ranksAreThreads() {
            return true;
        }

        @Override
        public List<String> launchers() {
            return List.of();
        }

        @Override
        public Availability availability() {
            return none.availability();
        }

        @Override
        public Map<Capability, String> unsupported() {
            return none.unsupported();
        }

        @Override
        public World open(WorldOptions options) {
            Meeting meeting = new Meeting(options.ranks());
            return new ThreadWorld(
                    meeting,
                    IntStream.range(0, options.ranks())
                            .mapToObj(rank -> none.open(options.with(new Met(meeting, rank, new HashMap<>()))))
                            .toList());
        }
    }

    /** All ranks' worlds as one. */
    private record ThreadWorld(Meeting meeting, List<World> worlds) implements World {
        @Override
        public int size() {
            return worlds.size();
        }

        @Override
        public List<Integer> localRanks() {
            return IntStream.range(0, worlds.size()).boxed().toList();
        }

        @Override
        public Communicator communicator(int rank, int index) {
            return worlds.get(rank).communicator(rank, index);
        }

        @Override
        public String library() {
            return worlds.get(0).library();
        }

        @Override
        public String threadLevel() {
            return worlds.get(0).threadLevel();
        }

        @Override
        public void abort(String reason) {
            meeting.abort(reason);
        }

        @Override
        public void close() {
            worlds.forEach(World::close);
        }
    }

    /** The others, as one rank sees them. */
    private record Met(Meeting meeting, int rank, Map<String, Integer> exchanges) implements Peers {
        @Override
        public List<InetAddress> addresses() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<byte[]> allGather(String name, byte[] mine) {
            return meeting.exchange(rank, name + " " + exchanges.merge(name, 1, Integer::sum), mine);
        }
    }

    /** In place of a relay. */
    private static final class Meeting {
        private final int ranks;
        private final Map<String, Map<Integer, byte[]>> values = new HashMap<>();
        private String aborted;

        Meeting(int ranks) {
            this.ranks = ranks;
        }

        synchronized List<byte[]> exchange(int rank, String exchange, byte[] mine) {
            Map<Integer, byte[]> all = values.computeIfAbsent(exchange, k -> new HashMap<>());
            all.put(rank, mine);
            notifyAll();
            while (all.size() < ranks) {
                if (aborted != null) {
                    throw new CommunicationException(aborted);
                }
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new CommunicationException("interrupted");
                }
            }
            return new ArrayList<>(all.values());
        }

        synchronized void abort(String reason) {
            aborted = reason;
            notifyAll();
        }
    }
}
