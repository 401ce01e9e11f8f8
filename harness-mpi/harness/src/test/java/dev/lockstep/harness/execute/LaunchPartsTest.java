package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.link.PilotLimits;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Ops;
import dev.lockstep.harness.run.RunOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pilot may take, and what is told of the log of a launch. */
class LaunchPartsTest {
    // --- CellExecutor ---

    private static final Cell ONE = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell OTHER = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));

    private static PilotLimits limits(Ops ops, Cell... cells) {
        RunOptions options = new LockstepOptionsBuilder()
                .effort(new RunOptions.Effort(1, 1, 1, 60, 0))
                .ops(ops)
                .build();
        return CellExecutor.limits(options, List.of(cells));
    }

    @Test
    void aSearchFollowsFromHowLongAnIterationLasts() {
        assertThat(limits(new Ops.Calibrated(), ONE, OTHER)).isEqualTo(new PilotLimits(20_000_000, 600_000_000, true));
        assertThat(limits(new Ops.Fixed(5), ONE).searches())
                .as("it says how long to warm up")
                .isTrue();
    }

    @Test
    void whatAnEarlierRunFoundIsNotSearchedFor() {
        Ops like = new Ops.Repeated("earlier.json", Map.of(ONE.id(), 5), Map.of(ONE.id(), 7), true);
        assertThat(limits(like, ONE)).isEqualTo(new PilotLimits(30_000_000, 250_000_000, false));
        assertThat(limits(like, ONE, OTHER).searches()).isTrue();
    }

    @Test
    void whatIsOversubscribedIsNotSearchedFor() {
        Cell crowded = new Cell(
                Cells.SYNCHRONISED, Map.of("bytes", "8"), Cells.local(2, 10_000).on(Hosts.NOT_GIVEN.withOwnCores()));
        assertThat(limits(new Ops.Calibrated(), crowded).searches()).isFalse();
    }

    // --- ForkRun ---

    @TempDir
    Path scratch;

    @Test
    void aLogThatBreaksOffWithinACharacterIsTold() throws IOException {
        byte[] whole = "# JMH\nno slots left\nbind: für".getBytes(StandardCharsets.UTF_8);
        Path log = Files.write(scratch.resolve("jmh.log"), Arrays.copyOf(whole, whole.length - 2));
        assertThat(ForkRun.tail(log)).startsWith("its last words: no slots left | bind: f");
    }
}
