package dev.lockstep.harness.rank;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.CommunicatorContract;
import dev.lockstep.harness.Stub;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What {@code none} promises and refuses, with ranks that are threads and meet in this JVM's memory instead of a relay. */
class NoneContractTest extends CommunicatorContract {
    private final NoneProvider none = new NoneProvider();

    @Override
    protected CommunicatorProvider provider() {
        return Stub.of(
                CommunicatorProvider.class,
                Map.of(
                        "name",
                        all -> none.name(),
                        "description",
                        all -> none.description(),
                        "ranksAreThreads",
                        all -> true,
                        "availability",
                        all -> none.availability(),
                        "unsupported",
                        all -> none.unsupported(),
                        "open",
                        all -> world((WorldOptions) all[0])));
    }

    /** All ranks' worlds as one. */
    private World world(WorldOptions options) {
        Meeting meeting = new Meeting(options.ranks());
        List<Integer> ranks = IntStream.range(0, options.ranks()).boxed().toList();
        List<World> worlds = ranks.stream()
                .map(rank -> none.open(options.with(new Met(meeting, rank, new HashMap<>()))))
                .toList();
        return Stub.of(
                World.class,
                Map.of(
                        "size",
                        all -> ranks.size(),
                        "localRanks",
                        all -> ranks,
                        "communicator",
                        all -> worlds.get((int) all[0]).communicator((int) all[0], (int) all[1]),
                        "library",
                        all -> worlds.get(0).library(),
                        "threadLevel",
                        all -> worlds.get(0).threadLevel(),
                        "abort",
                        all -> meeting.abort((String) all[0]),
                        "close",
                        all -> {
                            worlds.forEach(World::close);
                            return null;
                        }));
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

        synchronized Void abort(String reason) {
            aborted = reason;
            notifyAll();
            return null;
        }
    }
}
