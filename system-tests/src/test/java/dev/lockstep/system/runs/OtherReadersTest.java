package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.system.fixtures.OtherReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our files have the shapes that other tools read. A run's, fresh: see {@code LockstepIT}. */
class OtherReadersTest {
    private static final Path FIXTURES = Path.of("../reports/model/src/test/resources");

    private static String measured() throws IOException {
        return Files.readString(FIXTURES.resolve("runs/suite/results.json"));
    }

    @Test
    void theyReadWhatIsMeasured() throws IOException {
        OtherReaders.githubActionBenchmark(measured());
        OtherReaders.jmhVisualizer(measured());
        // The fixture has one cell of a single sample, on purpose.
        assertThat(OtherReaders.bencher(measured())).isEqualTo(1);
    }

    /** Which of the three cannot do without a field. */
    @ParameterizedTest
    @CsvSource({
        "'', benchmark, gbv",
        "'', mode, v",
        "'', threads, g",
        "'', forks, gv",
        "'', measurementIterations, gv",
        "'', params, g",
        "'', primaryMetric, gbv",
        "'', secondaryMetrics, bv",
        "/primaryMetric, score, gbv",
        "/primaryMetric, scoreError, bv",
        "/primaryMetric, scoreConfidence, bv",
        "/primaryMetric, scoreUnit, gbv",
        "/primaryMetric, scorePercentiles, v",
        "/primaryMetric, rawData, v",
    })
    void aShapeThatIsBrokenIsNoticed(String object, String field, String readers) throws IOException {
        JsonNode results = new ObjectMapper().readTree(measured());
        ((ObjectNode) results.get(0).at(object)).remove(field);
        String broken = results.toString();

        assertThat(catchThrowable(() -> OtherReaders.githubActionBenchmark(broken)) != null)
                .isEqualTo(readers.contains("g"));
        assertThat(catchThrowable(() -> OtherReaders.bencher(broken)) != null).isEqualTo(readers.contains("b"));
        assertThat(catchThrowable(() -> OtherReaders.jmhVisualizer(broken)) != null)
                .isEqualTo(readers.contains("v"));
    }
}
