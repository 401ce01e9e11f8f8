package dev.lockstep.harness.rank;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** When a rank left its latest barriers, and with what the others say, how far apart they did: their <em>skew</em>. It is part of what a small collective's score says. */
public final class LeavingTimes {
    private static final int KEPT = 256;
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final RankThread rankThread;
    private final long[] left = new long[KEPT];
    private long barriers;

    /** Of this rank, from now on. */
    public LeavingTimes(RankThread rankThread) {
        this.rankThread = rankThread;
    }

    /** Waits for the others, and looks at the clock. */
    public void next() {
        rankThread.barrier().await();
        left[(int) (barriers++ % KEPT)] = System.nanoTime();
    }

    /** Tells the other ranks, and hears from them. */
    public void compare() {
        ByteBuffer mine = ByteBuffer.allocate((1 + KEPT) * Long.BYTES).putLong(clock());
        mine.asLongBuffer().put(left);
        List<LongBuffer> all = rankThread.exchange(mine.array()).stream()
                .map(bytes -> ByteBuffer.wrap(bytes).asLongBuffer())
                .toList();
        rankThread.skew(skew(all, (int) Math.min(KEPT, barriers)));
    }

    /** Clocks of one kernel are one clock, in containers, too. */
    private static long clock() {
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
