package dev.lockstep.harness.rank;

import dev.lockstep.run.MetricNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Around each iteration of a synchronised benchmark, outside of what is timed: how far apart ranks leave the barrier, their
 * <em>skew</em>, and what an empty operation reads, the <em>floor</em>. Both are part of what a small collective's score says,
 * and are measured in the launch that it comes from, for the skew is another one where cores are far apart.
 */
public final class LeavingTimes {
    private static final int KEPT = 32;
    /** By then the JIT has compiled the clock reads. */
    private static final int WARMING = 20_000;

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final RankThread rankThread;
    private final long[] left = new long[KEPT];
    private final long[] empty = new long[KEPT];

    /** Of this rank. */
    public LeavingTimes(RankThread rankThread) {
        this.rankThread = rankThread;
        for (int i = 0; i < WARMING; i++) {
            look(i % KEPT);
        }
    }

    private void look(int i) {
        long start = System.nanoTime();
        empty[i] = System.nanoTime() - start;
        left[i] = start;
    }

    /** Passes some barriers, compares with the other ranks, and reports; collective. Nothing in a pilot, whose time it would take. */
    public void report() {
        if (rankThread.isPilot()) {
            return;
        }
        for (int i = 0; i < KEPT; i++) {
            rankThread.barrier().await();
            look(i);
        }
        ByteBuffer mine = ByteBuffer.allocate((1 + KEPT) * Long.BYTES).putLong(clock());
        mine.asLongBuffer().put(left);
        List<LongBuffer> all = rankThread.exchange(mine.array()).stream()
                .map(bytes -> ByteBuffer.wrap(bytes).asLongBuffer())
                .toList();
        Arrays.sort(empty);
        rankThread.report(MetricNames.FLOOR, empty[(KEPT - 1) / 2], "ns");
        rankThread.report(MetricNames.SKEW, skew(all, KEPT), "ns");
    }

    /** Clocks of one kernel are one clock, in containers, too. */
    static long clock() {
        try {
            return Arrays.hashCode(Files.readAllBytes(BOOT));
        } catch (IOException e) {
            return ProcessHandle.current().pid();
        }
    }

    /**
     * The median over barriers.
     *
     * @param ranks of each its clock, and when it left each barrier by that
     * @param barriers how many there are
     * @return in nanoseconds; NaN if ranks have several clocks, or one cannot see a difference, or there was no barrier
     */
    static double skew(List<LongBuffer> ranks, int barriers) {
        if (barriers == 0
                || ranks.stream().mapToLong(rank -> rank.get(0)).distinct().count() > 1) {
            return Double.NaN;
        }
        long[] apart = new long[barriers];
        for (int i = 0; i < barriers; i++) {
            int at = 1 + i;
            long first = ranks.get(0).get(at);
            // By differences: nanoTime may overflow.
            long[] later = ranks.stream()
                    .mapToLong(rank -> rank.get(at) - first)
                    .sorted()
                    .toArray();
            apart[i] = later[later.length - 1] - later[0];
        }
        Arrays.sort(apart);
        long skew = apart[(barriers - 1) / 2];
        return skew > 0 ? skew : Double.NaN;
    }
}
