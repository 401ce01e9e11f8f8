package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhResultReaderTest {
    private static final String METRIC =
            "{\"score\":2.0,\"scoreError\":\"NaN\",\"scoreUnit\":\"us/op\",\"rawData\":[[1.0,2.0],[3.0,2.0]]}";

    @TempDir
    private Path directory;

    @Test
    void readsAResultWithoutParamsAndWithoutAnError() throws IOException {
        JmhResult result = read("[{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"primaryMetric\":" + METRIC + "}]")
                .get(0);

        assertThat(result.key().row().params()).isEmpty();
        assertThat(Column.of(result.key())).isEqualTo(Column.PLAIN);
        assertThat(Launches.of(result.primary(), List.of()).spread())
                .isEqualTo(new Spread(1.5, 2.5, Spread.Kind.BOTH_LAUNCHES));
    }

    @Test
    void keepsCommAndRanksOutOfTheRow() throws IOException {
        CellKey key = read("[" + entry("{\"bytes\":\"16\",\"comm\":\"openmpi\",\"ranks\":\"4\"}") + "]")
                .get(0)
                .key();

        assertThat(key.row().params()).containsOnlyKeys("bytes");
        assertThat(key.row().size()).contains(16L);
        assertThat(Column.of(key)).isEqualTo(new Column("openmpi", 4));
    }

    @Test
    void takesWeightedMeansOfHistograms() throws IOException {
        String metric =
                "{\"score\":2.5,\"scoreError\":1.0,\"scoreUnit\":\"ns/op\",\"rawDataHistogram\":[[[[1.0,1],[3.0,3]]]]}";
        JmhResult result = read("[{\"benchmark\":\"a.B.c\",\"mode\":\"sample\",\"primaryMetric\":" + metric + "}]")
                .get(0);

        assertThat(result.primary().forkMeans())
                .singleElement()
                .satisfies(mean -> assertThat(mean).isCloseTo(2.5, within(1e-9)));
    }

    @Test
    void namesTheLineOfBrokenJson() {
        assertThatThrownBy(() -> read("[\n{\"benchmark\":\n]"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("results.json, line 3, column");
    }

    @Test
    void namesThePointerOfAMissingField() {
        assertThatThrownBy(() -> read("[" + entry("{}") + ",{\"benchmark\":\"a.B.c\",\"mode\":\"ss\"}]"))
                .hasMessageContaining("/1/primaryMetric: expected an object, found nothing");
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("the top level: expected an array");
        assertThatThrownBy(() -> read("[" + entry("{}").replace("2.0,\"scoreE", "\"x\",\"scoreE") + "]"))
                .hasMessageContaining("/0/primaryMetric/score: expected a number, found \"x\"");
    }

    @Test
    void refusesTwoResultsForOneCell() {
        String entry = entry("{\"comm\":\"local\",\"ranks\":\"2\"}");

        assertThatThrownBy(() -> read("[" + entry + "," + entry + "]"))
                .hasMessageContaining("/1: expected one result per cell")
                .hasMessageContaining("after /0");
    }

    private static String entry(String params) {
        return "{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"threads\":1,\"params\":" + params + ",\"primaryMetric\":"
                + METRIC + "}";
    }

    private List<JmhResult> read(String json) throws IOException {
        return JmhResultReader.read(Files.writeString(directory.resolve("results.json"), json));
    }
}
