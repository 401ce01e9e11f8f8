package dev.lockstep.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.OpSample;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionReaderTest {
    private static final int OPERATIONS = 10_000;

    @TempDir
    private Path run;

    private static RunEvent.HistogramLog event(String file, long calls, long recorded) {
        return new RunEvent.HistogramLog(file, 5, calls, recorded, 1, 0, 0, 0, 0, 0);
    }

    /** 1 to {@code operations} nanoseconds, plus something, under each tag. */
    private String log(String name, int digits, int operations, long plus, List<String> tags) throws IOException {
        Histogram histogram = new Histogram(digits);
        for (int i = 1; i <= operations; i++) {
            histogram.recordValue(i + plus);
        }
        try (var out = Files.newOutputStream(run.resolve(name))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLegend();
            for (String tag : tags) {
                histogram.setTag(tag);
                log.outputIntervalHistogram(0, 0, histogram, 1);
            }
            log.close();
        }
        return name;
    }

    private String log(String name, int operations, long plus) throws IOException {
        return log(name, 3, operations, plus, List.of("rank-10", "slowest", "rank-2"));
    }

    @Test
    void launchesAreAddedUp() throws IOException {
        String first = log("a.hlog", OPERATIONS, 0);
        String second = log("b.hlog", OPERATIONS, 100_000);
        Distribution both = read(run, event(first, OPERATIONS, OPERATIONS), event(second, OPERATIONS, OPERATIONS));

        assertThat(both.slowest().operations()).isEqualTo(2 * OPERATIONS);
        assertThat(both.slowest().p50().orElseThrow()).isCloseTo(OPERATIONS, within(20.0));
        assertThat(both.slowest().p90().orElseThrow()).isCloseTo(108_000, within(120.0));
        assertThat(both.slowest().max()).isCloseTo(110_000, within(120.0));
        assertThat(both.ranks()).containsOnlyKeys(2, 10);
        assertThat(both.room()).isEmpty();
    }

    private static Distribution read(Path run, RunEvent.HistogramLog... launches) throws IOException {
        return DistributionReader.read(run, List.of(launches), "");
    }

    /** A log has an interval for each iteration; older ones have one for all. */
    @Test
    void intervalsAreAddedUpAsOneIsRead() throws IOException {
        try (var out = Files.newOutputStream(run.resolve("intervals.hlog"))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            for (int i = 0; i < 5; i++) {
                Histogram iteration = new Histogram(3);
                for (int nanos = 1 + i; nanos <= OPERATIONS; nanos += 5) {
                    iteration.recordValue(nanos);
                }
                iteration.setTag("slowest");
                log.outputIntervalHistogram(i, i + 1, iteration, 1);
            }
            log.close();
        }
        String one = log("one.hlog", OPERATIONS, 0);
        RunEvent.HistogramLog many = event("intervals.hlog", OPERATIONS, OPERATIONS);
        Distribution added = read(run, many);
        assertThat(added.slowest().operations()).isEqualTo(OPERATIONS);
        assertThat(added.slowest())
                .isEqualTo(read(run, event(one, OPERATIONS, OPERATIONS)).slowest());
    }

    @Test
    void theCurveRisesFromTheShortestToTheLongest() throws IOException {
        Distribution distribution = read(run, event(log("a.hlog", OPERATIONS, 0), OPERATIONS, OPERATIONS));
        List<Distribution.Point> curve = distribution.curve();

        assertThat(curve).hasSize(40 + 1);
        assertThat(curve.get(0)).isEqualTo(new Distribution.Point(1, 1));
        assertThat(curve.get(10).oneIn()).isEqualTo(10);
        assertThat(curve.get(10).nanos()).isCloseTo(9_000, within(10.0));
        assertThat(curve.get(40).oneIn()).isEqualTo(OPERATIONS);
        assertThat(curve.get(40).nanos()).isEqualTo(distribution.slowest().max());
        assertThat(curve.stream().map(Distribution.Point::nanos)).isSorted();
    }

    @Test
    void aPercentileNeedsEnoughOperations() throws IOException {
        assertThat(read(run, event(log("b.hlog", 99, 0), 99, 99)).slowest().p90())
                .isEmpty();
        Distribution.Percentiles few =
                read(run, event(log("a.hlog", 100, 0), 100, 100)).slowest();

        assertThat(few.p90()).hasValue(90);
        assertThat(few.p99()).isEmpty();
        assertThat(few.p999()).isEmpty();
        assertThat(few.max()).isEqualTo(100);
    }

    @Test
    void callsThatThereWasNoRoomForAreTold() throws IOException {
        String file = log("a.hlog", 10, 0);
        assertThat(read(run, event(file, 15, 10)).room())
                .as("five iterations, each of which a call opens")
                .isEmpty();
        assertThat(read(run, event(file, 16, 10)).room()).contains(new Distribution.Room(10, 16));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense\n",
                "Tag=slowest,0.000,0.000,1.000,AAAA\n",
                "Tag=slowest,0.000,0.000,1.000,HISTFAAAAfZ42i1QS2hTURTMmXcn\n",
                "Tag=slowest,zero,0.000,1.000,HISTFAAAA\n"
            })
    void aFileThatIsNoLogIsNamed(String text) throws IOException {
        Files.writeString(run.resolve("bad.hlog"), text);
        assertThatThrownBy(() -> read(run, event("bad.hlog", 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("bad.hlog")
                .hasMessageContaining("expected an HdrHistogram log");
    }

    @Test
    void whatWouldTakeMuchMemoryIsRefused() throws IOException {
        log("fine.hlog", 5, 1, 0, List.of("slowest"));
        log(
                "wide.hlog",
                2,
                1,
                0,
                IntStream.range(0, 13_000).mapToObj(i -> "rank-" + i).toList());
        assertThatThrownBy(() -> read(run, event("fine.hlog", 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("fine.hlog: expected at most 3 significant digits, found 5");
        assertThatThrownBy(() -> read(run, event("wide.hlog", 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("wide.hlog: expected at most 12288 tags, found more");
    }

    @Test
    void whoWasSlowestAndWhoCameLastIsRead() throws IOException {
        String file = log(
                "met.hlog",
                3,
                OPERATIONS,
                0,
                List.of("slowest", "rank-0", "rank-0-thread-1", "slowest-rank-1", "last-rank-0", "since-last-arrival"));
        Distribution read = read(run, event(file, OPERATIONS, OPERATIONS));
        assertThat(read.ranks()).containsOnlyKeys(0);
        assertThat(read.ranks().get(0).mean()).isCloseTo(OPERATIONS / 2.0, within(10.0));
        assertThat(read.meeting().slowest()).containsOnlyKeys(1);
        assertThat(read.meeting().last()).containsOnlyKeys(0);
        assertThat(read.meeting().sinceLast()).isPresent();
        assertThat(read.samples()).isEmpty();
        assertThat(read(run, event(log("alone.hlog", 9, 0), 9, 9)).meeting()).isEqualTo(Distribution.Meeting.NONE);
    }

    /** Of 10,000 operations of 1 to 10,000 ns, and as many that missed their window, half are known. */
    @Test
    void aPercentileThatWhatMissedItsWindowMayBePartOfIsNotKnown() throws IOException {
        Distribution few = read(run, event(missed(OPERATIONS / 199), OPERATIONS, OPERATIONS));
        assertThat(few.missed()).isEqualTo(50);
        assertThat(few.slowest().p90().orElseThrow()).isCloseTo(9_045, within(20.0));
        assertThat(few.slowest().p99().orElseThrow()).isCloseTo(9_950, within(20.0));
        assertThat(few.slowest().p999()).isEmpty();
        assertThat(few.slowest().max()).isCloseTo(70_000, within(100.0));
        assertThat(few.curve().get(few.curve().size() - 1))
                .isEqualTo(new Distribution.Point(OPERATIONS + 50, few.slowest().max()));
        Distribution half = read(run, event(missed(OPERATIONS), OPERATIONS, OPERATIONS));
        assertThat(half.slowest().p50().orElseThrow()).isCloseTo(OPERATIONS, within(20.0));
        assertThat(half.slowest().p90()).isEmpty();
    }

    private String missed(int operations) throws IOException {
        Histogram late = new Histogram(3);
        late.recordValueWithCount(70_000, operations);
        late.setTag("missed-window");
        String name = log("missed.hlog", OPERATIONS, 0);
        try (var out = Files.newOutputStream(run.resolve(name), StandardOpenOption.APPEND)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputIntervalHistogram(0, 0, late, 1);
            log.close();
        }
        return name;
    }

    /** 1,000 operations of two ranks and two threads; the longest is the 990th. */
    @Test
    void samplesAreReadAsAStripOfAllAndOneAroundTheWorst() throws IOException {
        List<OpSample> lines = new ArrayList<>();
        for (int operation = 1; operation <= 1_000; operation++) {
            for (int rank = 0; rank < 2; rank++) {
                long nanos = operation == 990 && rank == 1 ? 5_000 : operation;
                lines.add(new OpSample(1, operation, 0, rank, 10L * operation, (long) rank, nanos, true));
                lines.add(new OpSample(1, operation, 1, rank, null, null, 9_000_000, true));
            }
        }
        OpSample.append(run.resolve("met.csv.gz"), lines.subList(0, 1_000).stream());
        OpSample.append(run.resolve("met.csv.gz"), lines.subList(1_000, 4_000).stream());
        Samples samples =
                read(run, event(log("met.hlog", 9, 0), 9, 9)).samples().orElseThrow();

        assertThat(samples.all().each()).isEqualTo(5);
        assertThat(samples.all().nanos()[0]).hasSize(200).startsWith(5, 10).endsWith(995, 1_000);
        assertThat(samples.all().late()[1]).hasSize(200).containsOnly(1);
        assertThat(samples.worst().first()).isEqualTo(801);
        assertThat(samples.worst().nanos()[1]).hasSize(200).startsWith(801).endsWith(1_000);
        assertThat(samples.worst().nanos()[1][990 - 801]).isEqualTo(5_000);
        assertThat(samples.worst().ranks()).containsExactly(0, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "iteration,operation,thread,rank,began,late,nanos,counts\n1,x,0,0,,,1,true\n",
                "iteration,operation,thread,rank,began,late,nanos,counts\n",
                "operation,rank\n1,2\n"
            })
    void aFileThatIsNoSamplesIsNamed(String text) throws IOException {
        String log = log("met.hlog", 9, 0);
        try (var out = new GZIPOutputStream(Files.newOutputStream(run.resolve("met.csv.gz")))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        assertThatThrownBy(() -> read(run, event(log, 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("met.csv.gz: expected samples of --keep-samples");
    }

    @Test
    void tagsOfOthersAreNotKept() throws IOException {
        String log = log("more.hlog", 2, 1, 0, List.of("slowest", "rank-1", "mine"));
        assertThat(read(run, event(log, 1, 1)).ranks()).containsOnlyKeys(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../other.hlog", "/etc/hostname", "a/../../other.hlog", "."})
    void aFileOutsideOfTheRunIsNotRead(String name) throws IOException {
        Path inner = Files.createDirectory(run.resolve("inner"));
        log("other.hlog", 10, 0);
        assertThatThrownBy(() -> read(inner, event(name, 1, 1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a file of the run")
                .hasMessageContaining(name);
    }
}
