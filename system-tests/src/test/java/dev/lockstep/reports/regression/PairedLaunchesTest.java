package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.reports.regression.PairedLaunches.Launch;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedLaunchesTest {
    @TempDir
    private Path folder;

    private final List<String> rows = new ArrayList<>();

    /** Four iterations of two ranks; a line takes 69 ns in the first ones, and then 229 ns, and all takes ten times as long. */
    private void launch(String method, String params, String comm, int fork, int near, double micros) {
        for (int iteration = 1; iteration <= 4; iteration++) {
            int probe = iteration <= near ? 69 : 229;
            double took = iteration <= near ? micros : 10 * micros;
            row("warmup", method, params, comm, fork, iteration, 99, probe, "");
            row("measurement", method, params, comm, fork, iteration, took * 0.5, probe, "");
            row("measurement", method, params, comm, fork, iteration, took * 1.5, probe, "");
            row("measurement", method, params, comm, fork, iteration, 99, probe, "no");
        }
    }

    private void row(
            String phase,
            String method,
            String params,
            String comm,
            int fork,
            int iteration,
            double micros,
            int probe,
            String scored) {
        rows.add("a.b.FooBenchmark.%s,%s,%s,2,1,20,%d,%s,%d,0,0,vm,1,%s,us/op,,,,%d,%d,%s"
                .formatted(method, params, comm, fork, phase, iteration, micros, probe, probe, scored));
    }

    private List<String> launches(String... options) throws IOException {
        Path file =
                Files.writeString(folder.resolve("ranks.csv"), RankRow.HEADER + "\n" + String.join("\n", rows) + "\n");
        return PairedLaunches.of(file, List.of(options)).stream()
                .map(Launch::toString)
                .toList();
    }

    private static List<Launch> read(String... lines) {
        return Stream.of(lines).map(Launch::of).toList();
    }

    @Test
    void theyAreCalledByWhatIsCompared() throws IOException {
        launch("run", "bytes=64;transport=shm", "none", 1, 4, 2);
        launch("run", "bytes=64;algorithm=ring", "push", 1, 4, 3);
        launch("run", "algorithm=library", "push", 1, 4, 4);
        assertThat(launches())
                .containsExactly("1 run/ring@push 64 3000.0", "1 run@push - 4000.0", "1 shm@none 64 2000.0");
        assertThat(launches("by=transport,ranks,algorithm"))
                .containsExactly("1 Foo/2/library - 4000.0", "1 Foo/2/ring 64 3000.0", "1 Foo/shm/2 64 2000.0");
    }

    /** Of four iterations three have to be there, of eight four, and of two both. */
    @Test
    void whatWasElsewhereDoesNotCount() throws IOException {
        launch("run", "bytes=64", "push", 1, 4, 1);
        launch("run", "bytes=64", "push", 2, 3, 2);
        launch("run", "bytes=64", "push", 3, 2, 3);
        for (int iteration = 1; iteration <= 8; iteration++) {
            row("measurement", "run", "bytes=64", "push", 4, iteration, 4, iteration <= 4 ? 69 : 229, "");
            row("measurement", "run", "bytes=64", "push", 5, iteration, 5, iteration <= 3 ? 69 : 229, "");
        }
        for (int iteration = 1; iteration <= 2; iteration++) {
            row("measurement", "run", "bytes=64", "push", 6, iteration, 6, 69, "");
            row("measurement", "run", "bytes=64", "push", 7, iteration, 7, iteration == 1 ? 69 : 229, "");
        }
        assertThat(launches("nanos=80"))
                .containsExactly(
                        "1 run@push 64 1000.0", "2 run@push 64 2000.0", "4 run@push 64 4000.0", "6 run@push 64 6000.0");
        assertThat(launches("nanos=229")).containsExactly("4 run@push 64 4000.0", "5 run@push 64 5000.0");
        assertThat(launches()).hasSize(7);
    }

    /** What a rank was not asked is no reason to leave it out; another rank's readings are its own. */
    @Test
    void eachRankIsWhereItSays() throws IOException {
        for (int iteration = 1; iteration <= 3; iteration++) {
            row("measurement", "run", "", "push", 1, iteration, 1, 69, "");
            row("measurement", "run", "", "push", 1, iteration, 100, 229, "");
            rows.add("a.b.FooBenchmark.run,,push,2,1,20,1,measurement,%d,1,0,vm,1,3000,ns/op,,,,,,"
                    .formatted(iteration));
        }
        assertThat(launches("nanos=69")).containsExactly("1 run@push - 2000.0");
    }

    /** The second pair the other way round; the fifth launch has no other. */
    @Test
    void oneIsSetBesideItself() throws IOException {
        for (int fork = 1; fork <= 5; fork++) {
            launch("run", "bytes=64", "push", fork, 4, fork);
            launch("walk", "bytes=64", "push", fork, 4, 9);
        }
        assertThat(launches("same=run@push"))
                .containsExactly(
                        "1 two 64 1000.0", "1 one 64 2000.0", "2 one 64 3000.0", "2 two 64 4000.0", "3 two 64 5000.0");
    }

    /** Ratios 2, 2 and 16 of 64 B, whose logarithms to base 2 are 1, 1 and 4; Student's t of two is 4.302653. */
    @Test
    void ratiosAreOfPairs() {
        List<Launch> launches = read(
                "1 a 64 1000",
                "1 b 64 2000",
                "2 a 64 1000",
                "2 b 64 2000",
                "3 a 64 1000",
                "3 b 64 16000",
                "4 a 64 1000",
                "1 a 1024 1000",
                "1 b 1024 8000",
                "2 b 1024 8000");
        double half = 4.302653 * Math.sqrt(3) / Math.sqrt(3);
        assertThat(PairedLaunches.ratios(launches, "a", "b", false).lines())
                .containsExactly(
                        "64       b/a              4.000  95%% interval %.3f .. %.3f  (3 pairs)"
                                .formatted(Math.pow(2, 2 - half), Math.pow(2, 2 + half)),
                        "1024     b/a              8.000  no interval  (1 pairs)",
                        "all      b/a              4.000  no interval  (1 pairs)");
        assertThat(PairedLaunches.row(launches, "a", "b", false)).isEqualTo("| 4.00 (0.20 to 79) | 8.00 |");
        assertThat(PairedLaunches.row(launches, "a", "c", false)).isEqualTo("| - | - |");
        assertThat(PairedLaunches.took(launches, "b")).isEqualTo("| 4.00 us | 8.00 us |");
    }

    /** Of 1 to 9 the middle, and both ends. */
    @Test
    void theMedianHasAnInterval() {
        List<Launch> launches = IntStream.rangeClosed(1, 9)
                .boxed()
                .flatMap(k -> read(k + " a - 1", k + " b - " + k).stream())
                .toList();
        assertThat(PairedLaunches.ratios(launches, "a", "b", false).lines())
                .last()
                .isEqualTo("median   b/a              5.000  95% interval 1.000 .. 9.000  (9 ratios)");
    }

    /** -1, 0 and 1. */
    @Test
    void sharesMayBeNegative() {
        List<Launch> launches = read("1 a - 2", "1 b - -2", "2 a - 2", "2 b - 0", "3 a - 2", "3 b - 2");
        assertThat(PairedLaunches.row(launches, "a", "b", true)).isEqualTo("| 0.00 (-2.48 to 2.48) |");
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(() -> read("1 a 64"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected PAIR NAME BYTES NANOS, found: 1 a 64");
        assertThatThrownBy(() -> launches("per=rank"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("per=rank");
    }
}
