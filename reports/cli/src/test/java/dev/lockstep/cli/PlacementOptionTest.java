package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --placement} as it is typed: near an operation takes 1 us, far 4. */
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

    @Test
    void reportsAndComparisonsAreOfThePlacementThatIsAskedFor() throws IOException {
        String folder = run("run", "nnnffff");
        assertThat(Typed.good("report " + folder + " --placement 62ns"))
                .contains("1.00", "numbers of 2 ranks are those near, 62 ns: 3 of 7 launches");
        assertThat(Files.readString(Path.of(folder, "report.html"))).contains("those near, 62 ns: 3 of 7 launches");
        assertThat(Typed.good("report " + folder))
                .contains("4.02", "numbers of 2 ranks are those far, 330 ns: 4 of 7 launches");
        assertThat(Typed.good("report " + folder + " --placement=120ns"))
                .contains("elsewhere", "numbers of 2 ranks are those as asked, 120 ns: 0 of 7 launches");
        assertThat(Typed.good("report " + folder + " --placement=all"))
                .contains("2.73")
                .doesNotContain("numbers of 2 ranks");

        String compare = "compare " + run("base", "nnnnnf") + " " + run("head", "nnnnffff");
        assertThat(Typed.good(compare)).contains("compared near, 62 ns: 5 of 6 launches of base and 4 of 8 of head");
        assertThat(Typed.line(compare + " --placement=all").out()).doesNotContain("compared near", "1 no change");
    }
}
