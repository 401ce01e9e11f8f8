package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The program's answers to what is typed, without measuring anything. */
@Timeout(60)
class CommandLineTest {
    private static final String[] BENCHMARKS = {
        "dev.lockstep.collectives.AllReduceBenchmark.allReduce",
        "dev.lockstep.collectives.BarrierBenchmark.barrier",
        "dev.lockstep.collectives.BroadcastBenchmark.broadcast",
        "dev.lockstep.transport.PingPongBenchmark.pingPong",
        "dev.lockstep.codec.KryoBenchmark.encode"
    };

    @TempDir
    Path scratch;

    // --- Help ---

    static Stream<Arguments> commands() {
        String effort = "--forks --warmup --iterations --iteration-time";
        String measuring = "--out --launcher --launcher-args --bind --jvm --jvm-args --timeout";
        return Stream.of(
                Arguments.of(
                        "run", "REGEX --comm --ranks --threads -p --ops --cp --dry-run " + effort + " " + measuring),
                Arguments.of("bench", "REGEX --quick --full " + effort + " " + measuring),
                Arguments.of("report", "DIR|FILE --output"),
                Arguments.of("compare", "BASE HEAD --config --strict --format --output 4 inconclusive"),
                Arguments.of("import", "TOOL FILE osu, imb, netpipe --output --ranks"),
                Arguments.of("list", "WHAT benchmarks comms launchers --cp"),
                Arguments.of("doctor", "--require"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpNamesEveryOption(String command, String words) {
        Typed typed = Typed.in(command, "--help");
        assertThat(typed.exit()).isZero();
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out()).startsWith("Usage: lockstep " + command).contains(words.split(" "));
    }

    @Test
    void helpIsTestedForEveryCommandAndEveryOptionIsDescribed() {
        Map<String, CommandLine> commands = new TreeMap<>(Lockstep.commandLine().getSubcommands());
        assertThat(commands.keySet())
                .isEqualTo(new TreeMap<>(Map.of(
                                "run", 0, "bench", 0, "report", 0, "compare", 0, "import", 0, "list", 0, "doctor", 0))
                        .keySet());
        commands.forEach((name, command) -> command.getCommandSpec().options().forEach(option -> {
            assertThat(option.description())
                    .as(name + " " + option.longestName())
                    .isNotEmpty();
            assertThat(Typed.in(name, "--help").out()).contains(option.longestName());
        }));
    }

    @Test
    void theProgramItselfHelps() {
        Typed typed = Typed.in("--help");
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .contains("run", "bench", "report", "compare", "import", "list", "doctor", "Exit codes:");
        assertThat(Typed.in("--version").out()).matches("lockstep \\d+\\.\\d+.*\\R");
        assertThat(Typed.in().exit()).isEqualTo(2);
    }

    // --- Bad usage ---

    static Stream<Arguments> badUsage() {
        return Stream.of(
                bad("nope", "'nope'", "run", "bench"),
                bad("run --nope", "Unknown option: '--nope'", "--comm"),
                bad("bench --nope", "Unknown option: '--nope'", "--quick"),
                bad("run Nope", "'Nope'", BENCHMARKS[0], BENCHMARKS[3]),
                bad("bench Nope", "'Nope'", BENCHMARKS[0], BENCHMARKS[3]),
                bad("run (", "'('", "regular expression"),
                bad("run AllReduce --comm nope", "'nope'", "local, openmpi"),
                bad("run AllReduce --comm local,nope", "'nope'", "local, openmpi"),
                bad("run AllReduce -p nope=1", "'nope'", "[bytes]"),
                bad("run AllReduce -p bytes", "'bytes'", "bytes=64,65536"),
                bad("run AllReduce -p comm=local", "--comm"),
                bad("run AllReduce -p ranks=2", "--ranks"),
                bad("run AllReduce --launcher nope", "'nope'", "auto, mpirun, process"),
                bad("bench AllReduce --launcher nope", "'nope'", "auto, mpirun, process"),
                bad("run AllReduce --comm openmpi --launcher process", "'process'", "openmpi", "mpirun can"),
                bad("run AllReduce --ops nope", "--ops", "'nope'", "auto, osu, paper, from:FILE"),
                bad("run AllReduce --ops 0", "--ops", "'0'", "positive number"),
                bad("run AllReduce --ops -5", "--ops", "'-5'", "positive number"),
                bad("run AllReduce --ops 99999999999", "--ops", "'99999999999'", "positive number"),
                bad("run AllReduce --ops from:/nowhere.json", "--ops", "/nowhere.json"),
                bad("run AllReduce --iteration-time 5", "--iteration-time", "200ms, 3s or 5m", "'5'"),
                bad("run AllReduce --iteration-time 0ms", "--iteration-time", "200ms, 3s or 5m"),
                bad("run AllReduce --iteration-time 99999999999999999999s", "--iteration-time", "200ms, 3s or 5m"),
                bad("run AllReduce --timeout 10ms", "--timeout", "at least 1s"),
                bad("run AllReduce --timeout soon", "--timeout", "200ms, 3s or 5m"),
                bad("run AllReduce --ranks 0", "--ranks must be at least 1, not 0"),
                bad("run AllReduce --ranks 2,-1", "--ranks must be at least 1, not -1"),
                bad("run AllReduce --ranks two", "--ranks", "'two' is not an int"),
                bad("run AllReduce --threads 0", "--threads must be at least 1, not 0"),
                bad("run AllReduce --forks 0", "--forks must be at least 1, not 0"),
                bad("run AllReduce --iterations 0", "--iterations must be at least 1, not 0"),
                bad("run AllReduce --warmup -1", "--warmup must be at least 0, not -1"),
                bad("run AllReduce --jvm /nowhere/java", "/nowhere/java", "not an executable file"),
                bad("run AllReduce --jvm-args -Da='b", "quote"),
                bad("bench --quick --full", "--quick, --full are mutually exclusive"),
                bad("list nope", "'nope'", "benchmarks, comms, launchers"),
                bad("doctor --require local,nope", "nope", "local, openmpi, mpirun, process"),
                bad("report", "DIR|FILE"),
                bad("report a b", "one run at a time"));
    }

    private static Arguments bad(String typed, String... words) {
        return Arguments.of(typed, List.of(words));
    }

    @ParameterizedTest
    @MethodSource("badUsage")
    void badUsageSaysWhatWouldBeRight(String line, List<String> words) {
        Typed typed = Typed.in(toWriteTo(line.split(" ")));
        assertThat(typed.err()).contains(words).doesNotContain("\tat ");
        assertThat(typed.exit()).isEqualTo(2);
        assertThat(scratch).isEmptyDirectory();
    }

    /** Should the program not refuse after all, it writes where this test looks. */
    private String[] toWriteTo(String... words) {
        boolean measures = words[0].equals("run") || words[0].equals("bench");
        return Stream.concat(Stream.of(words), measures ? Stream.of("--out", scratch + "/out") : Stream.of())
                .toArray(String[]::new);
    }

    // --- Dry run ---

    @Test
    void aDryRunPrintsEveryCellAndItsCommandAndRunsNothing() {
        int many = Runtime.getRuntime().availableProcessors() + 1;
        Typed typed = Typed.in(toWriteTo(
                "run",
                "AllReduce",
                "--comm",
                "local,openmpi",
                "--ranks",
                "1," + many,
                "-p",
                "bytes=64,65536",
                "--forks",
                "4",
                "--launcher-args",
                "--mca btl 'self,vader'",
                "--jvm-args",
                "-Dmine=1",
                "--dry-run"));
        assertThat(typed.exit()).isZero();
        assertThat(typed.err()).isEmpty();
        List<String> lines = typed.out().lines().toList();
        assertThat(lines).hasSize(2 * 8 + 1).last().isEqualTo("8 cells, 32 launches besides the pilots");
        int at = 0;
        for (String bytes : List.of("64", "65536")) {
            for (String comm : List.of("local", "openmpi")) {
                for (int ranks : List.of(1, many)) {
                    assertThat(lines.get(at++))
                            .isEqualTo(BENCHMARKS[0] + " ss bytes=" + bytes + " comm=" + comm + " ranks=" + ranks
                                    + " threads=1" + (ranks == many ? " (oversubscribed)" : ""));
                    String command = lines.get(at++);
                    assertThat(command).contains("/bin/java ", " -Dmine=1 ");
                    if (comm.equals("openmpi")) {
                        assertThat(command)
                                .containsPattern("mpirun -np " + ranks + " .*--mca btl self,vader .*/bin/java");
                    } else {
                        assertThat(command).doesNotContain("mpirun");
                    }
                }
            }
        }
        assertThat(scratch).isEmptyDirectory();
    }

    @Test
    void whatIsSaidTwiceIsOneCell() {
        Typed typed = Typed.in(
                "run",
                "AllReduce",
                "--comm",
                "local,local",
                "--ranks",
                "2,2",
                "--threads",
                "1,1",
                "-p",
                "bytes=4,4",
                "-p",
                "bytes=8",
                "--dry-run");
        assertThat(typed.out())
                .endsWith("2 cells, 6 launches besides the pilots\n")
                .contains("bytes=4", "bytes=8");
    }

    @Test
    void aBenchmarkWithoutRanksIsOneCellPerThreadCount() {
        Typed typed = Typed.in(
                "run", "Kryo.*encode", "--comm", "local,openmpi", "--ranks", "2,4", "--threads", "1,2", "--dry-run");
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .endsWith("2 cells, 6 launches besides the pilots\n")
                .doesNotContain("comm=", "mpirun");
    }

    // --- list, doctor, report ---

    @Test
    void listPrintsWhatThereIs() {
        assertThat(Typed.in("list").out()).contains(BENCHMARKS).contains("    bytes = 4, 1024, 65536, 1048576");
        assertThat(Typed.in("list").out())
                .isEqualTo(Typed.in("list", "Benchmarks").out())
                .doesNotContain("FloorBenchmark");
        assertThat(Typed.in("list", "comms").out().lines())
                .satisfiesExactly(
                        l -> assertThat(l).startsWith("local ").contains("threads of one JVM"),
                        l -> assertThat(l).startsWith("openmpi ").contains("Open MPI"));
        assertThat(Typed.in("list", "launchers").out().lines())
                .satisfiesExactly(
                        l -> assertThat(l).startsWith("mpirun "),
                        l -> assertThat(l).startsWith("process "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"doctor", "doctor --require local", "doctor --require local,process"})
    void theDoctorIsContentWithWhatIsThere(String line) {
        Typed typed = Typed.in(line.split(" "));
        assertThat(typed.exit()).isZero();
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out())
                .contains(System.getProperty("java.home"), "local      available: ", "process    available: ")
                .containsPattern("openmpi +(available|missing): ")
                .containsPattern("mpirun +(available|missing): ");
    }

    @Test
    void aReportOfNothingIsRefused() throws IOException {
        Path missing = scratch.resolve("missing");
        assertRefused(Typed.in("report", missing.toString()), missing + ": there is no such folder or file");
        Path empty = Files.createDirectory(scratch.resolve("empty"));
        assertRefused(Typed.in("report", empty.toString()), empty.toString(), "results.json or journal.jsonl");
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void aBrokenFileIsNamedWithThePlace() throws IOException {
        Path broken = Files.writeString(scratch.resolve("results.json"), "[\n  {\n    \"benchmark\" 1 } ]");
        assertRefused(Typed.in("report", broken.toString()), broken.toString(), "line 3", "column ");
        assertRefused(Typed.in("report", scratch.toString()), broken.toString(), "line 3", "column ");
        Files.writeString(broken, "{}");
        assertRefused(Typed.in("report", broken.toString()), broken.toString(), "the top level", "array of results");
        Files.writeString(
                broken, "[{\"benchmark\": \"a.B.c\", \"mode\": \"ss\", \"primaryMetric\": {\"score\": \"x\"}}]");
        assertRefused(Typed.in("report", broken.toString()), broken.toString(), "/0/primaryMetric/score", "a number");
        assertThat(scratch.resolve("report.html")).doesNotExist();
    }

    @Test
    void aReportThatCannotBeWrittenIsSaidSo() throws IOException {
        Path good = Files.writeString(scratch.resolve("results.json"), "[]");
        Path below = good.resolve("report.html");
        assertRefused(Typed.in("report", good.toString(), "-o", below.toString()), good + ": file already exists");
        assertThat(good).hasContent("[]");
    }

    private static void assertRefused(Typed typed, String... words) {
        assertThat(typed.err()).startsWith("lockstep: ").contains(words).doesNotContain("\tat ");
        assertThat(typed.exit()).isEqualTo(2);
    }
}
