package dev.lockstep.transport.benchmarks;

import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Rendezvous;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.shaped.ShapedTransport;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The parameters {@code transport} and {@code link}, and the peers that ranks open by it: what a benchmark over any transport takes as an
 * argument of its set-up. A {@link Peer} is that of one thread, or that of all threads of a rank. Whatever it is opened
 * with comes from the harness: the address to listen on, the folder, and the way in which peers tell each other where
 * they are, which is there with every {@code comm}. The benchmark names a rule by
 * {@link dev.lockstep.harness.Combinations}, {@link Carried} or one that extends it.
 */
@State(Scope.Benchmark)
public class Peers {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** A transport's name, with options behind it: {@code shm:wait=yield}. */
    @Param({"socket", "socket-open-close"})
    String transport;

    /**
     * What connections of TCP go over: {@code plain}, or a link with a rate, and a delay behind it, as {@code tc} writes
     * them: {@code 100mbit}, {@code 1gbit:delay=5ms}. Each rank has one link, through a switch.
     */
    @Param(ShapedTransport.PLAIN)
    String link = ShapedTransport.PLAIN;

    /** By rank, in this JVM: what thread 0 has found out or opened for the others. */
    private final ConcurrentMap<Integer, String> hostedText = new ConcurrentHashMap<>();

    private final ConcurrentMap<Integer, Peer> shared = new ConcurrentHashMap<>();

    /** By rank, in this JVM: what it has started for others. */
    private final ConcurrentMap<Integer, Hosted> hosted = new ConcurrentHashMap<>();

    /** Called by JMH: refuses what the benchmark's rule refuses, which plain JMH does not ask. */
    @Setup
    public void requireCarried(BenchmarkParams benchmark) throws ReflectiveOperationException {
        String method = benchmark.getBenchmark();
        Map<String, String> params = new TreeMap<>();
        benchmark.getParamsKeys().forEach(name -> params.put(name, benchmark.getParam(name)));
        Class<? extends CombinationRule> rule = Class.forName(method.substring(0, method.lastIndexOf('.')))
                .getAnnotation(Combinations.class)
                .value();
        rule.getConstructor()
                .newInstance()
                .obstacle(params, threadsOfARank(params, benchmark.getThreads()))
                .ifPresent(obstacle -> {
                    throw new IllegalArgumentException(obstacle.reason() + "; " + obstacle.remedy());
                });
    }

    /** How many of JMH's threads of this JVM a rank has. */
    private static int threadsOfARank(Map<String, String> params, int threads) {
        String ranks = params.get("ranks");
        if (!Communicators.discover().require(params.get("comm")).ranksAreThreads()) {
            return threads;
        }
        return ranks.equals("auto") ? 1 : threads / Integer.parseInt(ranks);
    }

    /**
     * Opens a peer for the calling thread; all threads of all ranks do so together, as set-up of a trial.
     *
     * @param rank the caller's
     * @param largest message, in bytes
     * @return to be closed by {@link #close}
     * @throws IOException if the transport cannot open it
     */
    public Peer open(Rank rank, int largest) throws IOException {
        return open(rank, setting -> setting, largest);
    }

    /** The same for one of a pair, whose messages are given to a receiver, where they are. */
    Peer open(Rank rank, Receiving receiving, Batch batch, Endpoint.Receiver receiver, int largest) throws IOException {
        Pair.of(rank.rank(), rank.size());
        return open(rank, pushingTo(receiving, batch, receiver), largest);
    }

    private static UnaryOperator<Setting> pushingTo(Receiving receiving, Batch batch, Endpoint.Receiver receiver) {
        return setting ->
                setting.withReceiver(receiving.pushes() ? Optional.of(batch.guarded(receiver)) : Optional.empty());
    }

    private Peer open(Rank rank, UnaryOperator<Setting> more, int largest) throws IOException {
        host(rank, largest);
        return peer(rank, more, largest);
    }

    /** The same with one peer, and one connection to its pair's other, for all threads of a rank. */
    Peer share(Rank rank, int largest) throws IOException {
        Pair.of(rank.rank(), rank.size());
        host(rank, largest);
        if (rank.thread() == 0) {
            shared.put(rank.rank(), peer(rank, setting -> setting, largest).connected());
        }
        rank.awaitThreads();
        return shared.get(rank.rank());
    }

    /** One peer of rank 0, for the messages of all threads of all other ranks, which have one each. */
    Peer toFirst(Rank rank, Receiving receiving, Batch batch, Endpoint.Receiver receiver, int largest)
            throws IOException {
        host(rank, largest);
        if (rank.rank() > 0) {
            return peer(rank, setting -> setting, largest);
        }
        if (rank.thread() == 0) {
            shared.put(0, peer(rank, pushingTo(receiving, batch, receiver), largest));
        }
        rank.awaitThreads();
        Peer server = shared.get(0);
        if (rank.thread() > 0) {
            server.tell(rank);
        }
        return server;
    }

    /** By rank 0, or by the first rank of each host: ranks of a host have one address. */
    private void host(Rank rank, int largest) throws IOException {
        Transports.Choice choice = choice();
        Hosted.Per per = choice.transport().hosted(choice.options());
        if (rank.thread() == 0 && per != Hosted.Per.NOBODY) {
            InetAddress address = new Rendezvous(rank, rank.rank()).address();
            List<String> all = rank.exchange(per == Hosted.Per.HOST ? address.getHostAddress() : "");
            int server = all.indexOf(all.get(rank.rank()));
            String text = "";
            if (server == rank.rank()) {
                Hosted started = choice.transport()
                        .host(setting(choice, parent(rank), largest).withAddress(address));
                hosted.put(rank.rank(), started);
                text = started.text();
            }
            hostedText.put(rank.rank(), rank.exchange(text).get(server));
        }
        rank.awaitThreads();
    }

    private Transports.Choice choice() {
        return ShapedTransport.on(Transports.discover().choose(transport), link);
    }

    private static Setting setting(Transports.Choice choice, Path folder, int largest) {
        return Setting.of(choice.transport(), folder, largest).with(choice.options());
    }

    /** Whether the transport, with the options that are chosen, lacks something. */
    public boolean lacks(Capability capability) {
        Transports.Choice choice = choice();
        return choice.transport().unsupported(choice.options()).containsKey(capability);
    }

    private Peer peer(Rank rank, UnaryOperator<Setting> more, int largest) throws IOException {
        Transports.Choice choice = choice();
        return Peer.open(rank, choice.transport(), more.apply(setting(rank, choice, largest)));
    }

    private Setting setting(Rank rank, Transports.Choice choice, int largest) throws IOException {
        Path folder = Files.createTempDirectory(parent(rank), "lockstep-peer-");
        return ShapedTransport.of(setting(choice, folder, largest), "rank " + rank.rank())
                .withHosted(hosted(rank));
    }

    /**
     * What the calling thread opens endpoints by, of which the others are not told; all threads of all ranks do so
     * together, as set-up of a trial.
     *
     * @param rank the caller's
     * @param largest message, in bytes
     * @return to be closed by {@link #close(Rank, Ends)}
     * @throws IOException if what they share cannot be started
     */
    public Ends ends(Rank rank, int largest) throws IOException {
        host(rank, largest);
        Transports.Choice choice = choice();
        return new Ends(choice.transport(), Peer.complete(rank, setting(rank, choice, largest)));
    }

    /** The text of what the peers of a rank's host share. */
    private String hosted(Rank rank) {
        return hostedText.getOrDefault(rank.rank(), "");
    }

    /** A process beside the ranks, which sends one message back to a peer of this rank. */
    PeerProcess another(Rank rank, Peer peer, int largest) throws IOException {
        Transports.Choice choice = choice();
        Setting setting = setting(choice, parent(rank), largest).withHosted(hosted(rank));
        return PeerProcess.start(choice.transport(), setting, peer.endpoint().address(), 1);
    }

    /** Where peers leave what those of their host share: what a launch has goes with it, however it ends. */
    private static Path parent(Rank rank) {
        return rank.folder()
                .orElseGet(() -> Files.isWritable(SHARED_MEMORY)
                        ? SHARED_MEMORY
                        : Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Closes a thread's peer, or the one that it shares; all threads of all ranks do so together, as tear-down of a trial.
     * What they were served by is closed after all of them.
     *
     * @param rank the caller's
     * @param peer what was opened
     * @throws IOException if that fails
     */
    public void close(Rank rank, Peer peer) throws IOException {
        close(rank, () -> {
            if (rank.thread() == 0 || peer != shared.get(rank.rank())) {
                peer.close();
            }
        });
    }

    /**
     * As {@link #close(Rank, Peer)}, for endpoints.
     *
     * @param rank the caller's
     * @param ends what was made by {@link #ends}
     * @throws IOException if that fails
     */
    public void close(Rank rank, Ends ends) throws IOException {
        close(rank, (Closeable) ends);
    }

    private void close(Rank rank, Closeable mine) throws IOException {
        rank.awaitThreads();
        rank.exchange("");
        mine.close();
        rank.exchange("");
        rank.awaitThreads();
        Hosted served = rank.thread() == 0 ? hosted.remove(rank.rank()) : null;
        if (served != null) {
            served.close();
        }
    }
}
