package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.lockstep.cli.options.ResumedArguments;
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
        "dev.lockstep.collectives.AllToAllBenchmark.allToAll",
        "dev.lockstep.collectives.BarrierBenchmark.barrier",
        "dev.lockstep.collectives.BroadcastBenchmark.broadcast",
        "dev.lockstep.transport.benchmarks.BandwidthBenchmark.window",
        "dev.lockstep.transport.benchmarks.PingPongBenchmark.pingPong",
        "dev.lockstep.codec.benchmarks.EncodeBenchmark.encode"
    };

    @TempDir
    Path scratch;

    // --- Help ---

    static Stream<Arguments> commands() {
        String effort = "--forks --warmup --iterations --iteration-time --distribution-forks";
        String measuring = "--out --launcher --launcher-args --hosts --bind --jvm --jvm-args --timeout"
                + " --seed --budget --shard --resume --retry-failed --force --wait --placement --hold --fill";
        String forwarded =
                "--comm --ranks --threads --transport -p --warmup --iterations --iteration-time --ops --launcher --launcher-args"
                        + " --hosts --bind --timeout --output-limit --jvm --jvm-args";
        return Stream.of(
                Arguments.of(
                        "run",
                        "REGEX --comm --ranks --threads --transport -p --vs --param --ops --cp --dry-run --handicap --prof --debug-rank "
                                + effort + " " + measuring),
                Arguments.of("bench", "REGEX --quick --full --cp --dry-run " + effort + " " + measuring),
                Arguments.of("merge", "DIR --output --placement"),
                Arguments.of("report", "DIR|FILE --output --placement"),
                Arguments.of("compare", "BASE HEAD --config --strict --format --output --placement 4 inconclusive"),
                Arguments.of(
                        "ab",
                        "REGEX --base --head --repo --build --jar --forks --max-forks --budget --config --strict --format --output --placement"
                                + " --out " + forwarded + " 4 inconclusive"),
                Arguments.of(
                        "calibrate",
                        "REGEX --jar --runs --forks --slowdown --config --write --placement --out --more " + forwarded),
                Arguments.of("import", "TOOL FILE osu, imb, netpipe --output --ranks"),
                Arguments.of("list", "WHAT benchmarks codecs comms launchers transports --cp --json"),
                Arguments.of(
                        "doctor",
                        "--require --pairings --cp --hosts --comm --launcher --launcher-args --timeout --watch --readings"));
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
                .containsExactlyInAnyOrder(
                        "run", "bench", "merge", "report", "compare", "ab", "calibrate", "import", "list", "doctor");
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
                bad("run AllReduce --comm nope", "'nope'", "none, openmpi"),
                bad("run AllReduce --comm local,nope", "'nope'", "none, openmpi"),
                bad("run AllReduce -p nope=1", "'nope'", "[buffer, bytes]"),
                bad("run AllReduce -p bytes", "'bytes'", "bytes=64,65536"),
                bad("run AllReduce -p comm=local", "--comm"),
                bad("run AllReduce -p ranks=2", "--ranks"),
                bad("run AllReduce --transport shm", "'transport'", "[buffer, bytes]"),
                bad("run TransportPingPong --transport pigeon", "'pigeon'", "shm, socket, socket-open-close, uds"),
                bad("run TransportPingPong --transport shm:wait=never", "shm:wait=never", "spin, yield, park"),
                bad("run TransportPingPong --transport inproc --comm none", "one JVM", "--comm local"),
                bad("run AllReduce --launcher nope", "'nope'", "auto, mpiexec, mpirun, mpj, process, srun"),
                bad("bench AllReduce --launcher nope", "'nope'", "auto, mpiexec, mpirun, mpj, process, srun"),
                bad("run AllReduce --comm openmpi --launcher process", "'process'", "openmpi", "mpirun, srun can"),
                bad("run AllReduce --comm none", "AllReduceBenchmark.allReduce on comm none", "no message passing"),
                bad(
                        "run TransportPingPong --comm none --bind socket",
                        "'process'",
                        "'core' or 'none', not to 'socket'"),
                bad("run TransportPingPong --comm none --ranks 999 --bind core", "cores of their own", "--bind none"),
                bad("run AllReduce --prof nope", "'nope'", "async, cl, comp", "stack"),
                bad("run AllReduce --prof jfr:dir=/tmp", "'jfr'", "same place, /tmp"),
                bad("run AllReduce --prof safepoints", "'safepoints'", "print side by side"),
                bad("run AllReduce --debug-rank 2", "--debug-rank must be 0 to 1 with 2 ranks, not 2"),
                bad("run AllReduce --comm local,openmpi --ranks 4,2 --debug-rank 3", "0 to 1 with 2 ranks, not 3"),
                bad("run AllReduce --debug-rank -1", "--debug-rank must be 0 to 1 with 2 ranks, not -1"),
                bad("run AllReduce --debug-rank one", "--debug-rank", "'one' is not an int"),
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
                bad("run AllReduce --budget 5", "--budget", "200ms, 3s or 5m"),
                bad("run AllReduce --hold soon", "--hold", "200ms, 3s or 5m", "'soon'"),
                bad("run AllReduce --hold 0s", "--hold", "200ms, 3s or 5m"),
                bad("bench --hold 5m", "--hold is at most 60s", "not 300000ms"),
                bad("run AllReduce --timeout 2s --hold 2s", "--hold", "less than the --timeout of 2s"),
                bad("run AllReduce --hold 2s --placement all", "--hold and --fill", "not with --placement all"),
                bad("run AllReduce --fill --placement all", "--hold and --fill", "not with --placement all"),
                bad("run Barrier --comm openmpi --hosts h1:1,h2:1 --hold 2s", "--hold is for ranks of one host"),
                bad("run AllReduce --shard 3/2", "--shard", "i/n", "'3/2'"),
                bad("run AllReduce --shard 0/2", "--shard", "i/n", "'0/2'"),
                bad("run AllReduce --seed one", "--seed", "'one' is not a long"),
                bad("run AllReduce --retry-failed", "--retry-failed is for --resume only"),
                bad("run AllReduce --force", "--force is for --resume only"),
                bad("run AllReduce --vs comm", "--vs takes a name", "'comm'"),
                bad("run AllReduce --vs comm=local", "nothing to compare with it", "[local]", "by --comm"),
                bad("run AllReduce --vs comm=nope", "'nope'", "none, openmpi"),
                bad("run AllReduce --vs nope=1", "has 'nope'", "[buffer, bytes, comm, ranks, threads]"),
                bad("run AllReduce --vs ranks=two", "--vs ranks takes a number", "'two'"),
                bad("run AllReduce --placement nearest", "--placement", "'nearest' is none of common, near and all"),
                bad("compare a b --placement 62", "--placement", "'62'", "no reading such as 62ns"),
                bad("merge a", "--output"),
                bad("bench --quick --full", "--quick, --full are mutually exclusive"),
                bad("list nope", "'nope'", "benchmarks, codecs, comms, launchers, transports"),
                bad(
                        "doctor --require local,nope",
                        "nope",
                        "mpj-multicore, none, openmpi, mpiexec, mpirun, process, srun"),
                bad("report", "DIR|FILE"),
                bad("run Barrier --comm openmpi --hosts h1:many", "--hosts h1:many", "such as h1:2,h2:2"),
                bad("run Barrier --comm openmpi --hosts h1,h1", "'h1' is named twice"),
                bad("run Barrier --comm openmpi --hosts @/nowhere/hosts", "--hosts @/nowhere/hosts", "cannot be read"),
                bad("run Barrier --comm openmpi --ranks 4 --hosts h1:1,h2:2", "4 ranks", "h1:1,h2:2 has 3"),
                bad("run Barrier --comm local --hosts h1:2", "comm=local on this host only", "without --hosts"),
                bad("doctor --hosts h1, --timeout 5s", "'' is no host"),
                bad("doctor --hosts h1 --timeout soon", "--timeout takes a time"),
                bad("doctor --watch never", "--watch takes a time"),
                bad("doctor --hosts h1 --comm local", "comm=local on this host only"),
                bad("doctor --hosts h1 --comm nope", "no communicator is called 'nope'"),
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
        assertThat(lines)
                .hasSize(2 * 8 + 2)
                .last()
                .isEqualTo("8 cells, 32 launches besides the pilots, and 8 for distributions");
        int at = 0;
        for (String bytes : List.of("64", "65536")) {
            for (String comm : List.of("local", "openmpi")) {
                for (int ranks : List.of(1, many)) {
                    assertThat(lines.get(at++))
                            .isEqualTo(BENCHMARKS[0] + " ss buffer=direct bytes=" + bytes + " comm=" + comm + " ranks="
                                    + ranks + " threads=1" + (ranks == many ? " (oversubscribed)" : ""));
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
    void withTransportsThePlainNameFindsTheBenchmarkOverThem() {
        Typed typed = Typed.in(toWriteTo(
                "run transport.benchmarks.PingPong --transport nio --comm local -p bytes=64 --dry-run".split(" ")));
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .contains("benchmarks.TransportPingPongBenchmark.pingPong", " transport=nio ")
                .contains("benchmarks.PingPongBenchmark.pingPong");
    }

    @Test
    void aDryRunOfAComparisonCountsTheBaseTwice() {
        String run = "run Barrier --vs comm=local --comm openmpi --dry-run";
        assertThat(Typed.in(run.split(" ")).out())
                .contains("plan: 10 of 10 forks of each cell, twice that of those with comm=local, about")
                .endsWith("2 cells, 30 launches besides the pilots, and 2 for distributions\n");
        assertThat(Typed.in((run + " --forks 2 --budget 25s").split(" ")).out())
                .contains("plan: 1 of 2 forks")
                .contains("2 cells, 3 launches besides the pilots");
    }

    @Test
    void aDryRunPlansTheBudget() {
        String[] run = {"run", "AllReduce", "-p", "bytes=4,8", "--forks", "50", "--dry-run", "--budget"};
        Typed roomy = Typed.in(Stream.concat(Stream.of(run), Stream.of("30s")).toArray(String[]::new));
        // Pilots 1.2 + 2 x 0.8 s; a launch 1.2 + 10 x 0.205 s, one of each cell for distributions: 20.7 / 6.5 is 3.2.
        assertThat(roomy.out())
                .contains("plan: 3 of 50 forks of each cell, about 3.3 s each; pilots 3 s, launches 20 s,"
                        + " distributions 7 s, together 29 s")
                .endsWith("2 cells, 6 launches besides the pilots, and 2 for distributions\n");
        Typed tight = Typed.in(Stream.concat(Stream.of(run), Stream.of("14s")).toArray(String[]::new));
        assertThat(tight.out())
                .containsPattern("left out: .*bytes=8 .*: the budget of 14 s has no room for it")
                .contains("plan: 1 of 50 forks")
                .contains("2 cells, 1 launches besides the pilots");
    }

    /** 1.2 + (3 + 5) x 0.205 s: launches warm up as long as the search took, half a second as a rule. */
    @Test
    void aDryRunCountsTheWarmUpThatLaunchesMake() {
        assertThat(Typed.in("run", "AllReduce", "-p", "bytes=4", "--warmup", "0", "--dry-run")
                        .out())
                .contains("about 2.8 s each");
    }

    @Test
    void aShardIsAPartOfTheCells() {
        String whole = cells("1/1");
        List<String> parts =
                Stream.of("1/3", "2/3", "3/3").map(CommandLineTest::cells).toList();
        assertThat(String.join("", parts).lines())
                .containsExactlyInAnyOrderElementsOf(whole.lines().toList());
        assertThat(parts).allSatisfy(part -> assertThat(part).isNotEmpty());
    }

    private static String cells(String shard) {
        Typed typed = Typed.in("run", "AllReduce", "Barrier", "--comm", "local,openmpi", "--shard", shard, "--dry-run");
        return typed.out()
                .lines()
                .filter(l -> l.contains(" threads="))
                .map(l -> l + "\n")
                .reduce("", String::concat);
    }

    @Test
    void anEmptyShardIsNothingToRun() {
        Typed typed = Typed.in(toWriteTo("run", "Barrier", "--shard", "2/2"));
        assertThat(typed.exit()).isEqualTo(3);
        assertThat(typed.err()).contains("nothing to run: this shard has no cells");
        Path out = scratch.resolve("out");
        assertThat(out.resolve("results.json")).content().isEqualToIgnoringWhitespace("[]");
        assertThat(out.resolve("journal.jsonl")).content().contains("\"exit\":3");
    }

    @Test
    void whatCannotBeResumedIsRefused() throws IOException {
        assertRefused(Typed.in("run", "--resume"), "--resume needs --out DIR");
        assertRefused(
                Typed.in("run", "--resume", "--out", scratch.toString()), "holds no run: there is no journal.jsonl");
        Path journal = scratch.resolve("journal.jsonl");
        Files.writeString(journal, "{\"event\":\"start\"");
        assertRefused(Typed.in("run", "--resume", "--out", scratch.toString()), "breaks off before the run began");
        Files.writeString(journal, "{\"event\":\"start\",\"arguments\":[\"bench\"]}\n");
        assertRefused(Typed.in("run", "--resume", "--out", scratch.toString()), "begun by 'lockstep bench'");
        Files.writeString(journal, "{\"event\":\"start\",\"arguments\":[\"run\",\"--cp=/my/own.jar\"]}\n");
        assertRefused(
                Typed.in("run", "--resume", "--out", scratch.toString()),
                "lockstep run --resume --out " + scratch + " --cp /my/own.jar");
        Files.writeString(journal, "{\"event\":\"start\"}\nnonsense\n");
        assertRefused(Typed.in("run", "--resume", "--out", scratch.toString()), journal + ", line 2: expected");
        assertRefused(Typed.in("merge", scratch.toString(), "-o", scratch + "/x"), journal + ", line 2: expected");
        assertThat(scratch.resolve("x")).doesNotExist();
    }

    /** Whoever made a folder may have written anything into its journal. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--jvm=/his/java",
                "--jvm-args=-javaagent:/his.jar -Dx='y z'",
                "--launcher-args=--his-option",
                "--hosts=his.example:2",
                "--hosts=@/his/hosts",
                "--prof=async:libPath=/his.so",
                "--debug-rank=0",
                "--ops=from:/his/results.json"
            })
    void whatAFolderWouldMakeThisMachineRunIsTyped(String option) throws IOException {
        int equals = option.indexOf('=');
        String value = option.substring(equals + 1);
        String name = option.substring(0, equals);
        begunWith("AllReduce", option, "--force");
        String resume = "lockstep run --resume --out " + scratch + " " + name + " "
                + (value.contains(" ") ? "'" + value.replace("'", "'\\''") + "'" : value);
        Typed refused = Typed.in("run", "--resume", "--out", scratch.toString(), "--dry-run");
        assertRefused(refused, "was begun with " + name + ": ");
        assertRefused(refused, resume);
        begunWith("AllReduce", name, value);
        assertRefused(Typed.in("run", "--resume", "--out", scratch.toString(), "--dry-run"), resume);
    }

    @Test
    void whatThisMachineWouldUseAnywayIsTakenOver() throws IOException {
        begunWith(
                "AllReduce",
                "-p=bytes=4096",
                "--jvm=" + Path.of(System.getProperty("java.home"), "bin", "java"),
                "--jvm-args=",
                "--hosts=",
                "--ops=osu",
                "--seed=7");
        Typed typed = Typed.in("run", "--resume", "--out", scratch.toString(), "--dry-run");
        assertThat(typed.exit()).as(typed.toString()).isZero();
        assertThat(typed.out()).contains("bytes=4096").doesNotContain("bytes=64 ");
    }

    /** They are said by who resumes, or not at all. */
    @Test
    void whatIsAboutOneCallIsNotTakenFromAFolder() throws IOException {
        // What stands behind "--" are patterns, and stays that.
        begunWith("--", "AllReduce", "--force", "--jvm=/his/java");
        assertRefused(
                Typed.in("run", "--resume", "--out", scratch.toString(), "--dry-run"),
                "no benchmark matches '--force'");
        List<String> all = List.of(
                ResumedArguments.expand(Lockstep.commandLine(), "run", "--resume", "--out", scratch.toString()));
        assertThat(all).endsWith("--", "AllReduce", "--force", "--jvm=/his/java");
        begunWith("AllReduce", "--force", "--retry-failed", "--wait", "--resume", "--out=/else/where");
        assertThat(ResumedArguments.expand(Lockstep.commandLine(), "run", "--resume", "--out", scratch.toString()))
                .containsExactly("run", "--resume", "--out", scratch.toString(), "AllReduce");
        begunWith("--no-such-option");
        assertRefused(Typed.in("run", "--resume", "--out", scratch.toString()), "its journal is damaged");
    }

    @Test
    void aFolderThatAnotherHostHasIsLeftAlone() throws IOException {
        Path out = scratch.resolve("out");
        assertThat(Typed.in(toWriteTo("run", "Barrier", "--shard", "2/2")).exit())
                .isEqualTo(3);
        Path journal = out.resolve("journal.jsonl");
        List<String> lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, lines.size() - 1));
        Path lock = Files.writeString(out.resolve("run.lock"), "host=far.example&boot=b&pid=7&since=today\n");
        String[] resume = {"run", "--resume", "--out", out.toString()};
        Typed refused = Typed.in(resume);
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.err())
                .contains(
                        "lockstep: " + out + " is in use by process 7 on far.example, started today",
                        "if it is gone, remove " + lock);
        assertThat(journal).content().hasLineCount(lines.size() - 1);
        Files.delete(lock);
        assertThat(Typed.in(resume).exit()).isEqualTo(3);
        assertThat(lock).doesNotExist();
        assertThat(journal).content().contains("\"event\":\"resume\"").contains("\"exit\":3");
    }

    private void begunWith(String... arguments) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ArrayNode all = json.createArrayNode().add("run");
        List.of(arguments).forEach(all::add);
        Files.writeString(
                scratch.resolve("journal.jsonl"),
                json.createObjectNode().put("event", "start").set("arguments", all) + "\n");
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
                .endsWith("2 cells, 6 launches besides the pilots, and 2 for distributions\n")
                .contains("bytes=4", "bytes=8");
    }

    @Test
    void aBenchmarkWithoutRanksIsOneCellPerThreadCount() {
        Typed typed = Typed.in(
                "run",
                "EncodeBenchmark",
                "-p",
                "codec=kryo",
                "-p",
                "payload=ping",
                "-p",
                "buffer=fresh",
                "--comm",
                "local,openmpi",
                "--ranks",
                "2,4",
                "--threads",
                "1,2",
                "--dry-run");
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .endsWith("2 cells, 6 launches besides the pilots\n")
                .doesNotContain("comm=", "mpirun");
    }

    @Test
    void theSuitesPlanCanBeSeenToo() {
        Typed typed = Typed.in("bench", "Barrier", "--cp", "read/by/the/script.jar", "--dry-run");
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .contains("comm=local ranks=2", "plan: 3 of 3 forks of each cell", " launches besides the pilots");
    }

    @Test
    void aDryRunSaysWhatIsLeftOutAndCutsTheScriptShort() {
        Typed typed = Typed.in(
                "run", "PingPong", "--comm", "local,none", "-p", "bytes=16", "-p", "transport=socket", "--dry-run");
        assertThat(typed.exit()).isZero();
        assertThat(typed.out())
                .containsPattern("TransportPingPongBenchmark.* comm=none .*\\n    sh -c <script> processes 2 \\S+ /")
                .doesNotContainPattern(" [^ ]*\\.PingPongBenchmark.*comm=none")
                .endsWith("3 cells, 9 launches besides the pilots, and 3 for distributions\n");
        assertThat(typed.err()).contains("left out: PingPongBenchmark.pingPong on comm none:", "no message passing");
    }

    @Test
    void transportsGoWhereTheyCan() {
        Typed typed = Typed.in(
                ("run TransportPingPong --transport all --comm local,none,openmpi -p bytes=16 -p transport=shm:wait=park"
                                + " --dry-run")
                        .split(" "));
        assertThat(typed.exit()).as(typed.err()).isZero();
        assertThat(typed.out())
                .contains(
                        "comm=local ranks=2 receive=blocking transport=inproc",
                        "comm=local ranks=2 receive=blocking transport=communicator",
                        "comm=openmpi ranks=2 receive=blocking transport=communicator",
                        "comm=none ranks=2 receive=blocking transport=shm:wait=park",
                        "comm=openmpi ranks=2 receive=blocking transport=uds")
                .doesNotContain(
                        "comm=none ranks=2 receive=blocking transport=inproc",
                        "comm=openmpi ranks=2 receive=blocking transport=inproc",
                        "comm=none ranks=2 receive=blocking transport=communicator");
        assertThat(typed.err())
                .contains("left out: ", "transport inproc does not go between processes: its memory is that of one JVM")
                .containsPattern("transport communicator has no communicator: .*no message passing");
    }

    @Test
    void whoDebugsHasOneForkUnlessMoreAreSaid() {
        String line = "run Barrier --debug-rank 1 --dry-run";
        assertThat(Typed.in(line.split(" ")).out()).endsWith("1 cells, 1 launches besides the pilots\n");
        assertThat(Typed.in((line + " --forks 2").split(" ")).out())
                .endsWith("1 cells, 2 launches besides the pilots\n");
    }

    // --- list, doctor, report ---

    @Test
    void listsForProgramsAreOneLineOfJson() throws IOException {
        for (String what : List.of("benchmarks", "codecs", "comms", "launchers", "transports")) {
            Typed typed = Typed.in("list", what, "--json");
            assertThat(typed.exit()).isZero();
            assertThat(typed.out().lines()).hasSize(1);
            List<String> names = new ObjectMapper().readTree(typed.out()).findValuesAsText("name");
            assertThat(Typed.in("list", what).out().lines().filter(line -> !line.startsWith(" ")))
                    .hasSameSizeAs(names)
                    .zipSatisfy(names, (line, name) -> assertThat(line).startsWith(name));
        }
        assertThat(new ObjectMapper().readTree(Typed.in("list", "--json").out()).findParents("params"))
                .anyMatch(benchmark -> benchmark.at("/params/bytes").size() == 4);
    }

    @Test
    void listPrintsWhatThereIs() {
        assertThat(Typed.in("list").out()).contains(BENCHMARKS).contains("    bytes = 4, 1024, 65536, 1048576");
        assertThat(Typed.in("list").out())
                .isEqualTo(Typed.in("list", "Benchmarks").out())
                .doesNotContain("FloorBenchmark");
        assertThat(Typed.in("list", "comms").out().lines())
                .satisfiesExactly(
                        l -> assertThat(l).startsWith("c ").contains("in C"),
                        l -> assertThat(l).startsWith("fastmpj ").contains("never tried"),
                        l -> assertThat(l).startsWith("ffm ").contains("java.lang.foreign"),
                        l -> assertThat(l).startsWith("local ").contains("threads of one JVM"),
                        l -> assertThat(l).startsWith("mpj ").contains("niodev"),
                        l -> assertThat(l).startsWith("mpj-multicore ").contains("smpdev"),
                        l -> assertThat(l).startsWith("none ").contains("without MPI"),
                        l -> assertThat(l).startsWith("openmpi ").contains("Open MPI"));
        assertThat(Typed.in("list", "launchers").out().lines())
                .satisfiesExactly(
                        l -> assertThat(l).startsWith("mpiexec ").contains("MPICH", "Intel MPI"),
                        l -> assertThat(l).startsWith("mpirun ").contains("Open MPI"),
                        l -> assertThat(l).startsWith("mpj "),
                        l -> assertThat(l).startsWith("process "),
                        l -> assertThat(l).startsWith("srun ").contains("Slurm"));
    }

    @Test
    void listPrintsTransportsWithOptionsAndWhatTheyLack() {
        String listed = Typed.in("list", "transports").out();
        assertThat(listed.lines().filter(line -> !line.startsWith(" ")))
                .satisfiesExactly(
                        l -> assertThat(l).startsWith("communicator ").contains("iSend"),
                        l -> assertThat(l).startsWith("inproc ").contains("one JVM"),
                        l -> assertThat(l).startsWith("nio ").contains("selector"),
                        l -> assertThat(l).startsWith("shm ").contains("two processes"),
                        l -> assertThat(l).startsWith("socket ").contains("kept open"),
                        l -> assertThat(l).startsWith("socket-open-close ").contains("for each message"),
                        l -> assertThat(l).startsWith("uds ").contains("Unix domain"));
        assertThat(listed)
                .contains("    available: JDK ", "    option wait=spin", "    option calls=blocking")
                .contains("    lacks hosts: its memory is that of one host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"doctor --watch 0", "doctor --require local,process"})
    void theDoctorIsContentWithWhatIsThere(String line) {
        Typed typed = Typed.in(line.split(" "));
        assertThat(typed.exit()).isZero();
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out())
                .contains(System.getProperty("java.home"), "local      available: ", "process    available: ")
                .containsPattern("openmpi +(available|missing): ")
                .containsPattern("mpirun +(available|missing): ")
                .containsPattern("MPI library +launcher +c +fastmpj +ffm +mpj +none +openmpi\n")
                .containsPattern("- +process +- +- +- +- +yes +-\n");
        if (typed.out().contains("\n  Open MPI ")) {
            assertThat(typed.out()).containsPattern("  Open MPI [\\d.]+ +mpirun +(yes|no \\(\\d+\\)) +- +");
        }
    }

    @Test
    void theDoctorWatchesTheCoresAndWritesWhatItRead() throws IOException {
        Path file = scratch.resolve("readings.csv");
        Typed typed = Typed.in("doctor", "--require", "local", "--watch", "300ms", "--readings", file.toString());
        assertThat(typed.exit()).isZero();
        assertThat(typed.err()).matches("\\[1/1, .* left] watching the cores: \\d+ readings\n");
        assertThat(typed.out()).containsPattern("\nplacements (one|this machine moves|unknown)");
        assertThat(Files.readAllLines(file))
                .startsWith("seconds,nanos")
                .filteredOn(line -> !line.startsWith("s"))
                .allMatch(line -> line.matches("\\d+\\.\\d{3},\\d+\\.\\d"));
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
