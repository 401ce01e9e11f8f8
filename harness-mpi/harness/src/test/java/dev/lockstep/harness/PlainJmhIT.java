package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.comm.openmpi.OpenMpiProvider;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JMH's own command line with {@code -prof ranks}, on Open MPI. */
@Timeout(120)
class PlainJmhIT {
    /** From a failure to the end of everything, JMH's own start included. */
    private static final double SOON_SECONDS = 45;

    @TempDir
    Path scratch;

    private Child child;
    private Path json;

    @BeforeEach
    void prepare() {
        child = new Child(scratch);
        json = scratch.resolve("jmh.json");
    }

    private Child.Outcome jmh(String benchmark, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-Djmh.ignoreLock=true", "org.openjdk.jmh.Main", benchmark));
        arguments.addAll(List.of("-foe", "true", "-rf", "json", "-rff", json.toString()));
        arguments.addAll(List.of("-jvmArgs", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + child.mark()));
        arguments.addAll(List.of(more));
        return child.run(arguments);
    }

    private Child.Outcome ranks(String benchmark, String... more) throws IOException, InterruptedException {
        return jmh(
                benchmark,
                Stream.concat(Stream.of("-p", "comm=openmpi", "-p", "ranks=2"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private void assertFailed(Child.Outcome outcome, String... words) throws IOException, InterruptedException {
        assertThat(outcome.exit()).as(outcome.output()).isNotZero();
        assertThat(outcome.output()).contains(words);
        assertThat(outcome.seconds()).as("seconds until the end").isLessThan(SOON_SECONDS);
        assertThat(child.leftovers()).isEmpty();
        if (Files.exists(json) && Files.size(json) > 0) {
            assertThat(new ObjectMapper().readTree(json.toFile())).as("results").isEmpty();
        }
    }

    /** JMH's host began by then, by options of its own; its forks are ranks, and get theirs from the profiler. */
    @Test
    void noRankBeginsWithWarningsOfTheJdk() throws Exception {
        Child.Outcome outcome = ranks("GoodBenchmark.broadcast", "-f", "1", "-prof", "ranks");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        String ofRanks = outcome.output().substring(outcome.output().indexOf("# Fork: 1 of 1"));
        assertThat(ofRanks).doesNotContain("WARNING");
    }

    @Test
    void consoleAndJsonAgreeAndEveryForkAndRankIsThere() throws Exception {
        Child.Outcome outcome = ranks("GoodBenchmark.broadcast", "-f", "2", "-prof", "ranks");
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

        List<String> rows = rows();
        assertThat(rows)
                .hasSize(2 * 2 * 3)
                .allMatch(r ->
                        r.startsWith("dev.lockstep.harness.samples.GoodBenchmark.broadcast,bytes=8,openmpi,2,1,20,"));
        assertThat(rows.stream().map(r -> r.split(",")[12]).collect(Collectors.toSet()))
                .as("pids of 2 ranks in 2 forks")
                .hasSize(4);
        assertThat(child.leftovers()).isEmpty();
    }

    /** All launches' rows, without headers. */
    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.walk(scratch.resolve("lockstep-ranks"))) {
            for (Path file : files.filter(f -> f.endsWith("ranks.csv")).sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                rows.addAll(lines.subList(1, lines.size()));
            }
        }
        return rows;
    }

    @Test
    void noKeyIsLeftBehindAndNobodyElseMayLook() throws Exception {
        Child.Outcome outcome = ranks("GoodBenchmark.broadcast", "-f", "1", "-prof", "ranks:folder=launch");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        Path launch = scratch.resolve("launch");
        assertThat(launch.resolve("complete")).exists();
        assertThat(launch.resolve("key")).doesNotExist();
        assertThat(Files.getPosixFilePermissions(launch)).hasSize(3);
        try (Stream<Path> temporary = Files.list(Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp")))) {
            assertThat(temporary
                            .filter(p -> p.getFileName().toString().startsWith("lockstep-hints."))
                            .filter(p ->
                                    p.toFile().lastModified() > launch.toFile().lastModified()))
                    .isEmpty();
        }
    }

    @Test
    void twoThreadsOfEachRankWork() throws Exception {
        Child.Outcome outcome = ranks("GoodBenchmark.broadcast", "-f", "1", "-t", "2", "-prof", "ranks");
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(rows()).hasSize(2 * 2 * 3);
        Child.Outcome local = jmh(
                "GoodBenchmark.broadcast", "-f", "1", "-t", "4", "-p", "comm=local", "-p", "ranks=2", "-prof", "ranks");
        assertThat(local.exit()).as(local.output()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "throwsOnRank1, boom, says rank one",
        "throwsItsOwnOnRank1, org.other.Gadget: an exception of my own",
        "exitsOnRank1, ",
        "haltsOnRank1, ended before it had delivered its results",
        "isKilledOnRank1, ended before it had delivered its results"
    })
    void aRankThatFailsIsNamedWithItsReason(String method, String reason) throws Exception {
        Child.Outcome outcome = ranks("BadBenchmark." + method + "$", "-f", "1", "-prof", "ranks");
        assertFailed(outcome, "lockstep: rank 1 (pid ", reason == null ? "System.exit" : reason);
    }

    @Test
    void aRankThatNeverReturnsIsEndedWhenTimeIsUp() throws Exception {
        Child.Outcome outcome = ranks("BadBenchmark.neverReturnsOnRank1$", "-f", "1", "-prof", "ranks:timeout=5");
        assertFailed(outcome, "no rank has shown progress", "all are connected");
    }

    @ParameterizedTest
    @CsvSource({"0, the launcher ended without having delivered any results", "1, Forked VM failed with exit code 1"})
    void aLauncherThatStartsNothingIsNoSuccess(int exit, String reason) throws Exception {
        Path wrapper = scratch.resolve("mpirun");
        Files.writeString(wrapper, "#!/bin/sh\n[ \"$1\" != --version ] || exec mpirun --version\nexit " + exit + "\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        Availability availability = new OpenMpiProvider().availability();
        assertThat(availability).isInstanceOf(Availability.Available.class);
        Availability.Available found = (Availability.Available) availability;
        child.with("LOCKSTEP_MPIRUN", wrapper.toString())
                .with("LOCKSTEP_OPENMPI_JAR", found.classPath().get(0).toString())
                .with("LOCKSTEP_OPENMPI_LIB", found.systemProperties().get("java.library.path"));
        assertFailed(ranks("GoodBenchmark.broadcast", "-f", "1", "-prof", "ranks"), reason);
    }

    @Test
    void aJvmThatDoesNotStartIsNoSuccess() throws Exception {
        Child.Outcome outcome =
                ranks("GoodBenchmark.broadcast", "-f", "1", "-prof", "ranks", "-jvmArgsAppend", "-XX:+NoSuchOption");
        assertFailed(outcome, "NoSuchOption");
    }

    @Test
    void ranksWithoutALauncherAreToldHow() throws Exception {
        assertFailed(ranks("GoodBenchmark.broadcast", "-f", "1"), "-prof ranks");
    }

    @Test
    void ranksMustBeANumberAndTheCommunicatorKnown() throws Exception {
        assertFailed(
                jmh("GoodBenchmark.broadcast", "-f", "1", "-p", "comm=openmpi", "-prof", "ranks"), "ranks must be a");
        assertFailed(
                jmh("GoodBenchmark.broadcast", "-f", "1", "-p", "comm=nosuch", "-p", "ranks=2", "-prof", "ranks"),
                "no communicator is called 'nosuch'",
                "local",
                "openmpi");
    }
}
