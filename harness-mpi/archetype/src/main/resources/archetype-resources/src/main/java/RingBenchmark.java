package ${package};

import dev.lockstep.harness.Rank;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Every rank sends {@code bytes} to its right neighbour and receives as many from its left one; one op is one such exchange on this rank. Put your own operation
 * in its place.
 *
 * <pre>
 * mvn package
 * java -jar target/benchmarks.jar -t 2                                          two ranks, threads of one JVM
 * java -jar target/benchmarks.jar -p comm=openmpi -p ranks=2 -t 1 -prof ranks   two ranks, processes under mpirun
 * java -cp target/benchmarks.jar ${package}.Compare local openmpi               both, side by side
 * lockstep run --cp target/benchmarks.jar Ring --comm local,openmpi             both, with a report
 * </pre>
 */
@State(Scope.Thread) // one instance is one rank's thread
@BenchmarkMode(Mode.SingleShotTime) // ranks count operations: their clocks would not stop at the same one
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, batchSize = RingBenchmark.BATCH)
@Measurement(iterations = 10, batchSize = RingBenchmark.BATCH)
@OperationsPerInvocation(RingBenchmark.BATCH)
@Threads(2)
public class RingBenchmark implements SelfCheck {
    static final int BATCH = 1000;

    private static final int TAG = 1;

    /** Message size. */
    @Param({"64", "65536"})
    int bytes;

    private ByteBuffer out;
    private ByteBuffer in;

    @Setup
    public void allocate(Rank rank) {
        out = rank.comm().allocate(bytes);
        in = rank.comm().allocate(bytes);
        fill(rank); // memory that was never written reads faster than memory that was
        rank.selfCheck(this);
    }

    @Benchmark
    public void exchange(Synchronised sync, Rank rank) { // an untimed barrier before each op; it must come first
        rank.comm().sendRecv(out, right(rank), TAG, in, left(rank), TAG, null);
    }

    /** Known contents in. It, one op and the check run on every rank before anything is measured. */
    @Override
    public void fill(Rank rank) {
        for (int i = 0; i < bytes; i++) {
            out.put(i, content(rank.rank(), i));
            in.put(i, (byte) ~content(left(rank), i));
        }
    }

    /** Checked contents out: a benchmark that fails here gets no number. */
    @Override
    public void check(Rank rank) {
        for (int i = 0; i < bytes; i++) {
            if (in.get(i) != content(left(rank), i)) {
                throw new IllegalStateException(
                        "byte " + i + " is " + in.get(i) + ", not what rank " + left(rank) + " sent");
            }
        }
    }

    private static byte content(int rank, int i) {
        return (byte) (31 * rank + i % 251);
    }

    private static int right(Rank rank) {
        return (rank.rank() + 1) % rank.size();
    }

    private static int left(Rank rank) {
        return (rank.rank() + rank.size() - 1) % rank.size();
    }
}
