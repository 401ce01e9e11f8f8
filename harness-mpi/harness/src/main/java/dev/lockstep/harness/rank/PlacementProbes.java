package dev.lockstep.harness.rank;

import dev.lockstep.harness.launch.Leftovers;
import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.machine.CacheLineBounce;
import dev.lockstep.harness.machine.SharedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The probes of a process: one for each of its benchmark threads, in a ring with those of all other processes that see the
 * same page of memory. When all threads have ended an iteration, what they saw goes to the relay, before JMH's results.
 */
final class PlacementProbes {
    private static final String PAGE = "probe";
    private static final long NONE = 0;

    private final RelayLink relay;
    private final int threads;
    private Conditions seen;
    private int ended;

    private PlacementProbes(RelayLink relay, int threads) {
        this.relay = relay;
        this.threads = threads;
    }

    /**
     * Gives each thread of a process its probe; collective.
     *
     * @param ring whether threads are to bounce a cache line; otherwise only what the system counts is looked at
     */
    static void install(RankProcess process, RankEnvironment environment, int rank, RelayLink relay, boolean ring) {
        List<RankThread> threads = process.threads();
        PlacementProbes probes = new PlacementProbes(relay, threads.size());
        Optional<Ring> common = ring ? ring(process, environment, rank, relay) : Optional.empty();
        for (int i = 0; i < threads.size(); i++) {
            int thread = i;
            threads.get(i)
                    .probe(new PlacementProbe(
                            common.map(r -> new CacheLineBounce(r.page, r.first + thread, r.places)), probes));
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
                new RelayPeers(rank, relay)
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
        try {
            return Optional.of(SharedPage.of(file, words));
        } catch (IOException e) {
            System.err.println("lockstep: where ranks run is not probed, for they cannot have a page in common: " + e);
            return Optional.empty();
        }
    }

    /** All have mapped it: nothing is left behind, however they end. */
    private static void unlink(Path folder) {
        Leftovers.attempt("remove the page that ranks share", () -> Files.deleteIfExists(folder.resolve(PAGE)));
    }

    /** A thread has ended an iteration. */
    synchronized void ended(Conditions conditions) {
        seen = ended == 0 ? conditions : seen.with(conditions);
        ended++;
        if (ended == threads) {
            ended = 0;
            try {
                relay.send(FrameType.CONDITIONS, seen.format());
            } catch (IOException e) {
                throw new UncheckedIOException("the relay is gone", e);
            }
        }
    }
}
