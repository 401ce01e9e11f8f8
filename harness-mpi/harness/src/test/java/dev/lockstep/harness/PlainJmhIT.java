package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JMH's own command line with {@code -prof ranks}, on Open MPI. */
@Tag("runs")
class PlainJmhIT {
    private static final String GOOD = "GoodBenchmark.broadcast";
    private static final String[] RANKS = {"-prof", "ranks:bind=none"};

    @TempDir
    Path scratch;

    private Child child;
    private Path json;

    @BeforeEach
    void prepare() {
        child = new Child(scratch);
        json = scratch.resolve("jmh.json");
    }

    private Child.Outcome jmh(String benchmark, String comm, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-Djmh.ignoreLock=true", "org.openjdk.jmh.Main", benchmark));
        arguments.addAll(List.of("-rf", "json", "-rff", json.toString(), "-p", "comm=" + comm));
        arguments.addAll(List.of("-jvmArgs", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + child.mark()));
        arguments.addAll(List.of(more));
        Child.Outcome outcome = child.run(arguments);
        assertThat(child.leftovers()).isEmpty();
        return outcome;
    }

    /** In two ranks, and up to the first failure. */
    private Child.Outcome ranks(String benchmark, String... more) throws IOException, InterruptedException {
        return jmh(
                benchmark,
                "openmpi",
                Stream.concat(Stream.of("-foe", "true", "-p", "ranks=2"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static String[] with(String... more) {
        return Stream.concat(Stream.of(RANKS), Stream.of(more)).toArray(String[]::new);
    }

    private void assertFailed(Child.Outcome outcome, String... words) throws IOException {
        assertThat(outcome.exit()).as(outcome.output()).isNotZero();
        assertThat(outcome.output()).contains(words);
        if (Files.exists(json) && Files.size(json) > 0) {
            assertThat(new ObjectMapper().readTree(json.toFile())).as("results").isEmpty();
        }
    }

    /** All launches' files of a name. */
    private List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.walk(scratch.resolve("lockstep-ranks"))) {
            return files.filter(file -> file.endsWith(name)).sorted().toList();
        }
    }

    private List<RankRow> rows() throws IOException {
        List<RankRow> rows = new ArrayList<>();
        for (Path file : files("ranks.csv")) {
            rows.addAll(RankRow.read(file));
        }
        return rows;
    }

    @Test
    void consoleAndJsonAgreeAndEveryForkAndRankIsThere() throws Exception {
        Child.Outcome outcome = ranks(GOOD, with("-f", "2"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();

        JsonNode entry = new ObjectMapper().readTree(json.toFile()).get(0);
        JsonNode metric = entry.get("primaryMetric");
        Matcher row = Pattern.compile(
                        "(?m)^GoodBenchmark\\.broadcast\\s+8\\s+openmpi\\s+2\\s+ss\\s+(\\d+)\\s+(\\S+)\\s")
                .matcher(outcome.output());
        assertThat(row.find()).as(outcome.output()).isTrue();
        assertThat(row.group(2))
                .isEqualTo(String.format(
                        Locale.getDefault(), "%.3f", metric.get("score").asDouble()));
        assertThat(entry.at("/params/comm").asText()).isEqualTo("openmpi");
        assertThat(entry.at("/params/ranks").asText()).isEqualTo("2");

        assertThat(metric.get("rawData")).as("forks").hasSize(2);
        assertThat(metric.get("rawData")).allSatisfy(fork -> assertThat(fork).hasSize(2));
        double min = entry.at("/secondaryMetrics/ranks.min/score").asDouble();
        double max = entry.at("/secondaryMetrics/ranks.max/score").asDouble();
        assertThat(min).isPositive().isLessThanOrEqualTo(metric.get("score").asDouble());
        assertThat(max).isGreaterThanOrEqualTo(metric.get("score").asDouble());

        assertThat(rows()).hasSize(2 * 2 * 3).allSatisfy(r -> {
            assertThat(r.benchmark()).endsWith(".samples." + GOOD);
            assertThat(r.params() + r.comm() + r.ranks()).isEqualTo("bytes=8openmpi2");
            assertThat(r.n()).isEqualTo(20);
        });
        assertThat(rows().stream().map(RankRow::pid).distinct())
                .as("pids of 2 ranks in 2 forks")
                .hasSize(4);

        assertThat(outcome.output().substring(outcome.output().indexOf("# Fork: 1 of 2")))
                .as("of ranks, which get options of their own from the profiler")
                .doesNotContain("WARNING");
    }

    @Test
    void noKeyIsLeftBehindAndNobodyElseMayLook() throws Exception {
        Child.Outcome outcome = ranks(GOOD, "-f", "1", "-prof", "ranks:folder=launch&bind=none");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        Path launch = scratch.resolve("launch");
        assertThat(launch.resolve("complete")).exists();
        assertThat(launch.resolve("key")).doesNotExist();
        assertThat(Files.getPosixFilePermissions(launch)).hasSize(3);
        assertThat(scratch).as("TMPDIR").isDirectoryNotContaining("glob:**/lockstep-hints.*");
    }

    @Test
    void twoThreadsOfEachRankWork() throws Exception {
        Child.Outcome outcome = ranks(GOOD, with("-f", "1", "-t", "2"));
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(rows()).hasSize(2 * 2 * 3);
        Child.Outcome local = jmh(GOOD, "local", with("-f", "1", "-t", "4", "-p", "ranks=2"));
        assertThat(local.exit()).as(local.output()).isZero();
    }

    /** JMH goes on after each, unless told otherwise. */
    @Test
    void aRankThatFailsIsNamedWithItsReason() throws Exception {
        Child.Outcome outcome =
                jmh("BadBenchmark.(throwsItsOwn|exits)OnRank1$", "openmpi", with("-f", "1", "-p", "ranks=2"));
        assertThat(outcome.output().split("\n# Benchmark: ")).hasSize(1 + 2).satisfies(parts -> {
            for (String part : List.of(parts).subList(1, parts.length)) {
                assertThat(part)
                        .contains(
                                "lockstep: rank 1 (pid ",
                                part.contains("BadBenchmark.exits")
                                        ? "System.exit"
                                        : "org.other.Gadget: an exception of my own");
            }
        });
        assertThat(new ObjectMapper().readTree(json.toFile())).isEmpty();
    }

    @Test
    void aRankThatNeverReturnsIsEndedWhenTimeIsUp() throws Exception {
        Child.Outcome outcome =
                ranks("BadBenchmark.neverReturnsOnRank1$", "-f", "1", "-prof", "ranks:timeout=20&bind=none");
        assertFailed(outcome, "no rank has shown progress", "all are connected");
    }

    @Test
    void aJvmThatDoesNotStartIsNoSuccess() throws Exception {
        assertFailed(ranks(GOOD, with("-f", "1", "-jvmArgsAppend", "-XX:+NoSuchOption")), "NoSuchOption");
    }

    @Test
    void whatCannotBeIsRefusedWithWhatToDo() throws Exception {
        assertFailed(ranks(GOOD, "-f", "1"), "-prof ranks");
        assertFailed(jmh(GOOD, "openmpi", with("-foe", "true", "-f", "1")), "ranks must be a");
        assertFailed(
                jmh(GOOD, "nosuch", with("-foe", "true", "-f", "1", "-p", "ranks=2")),
                "no communicator is called 'nosuch'",
                "local",
                "openmpi");
    }
}
