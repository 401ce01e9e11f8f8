package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pilot runs what its launches run, compiled as they compile it. */
@Timeout(120)
class PilotHintsIT {
    @TempDir
    Path scratch;

    @Test
    void aPilotHasTheCompilerHintsThatForksOfJmhHave() throws IOException, InterruptedException {
        Child child = new Child(scratch);
        Path out = scratch.resolve("out");
        Child.Outcome outcome = child.run(List.of(
                ConductorMain.class.getName(), out.toString(), child.mark(), "openmpi,local", "2", "1", "1", "Hinted"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(Files.readAllLines(out.resolve("journal.jsonl")).stream()
                        .filter(line -> line.contains("\"event\":\"pilot\"") && !line.contains("\"mended\""))
                        .filter(line -> line.contains("\"selfCheck\":\"passed\"")))
                .hasSize(2);
        assertThat(child.leftovers()).isEmpty();
    }
}
