package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --placement} as it is typed: near an operation takes 1 us, far 4. */
@Timeout(60)
class PlacementOptionTest {
    @TempDir
    Path scratch;

    /** A run of launches such as {@code nnf}, each near or far. */
    private String run(String name, String launches) throws IOException {
        Path folder = Files.createDirectories(scratch.resolve(name));
        String probes = metric("ns", launches, 62, 330, 0);
        Files.writeString(
                folder.resolve("all.json"), """
                [{"benchmark":"a.B.c","mode":"ss","threads":1,"forks":1,"measurementBatchSize":10,
                  "params":{"comm":"local","ranks":"2"},"primaryMetric":%s,
                  "secondaryMetrics":{"probe.before":%s,"probe.after":%s}}]""".formatted(metric("us/op", launches, 1, 4, 0.001), probes, probes));
        Files.writeString(folder.resolve("results.json"), "[]");
        return folder.toString();
    }

    private static String metric(String unit, String launches, double near, double far, double step) {
        String raw = IntStream.range(0, launches.length())
                .mapToObj(fork -> (launches.charAt(fork) == 'n' ? near : far) * (1 + step * fork))
                .map(score -> "[" + score + "," + score + "," + score + "]")
                .collect(Collectors.joining(","));
        return "{\"score\":9,\"scoreError\":\"NaN\",\"scoreUnit\":\"" + unit + "\",\"rawData\":[" + raw + "]}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            common | 4.02      | those far, 330 ns: 4 of 7 launches
            near   | 1.00      | those near, 62 ns: 3 of 7 launches
            62ns   | 1.00      | those near, 62 ns: 3 of 7 launches
            330ns  | 4.02      | those far, 330 ns: 4 of 7 launches
            120ns  | elsewhere | those as asked, 120 ns: 0 of 7 launches
            """)
    void aReportIsOfThePlacementThatWasAskedFor(String placement, String shown, String said) throws IOException {
        String folder = run("run", "nnnffff");
        Typed typed = Typed.in("report", folder, "--placement", placement);

        assertThat(typed.exit()).as(typed.toString()).isZero();
        assertThat(typed.out()).contains(shown, "numbers of 2 ranks are " + said);
        assertThat(Files.readString(Path.of(folder, "report.html"))).contains(said);
    }

    @Test
    void allIsOfEveryIteration() throws IOException {
        Typed typed = Typed.in("report", run("run", "nnnffff"), "--placement=all");

        assertThat(typed.out()).contains("2.73").doesNotContain("numbers of 2 ranks");
    }

    @Test
    void aComparisonIsWithinThePlacement() throws IOException {
        String base = run("base", "nnnnnf");
        String head = run("head", "nnnnffff");
        Typed common = Typed.in("compare", base, head);
        Typed all = Typed.in("compare", base, head, "--placement=all");
        Typed missed = Typed.in("compare", base, head, "--placement=1000ns");

        assertThat(common.exit()).as(common.toString()).isZero();
        assertThat(common.out())
                .contains("compared near, 62 ns: 5 of 6 launches of base and 4 of 8 of head ran there.")
                .endsWith("1 no change.\n");
        assertThat(all.out()).doesNotContain("compared near").doesNotContain("1 no change");
        assertThat(missed.out())
                .contains("no launch of base ran as asked, 1000 ns")
                .endsWith("1 inconclusive.\n");
    }
}
