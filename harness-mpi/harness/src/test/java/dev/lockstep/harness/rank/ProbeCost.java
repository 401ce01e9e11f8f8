package dev.lockstep.harness.rank;

import dev.lockstep.harness.machine.CacheLineBounce;
import dev.lockstep.harness.machine.SharedPage;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/** What the probes of two threads add to iterations. Arguments: how many, and how long each is in milliseconds. */
final class ProbeCost {
    private ProbeCost() {}

    /** Prints it. */
    public static void main(String[] args) throws InterruptedException {
        int iterations = Integer.parseInt(args[0]);
        long length = Long.parseLong(args[1]) * 1_000_000;
        SharedPage page = SharedPage.ofThreads(CacheLineBounce.words(2));
        PlacementProbes probes = new PlacementProbes(2, seen -> {});
        Thread other = new Thread(() -> costs(page, 1, probes, iterations, length));
        other.start();
        long[] costs = costs(page, 0, probes, iterations, length);
        other.join();
        // The first one's is set-up.
        double setUp = costs[0] / 1e6;
        long[] others = Arrays.stream(costs).skip(1).sorted().toArray();
        double mean = LongStream.of(others).average().orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "set-up %.1f ms; then both probes of an iteration: a quarter up to %.0f us, median %.0f us, mean %.0f us,"
                        + " %.2f %% of %s ms%n",
                setUp,
                others[others.length / 4] / 1e3,
                others[others.length / 2] / 1e3,
                mean / 1e3,
                100 * mean / (length + mean),
                args[1]);
    }

    private static long[] costs(SharedPage page, int place, PlacementProbes probes, int iterations, long length) {
        PlacementProbe probe = new PlacementProbe(Optional.of(new CacheLineBounce(page, place, 2)), probes);
        long[] costs = new long[iterations];
        for (int i = 0; i < iterations; i++) {
            long begin = System.nanoTime();
            probe.before(i + 1);
            long start = System.nanoTime();
            long end = start;
            while (end - start < length) {
                end = System.nanoTime();
            }
            probe.after(i + 1);
            costs[i] = System.nanoTime() - end + start - begin;
        }
        return costs;
    }
}
