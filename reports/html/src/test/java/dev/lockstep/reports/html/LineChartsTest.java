package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Unit;
import dev.lockstep.reports.published.Published;
import dev.lockstep.run.CellKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineChartsTest {
    private static final Percentage ROUNDING = Percentage.withPercentage(1e-6);

    @TempDir
    private Path folder;

    private static List<Chart.Lines> lines(RunData run) {
        return Charts.of(run, LineUp.of(run), Set.of(), List.of()).stream()
                .map(Chart.Lines.class::cast)
                .toList();
    }

    private static List<String> ticks(Chart.Lines chart) {
        return chart.over().ticks().stream().map(Chart.Tick::label).toList();
    }

    private static List<String> names(Chart.Lines chart) {
        return chart.series().stream().map(Chart.Series::name).toList();
    }

    private static List<Double> values(Chart.Series series) {
        return series.points().stream().map(Chart.Point::y).toList();
    }

    @Test
    void aRateSweepHasAKneeForEachTransportThatMissesOne() throws IOException {
        List<Chart.Lines> charts = lines(SweepRun.story().timed(folder));
        assertThat(charts)
                .extracting(chart -> chart.frame().title())
                .containsExactly(
                        "Open loop: message · 64 B · none, 2 ranks",
                        "Open loop: message · 64 B · none, 2 ranks · median and p99");
        Chart.Lines scores = charts.get(0);
        assertThat(scores.over().title()).isEqualTo("rate, messages per second");
        assertThat(ticks(scores)).containsExactly("1,000", "2,000", "5,000", "10,000", "20,000", "50,000", "100,000");
        assertThat(names(scores)).containsExactly("nio", "shm", "socket");
        assertThat(scores.series().get(1).points()).hasSize(7);
        assertThat(scores.series().get(0).points().get(3)).satisfies(point -> {
            assertThat(point.label()).isEqualTo("rate=10,000");
            assertThat(point.low()).isLessThan(68);
            assertThat(point.high()).isGreaterThan(68);
        });
        assertThat(scores.knees())
                .containsExactly(
                        new Chart.Mark("nio", "nio: kept 10,000/s", 10_000),
                        new Chart.Mark("socket", "socket: kept 20,000/s", 20_000));
        assertThat(scores.missed())
                .extracting(Chart.Mark::series, Chart.Mark::x)
                .containsExactly(
                        tuple("nio", 20_000.0),
                        tuple("nio", 50_000.0),
                        tuple("nio", 100_000.0),
                        tuple("socket", 50_000.0),
                        tuple("socket", 100_000.0));
        assertThat(scores.sentence())
                .isEqualTo("nio keeps 10,000 messages a second and misses 20,000; shm keeps all, up to 100,000;"
                        + " socket keeps 20,000 and misses 50,000.");
        assertThat(scores.frame().note()).as("what is marked is not missing").isEmpty();
        assertThat(scores.description()).contains("against rate, messages per second", scores.sentence());
    }

    @Test
    void theTailHasTwoLinesOfAColour() throws IOException {
        Chart.Lines tail = lines(SweepRun.story().timed(folder)).get(1);
        assertThat(names(tail)).containsExactly("nio", "nio", "shm", "shm", "socket", "socket");
        assertThat(tail.series().get(0).hue()).isEqualTo(tail.series().get(1).hue());
        assertThat(values(tail.series().get(0)).get(0)).isCloseTo(31 * 0.8, ROUNDING);
        assertThat(values(tail.series().get(1)).get(0)).isCloseTo(31 * 6, ROUNDING);
        assertThat(tail.series().get(1).points().get(0).text()).isEqualTo("p99 186 µs");
        assertThat(tail.sentence()).startsWith("Of two lines of a colour");
        assertThat(tail.knees()).hasSize(2);
    }

    @Test
    void withoutDistributionsThereIsNoTail() throws IOException {
        assertThat(lines(SweepRun.story().read(folder))).hasSize(1);
    }

    /** Rates from 1,000: + was kept, - was missed, ! failed for another reason. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            +++   | socket keeps all, up to 5,000 messages a second.                                         | 0
            ++-   | socket keeps 2,000 messages a second and misses 5,000.                                   | 2000
            +---  | socket keeps 1,000 messages a second and misses 2,000.                                   | 1000
            ++-+  | socket kept 10,000 messages a second, but missed 5,000 once.                             | 0
            -+++  | socket kept 10,000 messages a second, but missed 1,000 once.                             | 0
            +--+- | socket kept 10,000 messages a second and missed 20,000, but missed 2,000 and 5,000 once. | 10000
            ++!+  | socket keeps all, up to 10,000 messages a second.                                        | 0
            ++!-  | socket keeps 2,000 messages a second and misses 10,000.                                  | 2000
            """)
    void aSentenceSaysNoMoreThanWhatHappened(String outcomes, String sentence, double knee) throws IOException {
        int[] rates = {1000, 2000, 5000, 10_000, 20_000};
        SweepRun run = SweepRun.rates();
        for (int i = 0; i < outcomes.length(); i++) {
            switch (outcomes.charAt(i)) {
                case '+' -> run.kept("socket", rates[i], 20 + i);
                case '-' -> run.missed("socket", rates[i]);
                default -> run.failed("socket", rates[i], "no progress for 60 s");
            }
        }
        Chart.Lines chart = lines(run.read(folder)).get(0);
        assertThat(chart.sentence()).isEqualTo(sentence);
        assertThat(chart.knees()).extracting(Chart.Mark::x).isEqualTo(knee == 0 ? List.of() : List.of(knee));
        assertThat(chart.missed())
                .hasSize((int) outcomes.chars().filter(c -> c == '-').count());
        assertThat(chart.frame().note()).isEqualTo(outcomes.contains("!") ? "1 cell without a number: not drawn." : "");
    }

    /** What a sweep is made to find is no failure of its own; what nobody kept is. */
    @Test
    void ratesThatAreMissedAboveThoseKeptAreOneFinding() throws IOException {
        SweepRun run = SweepRun.rates().kept("shm", 1000, 3).missed("shm", 2000).missed("shm", 5000);
        RunData data =
                run.missed("nio", 1000).failed("nio", 2000, "a rank died").read(folder);
        assertThat(RateSweep.found(LineUp.of(data))).isEqualTo(2);
        assertThat(Problem.of(data, LineUp.of(data)))
                .extracting(problem -> problem.kind() + ": " + problem.what() + ": " + problem.reason())
                .containsExactlyInAnyOrder(
                        "failed: Open loop: message, 64 B · rate=1000 · transport=nio, on none, 2 ranks: fork 1, rank 0:"
                                + " the rate of 1000 messages per second was missed: 100 took 31 ms, which is 3225 per"
                                + " second",
                        "failed: Open loop: message, 64 B · rate=2000 · transport=nio, on none, 2 ranks: fork 1, rank 0:"
                                + " a rank died",
                        "rate missed: Open loop: message, 64 B · transport=shm, on none, 2 ranks:"
                                + " 2,000 and 5,000 messages a second; 1,000 were kept.");
    }

    @Test
    void aTransportThatMissesTheFirstRateHasNoLine() throws IOException {
        SweepRun run = SweepRun.rates();
        for (int rate : new int[] {1000, 2000, 5000}) {
            run.kept("shm", rate, 3).missed("nio", rate);
        }
        Chart.Lines chart = lines(run.timed(folder)).get(0);
        assertThat(chart.sentence()).isEqualTo("nio misses even 1,000 messages a second; shm keeps all, up to 5,000.");
        assertThat(chart.series().get(0).points()).isEmpty();
        assertThat(chart.missed()).hasSize(3);
        assertThat(chart.knees()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"threads per rank, 1 2 4 8, 'none, 2 ranks'", "ranks, 2 3 5 9, none"})
    void clientsAreDrawnOverThreadsOrRanks(String axis, String numbers, String place) throws IOException {
        SweepRun run = SweepRun.clients();
        for (String transport : new String[] {"shm", "socket"}) {
            for (String number : numbers.split(" ")) {
                boolean threads = axis.startsWith("threads");
                int many = Integer.parseInt(number);
                run.cell("transport=" + transport, threads ? 2 : many, threads ? many : 1, 10);
            }
        }
        List<Chart.Lines> charts = lines(run.timed(folder));
        assertThat(charts)
                .extracting(chart -> chart.frame().title())
                .containsExactly(
                        "Many clients: request · " + place + " · all clients together",
                        "Many clients: request · " + place,
                        "Many clients: request · " + place + " · median and p99");
        assertThat(charts).allSatisfy(chart -> {
            assertThat(chart.over().title()).isEqualTo(axis);
            assertThat(ticks(chart)).containsExactly(numbers.split(" "));
            assertThat(names(chart)).contains("shm", "socket");
        });
        assertThat(charts.get(1).sentence()).isEmpty();
        Chart.Lines together = charts.get(0);
        assertThat(together.frame().unit()).isEqualTo("ops/s");
        List<Double> rates = values(together.series().get(0));
        assertThat(rates.get(0)).isCloseTo(1e5, ROUNDING);
        assertThat(rates.get(1)).isCloseTo(2e5, ROUNDING);
        assertThat(rates.get(3)).isCloseTo(8e5, ROUNDING);
        assertThat(together.series().get(0).points().get(0)).satisfies(point -> {
            assertThat(point.low()).isLessThan(1e5);
            assertThat(point.high()).isGreaterThan(1e5);
            assertThat(point.forks()).hasSize(3);
        });
    }

    /** 5, 4 and 3 clients, each with an operation in 10 us. */
    @Test
    void ranksThatServeAreNoClients() throws IOException {
        SweepRun run = SweepRun.clients();
        for (int groups = 1; groups <= 3; groups++) {
            run.grouped(groups, 10);
        }
        RunData read = run.read(folder);
        assertThat(LineUp.of(read).cells().map(Cell::clients)).containsExactly(5, 4, 3);
    }

    @Test
    void threadsThatContendAreCountedByRank() throws IOException {
        SweepRun run = SweepRun.contention();
        for (int threads : new int[] {1, 2, 4}) {
            run.cell("bytes=16 transport=socket", 2, threads, 10);
        }
        List<Chart.Lines> charts = lines(run.read(folder));
        assertThat(charts)
                .extracting(chart -> chart.frame().title())
                .containsExactly(
                        "Transport contention: exchange · 16 B · socket · all threads of a rank together",
                        "Transport contention: exchange · 16 B · socket");
        assertThat(values(charts.get(0).series().get(0)).get(2)).isCloseTo(4e5, ROUNDING);
        assertThat(names(charts.get(0))).containsExactly("none, 2 ranks");
    }

    @Test
    void severalAxesHaveChartsEach() throws IOException {
        SweepRun run = SweepRun.contention();
        for (int threads : new int[] {1, 2, 4}) {
            for (int bytes : new int[] {16, 1024, 65536}) {
                run.cell("bytes=" + bytes + " transport=socket", 2, threads, threads * 10);
            }
        }
        List<Chart.Lines> charts = lines(run.read(folder));
        assertThat(charts)
                .extracting(chart -> chart.over().title())
                .containsExactly("message size", "threads per rank", "threads per rank");
        assertThat(names(charts.get(0))).containsExactly("1 thread", "2 threads", "4 threads");
        assertThat(ticks(charts.get(0))).containsExactly("16 B", "1 KiB", "64 KiB");
        assertThat(names(charts.get(1))).containsExactly("16 B", "1 KiB", "64 KiB");
    }

    /** Numbers without a unit are none, and stand before them. */
    @Test
    void timesAreAnAxisWhateverTheirUnit() throws IOException {
        SweepRun run = SweepRun.clients();
        for (String sleep : new String[] {"70162us", "2s", "1.5ms", "800ns"}) {
            run.cell("bytes=64 sleep=" + sleep, 4, 1, 10);
        }
        RunData read = run.read(folder);
        assertThat(LineUp.of(read).cells().map(cell -> cell.key().params().get("sleep")))
                .containsExactly("800ns", "1.5ms", "70162us", "2s");
        Chart.Lines chart = lines(read).get(0);
        assertThat(chart.over().title()).isEqualTo("sleep");
        assertThat(ticks(chart)).containsExactly("800 ns", "1.5 ms", "70.2 ms", "2 s");
        assertThat(chart.over().ticks().get(2).x()).isEqualTo(70_162_000);
        RunData mixed = run.cell("bytes=64 sleep=95", 4, 1, 10)
                .cell("bytes=64 sleep=1gbit", 4, 1, 10)
                .read(folder);
        assertThat(LineUp.of(mixed).cells().map(cell -> cell.key().params().get("sleep")))
                .containsExactly("95", "800ns", "1.5ms", "70162us", "2s", "1gbit");
        assertThat(Charts.of(mixed, LineUp.of(mixed), Set.of(), List.of()))
                .singleElement()
                .isInstanceOf(Chart.Bars.class);
    }

    /** Else communicators do, which are more. */
    @Test
    void whatARunComparesStandsInOneChart() {
        List<CellKey> lines = Stream.of("push", "pull", "shm", "ffm")
                .flatMap(comm -> Stream.of("linear", "tuned")
                        .map(algorithm -> CellKey.of(
                                "a.AllReduceBenchmark.allReduce",
                                "avgt",
                                Map.of("comm", comm, "ranks", "2", "algorithm", algorithm),
                                1)))
                .toList();
        LineNames compared = new LineNames(lines, "algorithm");
        assertThat(compared.title(lines.get(0))).isEqualTo("All reduce · push, 2 ranks");
        assertThat(lines).extracting(compared::name).startsWith("linear", "tuned");
        LineNames others = new LineNames(lines, "");
        assertThat(others.title(lines.get(0))).isEqualTo("All reduce · linear");
        assertThat(others.name(lines.get(0))).isEqualTo("push, 2 ranks");
    }

    @Test
    void twoNumbersAreNoCurve() throws IOException {
        SweepRun run = SweepRun.contention();
        run.cell("bytes=16 window=1 transport=socket", 2, 1, 10).cell("bytes=16 window=8 transport=socket", 2, 2, 30);
        RunData data = run.read(folder);
        assertThat(Charts.of(data, LineUp.of(data), Set.of(), List.of()))
                .singleElement()
                .isInstanceOf(Chart.Bars.class);
    }

    /** Over the same axis, in the chart's unit, and marked as of elsewhere. */
    @Test
    void publishedFiguresAreLaidOverWhatMeasuresTheSame() throws IOException {
        StoryRun run = new StoryRun();
        String round = "dev.lockstep.pattern.consensus.ConsensusRoundBenchmark.round";
        String pings = "{\"pointToPoint\":{\"score\":600,\"scoreUnit\":\"us/op\",\"rawData\":[[590],[600],[610]]}}";
        for (int roles = 1; roles <= 4; roles++) {
            run.cell(round, "comm=none ranks=" + roles + " transport=socket", 900_000 * roles, 3, 0.01, 1, pings);
        }
        RunData data = run.read(folder);
        assertThat(lines(data))
                .allSatisfy(chart -> assertThat(chart.published()).isEmpty());
        List<Chart.Lines> charts = Charts.of(data, LineUp.of(data), Set.of(), Published.all()).stream()
                .map(Chart.Lines.class::cast)
                .toList();
        assertThat(charts)
                .extracting(chart -> chart.frame().title())
                .containsExactly("Consensus round · socket", "Consensus round · socket · point to point");
        for (Chart.Lines chart : charts) {
            assertThat(chart.published())
                    .extracting(Chart.Series::name)
                    .containsExactly(
                            "Boysan (2018): sockets, TCP",
                            "Boysan (2018): Open MPI from Java, InfiniBand",
                            "Boysan (2018): Open MPI from Java, TCP");
            assertThat(ticks(chart)).hasSize(10).endsWith("10");
            assertThat(chart.frame().note())
                    .startsWith("Grey lines are published figures, of another machine and year: Boysan (2018), Fig. 1");
        }
        assertThat(charts.get(0).frame().unit()).isEqualTo("ms");
        assertThat(values(charts.get(0).published().get(0))).startsWith(0.9677, 1.4713);
        assertThat(charts.get(1).series().get(0).points().get(0).y()).isCloseTo(0.6, ROUNDING);
        assertThat(values(charts.get(1).published().get(0))).startsWith(0.5807, 0.6784);
    }

    @Test
    void everyPublishedFigureIsOfABenchmarkAndHasItsSource() {
        assertThat(Published.all()).hasSize(4).allSatisfy(figure -> {
            assertThat(figure.paper())
                    .matches("\\p{Lu}\\w+( et al\\.)? \\(\\d{4}\\)")
                    .contains(String.valueOf(figure.year()));
            assertThat(List.of(figure.title(), figure.where(), figure.machine()))
                    .noneMatch(String::isBlank);
            assertThat(figure.benchmarks()).isNotEmpty().allMatch(name -> name.matches("\\w+Benchmark\\.\\w+"));
            assertThat(figure.in(Unit.of("us/op"), 1)).isPositive();
            assertThat(figure.series()).hasSizeGreaterThan(2);
            assertThat(figure.series().values())
                    .allSatisfy(points -> assertThat(points)
                            .hasSizeGreaterThan(1)
                            .allSatisfy(point -> assertThat(point).hasSize(2)));
        });
    }
}
