package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.CostLadder;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaterfallsTest {
    private static final String SOCKET = "comm=none ranks=2 transport=socket";

    @TempDir
    private Path folder;

    private final StoryRun run = new StoryRun();

    /** A cell of some launches, a step of their logarithm apart. */
    private WaterfallsTest cell(
            String benchmark, String stage, String params, double micros, int launches, double step) {
        String name = "a." + benchmark + "Benchmark.round";
        run.cell(name, params, 1000 * micros, launches, step);
        run.planned(
                benchmark + params,
                name,
                params.replaceAll("comm=\\S+ ranks=\\S+ ", ""),
                params.replaceAll("comm=(\\S+) .*", "$1"),
                ",\"section\":\"consensus\",\"stage\":\"" + stage + "\"");
        return this;
    }

    private WaterfallsTest steps(int launches, double step) {
        return cell("BareExchange", "base", SOCKET, 50, launches, step)
                .cell("WithConnections", "plus-connections", SOCKET + " connection=perMessage", 150, launches, step)
                .cell("WithMarshalling", "plus-marshalling", SOCKET + " codec=kryo", 60, launches, step)
                .cell("WithThreads", "plus-threads", SOCKET + " threading=pool", 250, launches, step);
    }

    private WaterfallsTest whole(String params, double micros, int launches, double step) {
        return cell("ConsensusRound", "whole", SOCKET + " " + params, micros, launches, step);
    }

    private List<CostLadder> ladders() throws IOException {
        return CostLadder.of(run.lineUp(folder));
    }

    private List<Chart.Waterfall> charts() throws IOException {
        return Waterfalls.of(ladders()).stream()
                .map(Chart.Waterfall.class::cast)
                .toList();
    }

    private static List<String> bars(Chart.Waterfall chart) {
        List<String> bars = new ArrayList<>();
        for (String row : chart.rows()) {
            chart.series().stream()
                    .flatMap(series -> series.points().stream())
                    .filter(point -> point.label().equals(row))
                    .forEach(point -> bars.add("%s: %.0f from %.0f".formatted(row, point.y(), point.x())));
        }
        return bars;
    }

    @Test
    void stepsAreDrawnFromWhereTheOneBeforeHasEndedAndWhatTheyLeaveToo() throws IOException {
        steps(5, 0).whole("codec=kryo connection=perMessage threading=pool", 400, 5, 0);
        Chart.Waterfall chart = charts().get(0);
        assertThat(bars(chart))
                .containsExactly(
                        "Bare exchange: 50 from 0",
                        "+ connections: 100 from 50",
                        "+ marshalling: 10 from 150",
                        "+ threads: 200 from 160",
                        "unexplained: 40 from 360",
                        "the whole: 400 from 0");
        assertThat(chart.sentence()).isEqualTo("The steps explain 90% of the whole (90% to 90%).");
        assertThat(chart.frame().unit()).isEqualTo("µs");
        assertThat(chart.frame().title())
                .isEqualTo(
                        "Consensus round, codec=kryo · connection=perMessage · threading=pool · transport=socket, none, 2 ranks");
        assertThat(chart.height()).isEqualTo(300);
    }

    @Test
    void whatStepsLeaveMayBeNegativeAndHasItsInterval() throws IOException {
        steps(5, 0.02).whole("codec=kryo connection=perMessage threading=pool", 300, 5, 0.02);
        CostLadder ladder = ladders().get(0);
        assertThat(ladder.unexplained().mean()).isBetween(-61_000.0, -60_000.0);
        assertThat(ladder.unexplained().means()).hasSize(5);
        assertThat(ladder.share().mean()).isBetween(1.19, 1.21);
        Chart.Point left = charts().get(0).series().get(2).points().get(0);
        assertThat(left.low()).isLessThan(left.y());
        assertThat(left.high()).isGreaterThan(left.y()).isNegative();
    }

    /** Launch 3 of each ran at the same time, and no other launch tells of it. */
    @Test
    void differencesAreTakenLaunchByLaunch() throws IOException {
        cell("BareExchange", "base", SOCKET, 100, 5, 0.5)
                .cell("WithThreads", "plus-threads", SOCKET + " threading=pool", 200, 5, 0.5)
                .whole("codec=kryo connection=kept threading=pool", 200, 5, 0.5);
        CostLadder ladder = ladders().get(0);
        assertThat(ladder.unexplained().means().values())
                .allSatisfy(nanos -> assertThat(nanos).isZero());
        assertThat(ladder.share().spread().low()).isEqualTo(1);
        assertThat(ladder.steps().get(0).name()).isEqualTo("threads");
    }

    @Test
    void aStepIsOfAWholeThatHasIt() throws IOException {
        steps(3, 0)
                .whole("codec=kryo connection=kept threading=pool", 270, 3, 0)
                .whole("codec=json connection=perMessage threading=eventLoop", 170, 3, 0);
        assertThat(charts())
                .extracting(chart -> String.join(", ", chart.rows()))
                .containsExactly(
                        "Bare exchange, + connections, unexplained, the whole",
                        "Bare exchange, + marshalling, + threads, unexplained, the whole");
    }

    @Test
    void withoutABaseOrStepsThereIsNone() throws IOException {
        whole("codec=kryo connection=kept threading=pool", 270, 3, 0)
                .cell("WithThreads", "plus-threads", SOCKET + " threading=pool", 200, 3, 0)
                .cell("BareExchange", "base", "comm=local ranks=2 transport=socket", 50, 3, 0)
                .cell("BareExchange", "base", "comm=none ranks=2 transport=nio", 50, 3, 0);
        assertThat(ladders()).isEmpty();
    }

    /** By another transport, too; but not between other ranks, of other sizes, or of what is no whole. */
    @Test
    void theBaseIsALineInAChartOfWholes() throws IOException {
        for (int bytes : new int[] {64, 1024}) {
            String size = " bytes=" + bytes;
            cell("BareExchange", "base", SOCKET + size, 50, 3, 0)
                    .cell("BareExchange", "base", "comm=none ranks=3 transport=socket" + size, 80, 3, 0)
                    .cell("WithThreads", "plus-threads", SOCKET + size + " threading=pool", 70, 3, 0)
                    .whole("connection=kept" + size, 200, 3, 0)
                    .cell(
                            "ConsensusRound",
                            "whole",
                            "comm=none ranks=2 transport=jms connection=kept" + size,
                            400,
                            3,
                            0);
        }
        cell("BareExchange", "base", SOCKET + " bytes=2", 50, 3, 0);
        RunData read = run.read(folder);
        List<Chart.Series> drawn = Charts.of(read, LineUp.of(read), Set.of(), List.of()).stream()
                .filter(chart -> chart.frame().title().startsWith("Consensus round"))
                .flatMap(chart -> chart.series().stream())
                .toList();
        assertThat(drawn)
                .extracting(Chart.Series::name)
                .containsExactlyInAnyOrder("jms", "socket", "Bare exchange: round · socket");
        assertThat(drawn).extracting(Chart.Series::hue).doesNotHaveDuplicates();
        assertThat(drawn)
                .filteredOn(series -> series.name().startsWith("Bare"))
                .flatExtracting(Chart.Series::points)
                .extracting(Chart.Point::y)
                .containsExactly(50.0, 50.0);
    }

    @Test
    void twoLaunchesSayNothingOfTheShare() throws IOException {
        steps(2, 0).whole("codec=kryo connection=perMessage threading=pool", 400, 2, 0);
        assertThat(charts().get(0).sentence()).isEmpty();
    }
}
