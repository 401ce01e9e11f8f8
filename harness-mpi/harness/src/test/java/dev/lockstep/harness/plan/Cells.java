package dev.lockstep.harness.plan;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** Cells and options that mean nothing. */
public final class Cells {
    public static final Benchmark SYNCHRONISED = benchmark("a.b.C.d", true, true, Map.of("bytes", List.of("8", "64")));
    public static final Benchmark CONTINUOUS = benchmark("a.b.C.e", true, false, Map.of());
    public static final Benchmark PLAIN = benchmark("a.b.C.f", false, false, Map.of("size", List.of("1")));

    public static final Benchmark OWN_TRANSPORT =
            new Benchmark("a.b.C.g", Mode.SingleShotTime, true, false, true, false, 1, Map.of(), Optional.empty());

    private Cells() {}

    public static Benchmark benchmark(
            String name, boolean ranked, boolean synchronised, Map<String, List<String>> params) {
        return new Benchmark(
                name, Mode.SingleShotTime, ranked, synchronised, false, false, 1, params, Optional.empty());
    }

    public static RankLayout local(int ranks, int threads) {
        return RankLayout.of(new LocalProvider(), ranks, threads);
    }

    public static Cell cell(Benchmark benchmark, Map<String, String> params) {
        return new Cell(benchmark, params, benchmark.ranked() ? local(2, 1) : RankLayout.plain(1));
    }

    public static RunOptions options(
            List<String> comms, List<Integer> ranks, List<Integer> threads, Map<String, List<String>> params) {
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .comm(comms.toArray(String[]::new))
                .ranks(ranks.toArray(Integer[]::new))
                .threads(threads.toArray(Integer[]::new))
                .effort(RunOptions.Effort.QUICK)
                .jvm(new Jvm("java", List.of()))
                .output(Path.of("out"));
        params.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
        return options.build();
    }
}
