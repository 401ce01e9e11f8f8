package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The parameter {@code transport}, and the peers that ranks open by it. A {@link Peer} is that of one thread, or that of
 * all threads of a rank. Whatever it is opened with comes from the harness: the address to listen on, the folder, and
 * the way in which peers tell each other where they are, which is there with every {@code comm}.
 */
@State(Scope.Benchmark)
public class Peers {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** A transport's name, with options behind it: {@code shm:wait=yield}. */
    @Param({"socket", "socket-open-close"})
    String transport;

    /** By rank, in this JVM: what thread 0 has found out or opened for the others. */
    private final ConcurrentMap<Integer, String> hostedText = new ConcurrentHashMap<>();

    private final ConcurrentMap<Integer, Peer> shared = new ConcurrentHashMap<>();

    /** That of rank 0, where it is in this JVM. */
    private volatile Hosted hosted = Hosted.NOTHING;

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
                .obstacle(params, benchmark.getThreads())
                .ifPresent(obstacle -> {
                    throw new IllegalArgumentException(obstacle.reason() + "; " + obstacle.remedy());
                });
    }

    /**
     * Opens a peer for the calling thread; all threads of all ranks do so together.
     *
     * @param largest message, in bytes
     * @throws IOException if the transport cannot open it
     */
    Peer open(Rank rank, int largest) throws IOException {
        Pair.of(rank.rank(), rank.size());
        host(rank);
        return peer(rank, largest);
    }

    /** The same with one peer and one connection for all threads of a rank. */
    Peer share(Rank rank, int largest) throws IOException {
        Pair.of(rank.rank(), rank.size());
        host(rank);
        if (rank.thread() == 0) {
            shared.put(rank.rank(), peer(rank, largest).connected());
        }
        rank.awaitThreads();
        return shared.get(rank.rank());
    }

    private void host(Rank rank) throws IOException {
        if (rank.thread() == 0) {
            if (rank.rank() == 0) {
                Transports.Choice choice = Transports.discover().choose(transport);
                hosted = choice.transport()
                        .host(Setting.of(choice.transport(), parent(rank), 0).with(choice.options()));
            }
            hostedText.put(
                    rank.rank(),
                    rank.exchange(rank.rank() == 0 ? hosted.text() : "").get(0));
        }
        rank.awaitThreads();
    }

    /** Whether the transport, as it is chosen, lacks something. */
    boolean lacks(Capability capability) {
        Transports.Choice choice = Transports.discover().choose(transport);
        return choice.transport().unsupported(choice.options()).containsKey(capability);
    }

    /** The text of what peers share. */
    String hosted(Rank rank) {
        return hostedText.get(rank.rank());
    }

    private Peer peer(Rank rank, int largest) throws IOException {
        return Peer.open(
                rank,
                Transports.discover().choose(transport),
                hosted(rank),
                Files.createTempDirectory(parent(rank), "lockstep-peer-"),
                largest);
    }

    /** Where peers leave what those of their host share: what a launch has goes with it, however it ends. */
    private static Path parent(Rank rank) {
        return rank.folder()
                .orElseGet(() -> Files.isWritable(SHARED_MEMORY)
                        ? SHARED_MEMORY
                        : Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Closes a thread's peer, or the one that it shares; all threads of all ranks do so together. What they were served
     * by is closed after all of them.
     */
    void close(Rank rank, Peer peer) throws IOException {
        rank.awaitThreads();
        rank.exchange("");
        if (rank.thread() == 0 || peer != shared.get(rank.rank())) {
            peer.close();
        }
        rank.exchange("");
        rank.awaitThreads();
        if (rank.rank() == 0 && rank.thread() == 0) {
            hosted.close();
        }
    }
}
