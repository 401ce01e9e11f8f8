package dev.lockstep.codec.benchmarks;

import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.Profiled;
import dev.lockstep.harness.Reported;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Several types of objects through one call site, as in a server that speaks more than one message; one op is one
 * object, to bytes and back.
 *
 * <p>Types take turns. With one type, every call within the codec has one target, which the JIT compiler takes for
 * granted; with three it has more targets than HotSpot's profile of a call keeps (two, {@code TypeProfileWidth}), so
 * that calls are made by table and nothing is inlined. Published numbers are mostly of the first kind, programs mostly
 * of the second.
 *
 * <p>Run it: {@code java -jar jmh-serialization/benchmarks/target/benchmarks.jar CallSites -p codec=json}, or
 * {@code ./lockstep run CallSites -p codec=json}.
 *
 * <p>Read it: the mixture against the mean of its parts. All cells do the same work per op, on {@value #PLACES} objects
 * in turn, each with a codec of its own.
 */
@Combinations(Claimed.class)
@Profiled("gc")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class CallSitesBenchmark {
    private static final int PLACES = 12;

    /** The payloads that take turns. */
    @Param({"ping", "command", "log", "ping+command+log"})
    String types;

    private Subject[] subjects;
    private ByteBuffer[] targets;
    private int next;

    /** The payloads of a value of {@code types}. */
    static String[] payloads(String types) {
        return types.split("\\+");
    }

    /** Makes objects of each type, and checks that each survives. */
    @Setup
    public void prepare(CodecName name) {
        String[] payloads = payloads(types);
        if (PLACES % payloads.length != 0) {
            throw new IllegalArgumentException("types: " + payloads.length + " payloads do not take even turns in "
                    + PLACES + " places; name 1, 2, 3, 4, 6 or 12");
        }
        subjects = new Subject[PLACES];
        targets = new ByteBuffer[PLACES];
        for (int i = 0; i < PLACES; i++) {
            Choice choice = Choice.of(name.codec, payloads[i % payloads.length]);
            subjects[i] = new Subject();
            subjects[i].make(choice.open(), choice.value(i));
            targets[i] = ByteBuffer.allocate(subjects[i].bytes.limit());
        }
        for (int i = 0; i < PLACES; i++) {
            int place = next;
            subjects[place].requireBack(encodeDecode());
        }
    }

    /** Encodes and decodes one object of the next type. */
    @Benchmark
    @Reported(section = "serialization", stage = "mixture")
    public Object encodeDecode() {
        Subject subject = subjects[next];
        ByteBuffer target = targets[next];
        next = next + 1 == PLACES ? 0 : next + 1;
        target.clear();
        subject.codec.encode(subject.value, target);
        target.flip();
        return subject.codec.decode(target);
    }
}
