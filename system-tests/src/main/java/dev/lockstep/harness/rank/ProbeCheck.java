package dev.lockstep.harness.rank;

import dev.lockstep.harness.placement.CacheLineBounce;
import dev.lockstep.harness.placement.SharedPage;
import dev.lockstep.run.placement.Placements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.DoubleStream;

/**
 * What the probes of two threads add to iterations, and how often they name another placement than a long bounce around
 * them. Arguments: how many iterations, how long each is in milliseconds, and how many probes.
 */
final class ProbeCheck {
    /** Half of them before the probe, half after it. */
    private static final int ROUNDS = 50_000;

    /** Those before are not compiled. */
    private static final int WARM_UP = 20;

    private static final long APART_MILLIS = 100;

    /** Far from both ends, for the two cache lines around it are the array's own. */
    private static final int WORD = 32;

    private final SharedPage page = SharedPage.ofThreads(CacheLineBounce.words(2));
    private final AtomicLongArray line = new AtomicLongArray(2 * WORD);

    private ProbeCheck() {}

    /** Prints both. */
    public static void main(String[] args) throws InterruptedException {
        new ProbeCheck().cost(Integer.parseInt(args[0]), Long.parseLong(args[1]));
        new ProbeCheck().compare(Integer.parseInt(args[2]));
    }

    private void cost(int iterations, long millis) throws InterruptedException {
        PlacementProbes probes = new PlacementProbes(2, seen -> {});
        Thread other = new Thread(() -> costs(1, probes, iterations, millis));
        other.start();
        long[] costs = costs(0, probes, iterations, millis);
        other.join();
        // The first one's is set-up.
        long[] others = Arrays.stream(costs).skip(1).sorted().toArray();
        double mean = Arrays.stream(others).average().orElseThrow();
        print(
                "set-up %.0f ms; then both probes of an iteration: median %.0f us, mean %.0f us, %.2f %% of %d ms",
                costs[0] / 1e6,
                others[others.length / 2] / 1e3,
                mean / 1e3,
                100 * mean / (1e6 * millis + mean),
                millis);
    }

    private long[] costs(int place, PlacementProbes probes, int iterations, long millis) {
        PlacementProbe probe = new PlacementProbe(Optional.of(new CacheLineBounce(page, place, 2)), probes, place);
        long[] costs = new long[iterations];
        for (int i = 0; i < iterations; i++) {
            long begin = System.nanoTime();
            probe.before(i + 1);
            long start = System.nanoTime();
            long end = start;
            while (end - start < 1_000_000 * millis) {
                end = System.nanoTime();
            }
            probe.after(i + 1);
            costs[i] = System.nanoTime() - end + start - begin;
        }
        return costs;
    }

    private void compare(int looks) throws InterruptedException {
        List<double[]> all = new ArrayList<>();
        Thread other = new Thread(() -> look(1, looks, new ArrayList<>()));
        other.start();
        look(0, looks, all);
        other.join();
        Placements placements =
                Placements.of(all.stream().flatMapToDouble(DoubleStream::of).toArray());
        int stayed = 0;
        int wrong = 0;
        int missing = 0;
        for (double[] look : all) {
            Optional<Placements.Placement> truth = placements.at(look[0]);
            if (truth.isPresent() && truth.equals(placements.at(look[2]))) {
                stayed++;
                missing += placements.at(look[1]).isEmpty() ? 1 : 0;
                wrong += truth.equals(placements.at(look[1])) ? 0 : 1;
            }
        }
        print(
                "placements %s; of %d probes %d were within %d rounds in one placement, and %d (%.1f %%) were not in that"
                        + " one, of which %d read nothing or something odd",
                placements.all(), all.size(), stayed, ROUNDS, wrong, 100.0 * wrong / stayed, missing);
    }

    private void look(int place, int looks, List<double[]> kept) {
        CacheLineBounce bounce = new CacheLineBounce(page, place, 2);
        for (int i = 1; i <= WARM_UP + looks; i++) {
            double before = rounds(place, (2L * i) << 32);
            double reading = bounce.read(i);
            double after = rounds(place, (2L * i + 1) << 32);
            if (i > WARM_UP) {
                kept.add(new double[] {before, reading, after});
            }
            try {
                Thread.sleep(APART_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts it", e);
            }
        }
    }

    /** Nanoseconds one way. */
    private double rounds(int place, long first) {
        long start = System.nanoTime();
        for (long round = first; round < first + ROUNDS; round += 2) {
            if (place == 0) {
                line.setRelease(WORD, round + 1);
            }
            long wanted = round + (place == 0 ? 2 : 1);
            while (line.getAcquire(WORD) != wanted) {
                // without a pause, as the probe does
            }
            if (place == 1) {
                line.setRelease(WORD, round + 2);
            }
        }
        return (System.nanoTime() - start) / (double) ROUNDS;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
