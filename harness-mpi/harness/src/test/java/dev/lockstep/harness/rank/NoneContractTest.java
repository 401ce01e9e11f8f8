package dev.lockstep.harness.rank;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.CommunicatorContract;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
        return (CommunicatorProvider) proxy(
                CommunicatorProvider.class, (method, arguments) -> switch (method.getName()) {
                    case "ranksAreThreads" -> true;
                    case "open" -> world((WorldOptions) arguments[0]);
                    default -> method.invoke(none, arguments);
                });
    }

    /** All ranks' worlds as one. */
    private World world(WorldOptions options) {
        Meeting meeting = new Meeting(options.ranks());
        List<World> worlds = IntStream.range(0, options.ranks())
                .mapToObj(rank -> none.open(options.with(new Met(meeting, rank, new HashMap<>()))))
                .toList();
        return (World) proxy(World.class, (method, arguments) -> switch (method.getName()) {
            case "size" -> worlds.size();
            case "localRanks" -> IntStream.range(0, worlds.size()).boxed().toList();
            case "communicator" -> worlds.get((int) arguments[0]).communicator((int) arguments[0], (int) arguments[1]);
            case "abort" -> {
                meeting.abort((String) arguments[0]);
                yield null;
            }
            case "close" -> {
                worlds.forEach(World::close);
                yield null;
            }
            default -> method.invoke(worlds.get(0), arguments);
        });
    }

    private interface Answer {
        Object to(Method method, Object... arguments) throws Throwable;
    }

    private static Object proxy(Class<?> type, Answer answer) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answer.to(method, arguments));
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
