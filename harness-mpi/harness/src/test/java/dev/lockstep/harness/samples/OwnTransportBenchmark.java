package dev.lockstep.harness.samples;

import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Combinations;
import dev.lockstep.harness.OwnTransport;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.SelfCheck;
import dev.lockstep.harness.Synchronised;
import dev.lockstep.spi.Availability;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Ranks that know of each other, and send nothing; their JVMs need what a rule says, in pilots and in forks. */
@OwnTransport
@Combinations(OwnTransportBenchmark.Needy.class)
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, batchSize = 20)
@Measurement(iterations = 2, batchSize = 20)
@OperationsPerInvocation(20)
public class OwnTransportBenchmark implements SelfCheck {
    private static final String NEEDED = "lockstep.samples.needed";
    private static final String VARIABLE = "LOCKSTEP_SAMPLES_NEEDED";
    private static final Path LIBRARY = Path.of("/nowhere/needed.jar");

    /** As a transport would say it. */
    public static final class Needy implements CombinationRule {
        /** For the harness. */
        public Needy() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return Optional.empty();
        }

        @Override
        public Optional<Availability.Available> requirements(Map<String, String> params) {
            return Optional.of(new Availability.Available(
                    "1",
                    "here",
                    List.of(LIBRARY),
                    Map.of(NEEDED, params.get("comm")),
                    Map.of(VARIABLE, "two words"),
                    List.of("-XX:+UseSerialGC")));
        }
    }

    private List<String> known;
    private int operations;

    private static String name(int rank, int thread) {
        return "thread " + thread + " of rank " + rank;
    }

    /** Called by JMH. */
    @Setup
    public void meet(Rank rank, BenchmarkParams params) {
        require(params.getParam("comm"), System.getProperty(NEEDED));
        require("two words", System.getenv(VARIABLE));
        require("Copy", ManagementFactory.getGarbageCollectorMXBeans().get(0).getName());
        require(
                LIBRARY.toString(),
                Stream.of(System.getProperty("java.class.path").split(":"))
                        .filter(LIBRARY.toString()::equals)
                        .findFirst()
                        .orElse(null));
        known = rank.exchange(name(rank.rank(), rank.thread()));
        rank.selfCheck(this);
    }

    private static void require(String expected, String found) {
        if (!expected.equals(found)) {
            throw new IllegalStateException("the rule's requirements: expected " + expected + ", found " + found);
        }
    }

    /** With a barrier before each operation. */
    @Benchmark
    @Reported(section = "samples", stage = "together")
    public int together(Synchronised sync, Rank rank) {
        return ++operations;
    }

    /** Without. */
    @Benchmark
    public int alone(Rank rank) {
        return ++operations;
    }

    @Override
    public void fill(Rank rank) {
        operations = 0;
    }

    @Override
    public void check(Rank rank) {
        List<String> all = IntStream.range(0, rank.size())
                .mapToObj(r -> name(r, rank.thread()))
                .toList();
        if (!known.equals(all) || operations == 0) {
            throw new IllegalStateException(
                    "expected " + all + " and some operations, found " + known + " and " + operations);
        }
    }
}
