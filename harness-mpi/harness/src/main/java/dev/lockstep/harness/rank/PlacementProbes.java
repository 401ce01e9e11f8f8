package dev.lockstep.harness.rank;

import dev.lockstep.harness.launch.Leftovers;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.placement.CacheLineBounce;
import dev.lockstep.harness.placement.SharedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The probes of a process: one for each of its benchmark threads, in a ring with those of all other processes that see the
 * same page of memory. When all threads have ended an iteration, what they saw goes to the relay, before JMH's results.
 */
final class PlacementProbes {
    private static final String PAGE = "probe";
    private static final long NONE = 0;

    private final Conditions[] seen;
    private final Consumer<Conditions> sink;
    private int ended;

    /**
     * Of so many threads.
     *
     * @param sink is handed what they saw when all of them have ended an iteration
     */
    PlacementProbes(int threads, Consumer<Conditions> sink) {
        this.seen = new Conditions[threads];
        this.sink = sink;
    }

    /**
     * Gives each thread of a process its probe; collective.
     *
     * @param ring whether threads are to bounce a cache line; otherwise only what the system counts is looked at
     */
    static void install(RankProcess process, RankEnvironment environment, int rank, RelayLink relay, boolean ring) {
        List<RankThread> threads = process.threads();
        PlacementProbes probes = new PlacementProbes(threads.size(), seen -> send(relay, seen));
        Optional<Ring> common = ring ? ring(process, environment, rank, relay) : Optional.empty();
        for (int i = 0; i < threads.size(); i++) {
            int thread = i;
            threads.get(i)
                    .probe(new PlacementProbe(
                            common.map(r -> new CacheLineBounce(r.page, r.first + thread, r.places)), probes, thread));
        }
    }

    private record Ring(SharedPage page, int first, int places) {}

    private static Optional<Ring> ring(RankProcess process, RankEnvironment environment, int rank, RelayLink relay) {
        int here = process.threads().size();
        if (process.world().localRanks().size() == environment.ranks()) {
            return Optional.of(new Ring(SharedPage.ofThreads(CacheLineBounce.words(here)), 0, here));
        }
        int words = CacheLineBounce.words(environment.ranks() * environment.threadsPerRank());
        Optional<SharedPage> page = environment.sharedMemory().flatMap(folder -> page(folder.resolve(PAGE), words));
        long nonce = page.map(SharedPage::nonce).orElse(NONE);
        List<Integer> members = members(
                nonce,
                new RelayPeers(rank, relay, Optional.empty())
                        .allGather(
                                PAGE,
                                ByteBuffer.allocate(Long.BYTES).putLong(nonce).array()));
        int mine = members.indexOf(rank);
        if (mine == 0) {
            environment.sharedMemory().ifPresent(PlacementProbes::unlink);
        }
        return members.size() < 2 && here < 2
                ? Optional.empty()
                : page.map(p -> new Ring(p, mine * here, members.size() * here));
    }

    /** The ranks that see the same page, by the number in it: hosts' names say nothing of containers. */
    static List<Integer> members(long nonce, List<byte[]> ofRanks) {
        return IntStream.range(0, ofRanks.size())
                .filter(r -> nonce != NONE && ByteBuffer.wrap(ofRanks.get(r)).getLong() == nonce)
                .boxed()
                .toList();
    }

    private static Optional<SharedPage> page(Path file, int words) {
        AtomicReference<SharedPage> page = new AtomicReference<>();
        Leftovers.attempt(
                "map the page by which ranks probe where they run", () -> page.set(SharedPage.of(file, words)));
        return Optional.ofNullable(page.get());
    }

    /** All have mapped it: nothing is left behind, however they end. */
    private static void unlink(Path folder) {
        Leftovers.attempt("remove the page that ranks share", () -> Files.deleteIfExists(folder.resolve(PAGE)));
    }

    /** A thread has ended an iteration. */
    synchronized void ended(int thread, Conditions conditions) {
        seen[thread] = conditions;
        ended++;
        if (ended == seen.length) {
            ended = 0;
            sink.accept(Arrays.stream(seen).reduce(Conditions::and).orElseThrow());
        }
    }

    private static void send(RelayLink relay, Conditions seen) {
        try {
            relay.send(FrameType.CONDITIONS, seen.format());
        } catch (IOException e) {
            throw new UncheckedIOException("the relay is gone", e);
        }
    }
}
