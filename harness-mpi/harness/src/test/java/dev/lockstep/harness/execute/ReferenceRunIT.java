package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.reference.ReferenceKernel;
import dev.lockstep.harness.reference.ReferenceProvider;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

/** Launches of the C reference that time each call. */
@Tag("default")
class ReferenceRunIT {
    @TempDir
    Path scratch;

    private ForkOutcome run(int n) throws IOException {
        Benchmark plain = new Benchmark(
                "a.b.C.pingPong", Mode.SingleShotTime, true, false, false, true, 1, Map.of(), Optional.empty());
        Benchmark benchmark = Cells.declaring(plain, new ReferenceKernel("ping-pong", TimeUnit.MICROSECONDS));
        RankLayout layout = RankLayout.of(new ReferenceProvider(), 2, 1).on(Hosts.NOT_GIVEN.withOwnCores());
        RunEvent.Calibration pilot = new RunEvent.Calibration(n, "given", null, null, null, 2, "passed");
        return ReferenceRun.run(
                Cells.options(List.of("c"), List.of(2), List.of(1), Map.of()),
                new Cell(benchmark, Map.of("bytes", "16"), layout),
                pilot,
                JobSpec.parse("bind=none&arg.1=--mca&arg.2=mpi_yield_when_idle&arg.3=1", scratch.resolve("launch-" + n))
                        .timingOperations(false));
    }

    /** As Java does. */
    @Test
    void anExchangeOfOneCallSaysThatItOnlyOpensTheClockAndOneOfTwoIsTimed() throws IOException {
        assertThat(run(1).failure())
                .hasValueSatisfying(failure -> assertThat(failure.reason())
                        .contains(
                                "rank 0, thread 0 recorded none of its 5 calls: the first of an iteration only opens"));
        assertThat(run(2).failure()).isEmpty();
    }
}
