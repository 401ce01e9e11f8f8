package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.system.fixtures.OtherReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Our files have the shapes that other tools read. A run's, fresh: see {@code LockstepIT}. */
class OtherReadersTest {
    private static final Path RESULTS = Path.of("../reports/model/src/test/resources/runs/suite/results.json");

    @Test
    void theyReadWhatIsMeasured() throws IOException {
        String measured = Files.readString(RESULTS);
        OtherReaders.githubActionBenchmark(measured);
        OtherReaders.jmhVisualizer(measured);
        // The fixture has one cell of a single sample, on purpose.
        assertThat(OtherReaders.bencher(measured)).isEqualTo(1);
    }

    @Test
    void aShapeThatIsBrokenIsNoticed() throws IOException {
        JsonNode results = new ObjectMapper().readTree(RESULTS.toFile());
        ((ObjectNode) results.at("/0/primaryMetric")).remove("scoreUnit");
        ((ObjectNode) results.get(0)).remove("mode");
        String broken = results.toString();
        assertThatThrownBy(() -> OtherReaders.githubActionBenchmark(broken)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> OtherReaders.bencher(broken)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> OtherReaders.jmhVisualizer(broken)).isInstanceOf(AssertionError.class);
    }
}
