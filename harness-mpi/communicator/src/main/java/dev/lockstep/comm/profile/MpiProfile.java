package dev.lockstep.comm.profile;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;

/**
 * Counts what a rank calls of its communicators: how often, for how long, and how large the messages are, by MPI's function;
 * on request also a checksum of all messages. It is a layer between a program and any {@link Communicator}, as MPI's profiling
 * interface is (MPI 4.1, chapter 15), and sees a program's calls, not a library's own messages.
 *
 * <p>Columns are those of mpiP, without its call sites: {@link dev.lockstep.comm.Requests#waitAll} is a {@code MPI_Wait} for
 * each request. <b>Bytes</b> are those that a rank gives: a message that it sends, or its contribution to a collective, in
 * place too; a receive has none.
 *
 * <p>The <b>checksum</b> is a sum of CRC-32, one for each message and contribution, over its function, its place in the order
 * of calls, the other rank or the root, tag, length and content. Two programs have the same if all ranks gave and received
 * the same messages in the same order; where a receive takes from anyone, the order may be another in each run.
 */
public final class MpiProfile {
    /** The system property that asks for it: {@value #CALLS} or {@value #CRC}. */
    public static final String PROPERTY = "lockstep.profile.mpi";

    /** Calls, times and sizes. */
    public static final String CALLS = "calls";

    /** The checksum of all messages as well. */
    public static final String CRC = "crc";

    /** What names of its figures begin with. */
    public static final String PREFIX = "mpi.";

    static final long UNSIGNED = 0xffff_ffffL;

    private static final int ENTRY = 1 + Tally.WIDTH * Long.BYTES;

    private final boolean checksums;
    private final List<Tally> tallies = new CopyOnWriteArrayList<>();
    private volatile int period;

    /**
     * Of one thread of a rank.
     *
     * @param checksums whether it looks at contents
     */
    public MpiProfile(boolean checksums) {
        this.checksums = checksums;
    }

    /**
     * The one that this JVM was asked for by {@value #PROPERTY}.
     *
     * @throws IllegalArgumentException if the property has another value
     */
    public static Optional<MpiProfile> asked() {
        String value = System.getProperty(PROPERTY);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.equals(CALLS) && !value.equals(CRC)) {
            throw new IllegalArgumentException(PROPERTY + " is " + CALLS + " or " + CRC + ", not '" + value + "'");
        }
        return Optional.of(new MpiProfile(value.equals(CRC)));
    }

    /** The same communicator, of which each call is counted; also those of its duplicates, parts and shares. */
    public Communicator of(Communicator communicator) {
        return new ProfiledCommunicator(communicator, this);
    }

    Tally tally() {
        Tally tally = new Tally(this, checksums);
        tallies.add(tally);
        return tally;
    }

    int period() {
        return period;
    }

    /** Begins anew: what was counted until now is forgotten. */
    public void begin() {
        period++;
    }

    /**
     * What was counted since the beginning.
     *
     * @param nanos how long that is
     * @return for {@link #figures}
     */
    public byte[] counted(long nanos) {
        ByteBuffer all = ByteBuffer.allocate(2 * Long.BYTES + MpiFunction.COUNT * ENTRY);
        all.putLong(nanos);
        all.putLong(tallies.stream().mapToLong(Tally::checksum).sum() & UNSIGNED);
        for (int f = 0; f < MpiFunction.COUNT; f++) {
            MpiFunction function = MpiFunction.of(f);
            if (sum(function, Tally.CALLS) > 0) {
                all.put((byte) f);
                for (int what = 0; what < Tally.LEAST; what++) {
                    all.putLong(sum(function, what));
                }
                all.putLong(sized(function, Tally.LEAST).min().orElse(0));
                all.putLong(sized(function, Tally.MOST).max().orElse(0));
            }
        }
        byte[] bytes = new byte[all.position()];
        all.flip().get(bytes);
        return bytes;
    }

    private long sum(MpiFunction function, int what) {
        return tallies.stream().mapToLong(tally -> tally.count(function, what)).sum();
    }

    private LongStream sized(MpiFunction function, int what) {
        return tallies.stream()
                .filter(tally -> tally.count(function, Tally.MESSAGES) > 0)
                .mapToLong(tally -> tally.count(function, what));
    }

    /**
     * A number that was found.
     *
     * @param name {@value #PREFIX}, the function, and what of it; or what of the whole
     * @param value in {@code unit}
     * @param unit as JMH writes it
     */
    public record Figure(String name, double value, String unit) {}

    /**
     * What all ranks have counted together. Of each function, {@code calls} and {@code time} per operation, means over
     * ranks; {@code max} is the time of the rank that spent most, {@code cov} the standard deviation over ranks by their
     * mean; and of those with messages {@code messages} and {@code bytes} per operation, means over ranks, and {@code least}
     * and {@code most}, the bytes of a message. Of the whole {@code app}, the time of an operation with all that is around
     * it, mean over ranks, and {@code crc}, where it was asked for: of all ranks' checksums, in order.
     *
     * @param ranks what each has counted, in order
     * @param operations that they counted in
     */
    public List<Figure> figures(List<byte[]> ranks, int operations) {
        double[][][] counts = new double[MpiFunction.COUNT][ranks.size()][];
        double nanos = 0;
        long checksum = 0;
        for (int rank = 0; rank < ranks.size(); rank++) {
            ByteBuffer all = ByteBuffer.wrap(ranks.get(rank));
            nanos += all.getLong();
            checksum = checksum * 31 + all.getLong() & UNSIGNED;
            while (all.hasRemaining()) {
                double[] numbers = new double[Tally.WIDTH];
                counts[all.get()][rank] = numbers;
                for (int what = 0; what < Tally.WIDTH; what++) {
                    numbers[what] = all.getLong();
                }
            }
        }
        List<Figure> figures = new ArrayList<>();
        for (int f = 0; f < MpiFunction.COUNT; f++) {
            new OfRanks(counts[f], operations).tell(PREFIX + MpiFunction.of(f).text() + '.', figures);
        }
        figures.add(new Figure(PREFIX + "app", nanos / 1000 / ranks.size() / operations, "us/op"));
        if (checksums) {
            figures.add(new Figure(PREFIX + "crc", checksum, "CRC-32"));
        }
        return figures;
    }

    /** A function's counts, by rank; null for one that has not called it. */
    private record OfRanks(double[][] counts, int operations) {
        void tell(String prefix, List<Figure> figures) {
            if (sum(Tally.CALLS) == 0) {
                return;
            }
            figures.add(new Figure(prefix + "calls", mean(Tally.CALLS), "1/op"));
            figures.add(new Figure(prefix + "time", mean(Tally.NANOS) / 1000, "us/op"));
            figures.add(new Figure(prefix + "max", most(Tally.NANOS) / 1000 / operations, "us/op"));
            figures.add(new Figure(prefix + "cov", variation(), "1"));
            if (sum(Tally.MESSAGES) > 0) {
                figures.add(new Figure(prefix + "messages", mean(Tally.MESSAGES), "1/op"));
                figures.add(new Figure(prefix + "bytes", mean(Tally.BYTES), "B/op"));
                figures.add(new Figure(prefix + "least", least(), "B"));
                figures.add(new Figure(prefix + "most", most(Tally.MOST), "B"));
            }
        }

        private double at(int rank, int what) {
            return counts[rank] == null ? 0 : counts[rank][what];
        }

        private double sum(int what) {
            double sum = 0;
            for (int rank = 0; rank < counts.length; rank++) {
                sum += at(rank, what);
            }
            return sum;
        }

        private double mean(int what) {
            return sum(what) / counts.length / operations;
        }

        private double most(int what) {
            double most = 0;
            for (int rank = 0; rank < counts.length; rank++) {
                most = Math.max(most, at(rank, what));
            }
            return most;
        }

        private double least() {
            double least = Double.MAX_VALUE;
            for (int rank = 0; rank < counts.length; rank++) {
                if (at(rank, Tally.MESSAGES) > 0) {
                    least = Math.min(least, at(rank, Tally.LEAST));
                }
            }
            return least;
        }

        /** Of time, with ranks as a sample of one less; 0 for a single rank. */
        private double variation() {
            double mean = sum(Tally.NANOS) / counts.length;
            double squares = 0;
            for (int rank = 0; rank < counts.length; rank++) {
                squares += Math.pow(at(rank, Tally.NANOS) - mean, 2);
            }
            return mean == 0 || counts.length == 1 ? 0 : Math.sqrt(squares / (counts.length - 1)) / mean;
        }
    }
}
