package dev.lockstep.harness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.ForkPlan;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.relay.Iterations;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.Failure;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;

/** A run without launches: what it writes down, it reads again, wherever it was cut off. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
class RecorderTest {
    private static final Cell GOOD = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell OTHER = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));
    private static final Cell FAILS = Cells.cell(Cells.CONTINUOUS, Map.of());
    private static final List<Cell> CELLS = List.of(GOOD, OTHER, FAILS);
    private static final RunEvent.Calibration PILOT =
            new RunEvent.Calibration(500, "calibrated", 12.5, 12.5, 25.0, null, 2, "passed");
    private static final Progress QUIET = new Progress(new PrintStream(OutputStream.nullOutputStream()), false);

    @TempDir
    Path scratch;

    private Path out;
    private RunOptions options;

    @BeforeEach
    void folder() {
        out = scratch.resolve("out");
        options = builder().build();
    }

    private LockstepOptionsBuilder builder() {
        return new LockstepOptionsBuilder().output(out).effort(new RunOptions.Effort(3, 5, 5, 200, 0));
    }

    private static ForkOutcome outcome(Cell cell, double... micros) {
        BenchmarkParams params = Iterations.benchmark(2, cell.jmhParams());
        return new ForkOutcome(
                Optional.of(new BenchmarkResult(
                        params,
                        Arrays.stream(micros)
                                .mapToObj(score -> Iterations.result(params, Iterations.MEASURED, score))
                                .toList())),
                Optional.empty(),
                1.5,
                false);
    }

    private static ForkOutcome failure() {
        return new ForkOutcome(Optional.empty(), Optional.of(Blame.of("rank 1 (pid 2 on h): boom ü")), 0.5, false);
    }

    /** A part of a run; what the earlier part has is taken over first. */
    private void part(Invocation invocation, Part part) throws IOException {
        RunFolder folder = ResultsFolder.prepare(out, invocation.resume());
        Resumption resumption = Resumption.of(options, "test", invocation);
        RunState states = resumption.state();
        EnvironmentRecord environment = new EnvironmentRecord(out, "test", options);
        try (Recorder recorder = Recorder.open(folder, resumption, CELLS, environment)) {
            resumption.record(recorder, CELLS, List.of(new LeftOut("comm x", "no", "buy it")), QUIET);
            part.play(recorder, states, folder, resumption);
        }
    }

    private interface Part {
        void play(Recorder recorder, RunState states, RunFolder folder, Resumption resumption) throws IOException;
    }

    private static void launch(Recorder recorder, RunFolder folder, Cell cell, int fork, ForkOutcome outcome)
            throws IOException {
        Path launch = Files.createDirectories(folder.launch(cell.id(), fork));
        Files.writeString(
                launch.resolve("ranks.csv"),
                RankRow.HEADER + "\n" + row(cell.params(), fork).line());
        recorder.launch(cell, fork, outcome, launch);
    }

    /** Measured far in every other launch. */
    static RankRow row(Map<String, String> params, int fork) {
        double probe = fork % 2 == 0 ? 330 : 62;
        return new RankRow(
                "a.B.c",
                RankRow.params(params),
                "c",
                "2",
                1,
                1,
                fork,
                "measurement",
                1,
                "0",
                "0",
                "h",
                "1",
                1.5,
                "us/op",
                null,
                null,
                null,
                probe,
                probe,
                "",
                "");
    }

    /** Does what an earlier part has not done. */
    private void rest(Recorder recorder, RunState states, RunFolder folder, Resumption resumption) throws IOException {
        for (Cell cell : CELLS) {
            if (states.cell(cell.id()).pilot().isEmpty()) {
                recorder.pilot(RunEvent.Pilot.ok(cell.key(), PILOT));
            }
        }
        ForkPlan plan = resumption.plan(CELLS, new Budget(0, 0), recorder, QUIET);
        for (Schedule.Launch next : Schedule.of(CELLS, plan, options)) {
            if (next.isAwaited(states)) {
                boolean fails = next.cell().equals(FAILS);
                ForkOutcome outcome = fails ? failure() : outcome(next.cell(), next.fork(), 10 * next.fork());
                launch(recorder, folder, next.cell(), next.fork(), outcome);
            }
        }
        recorder.end(1);
    }

    private static final Invocation RESUME = new Invocation(List.of(), true, false, false, false);

    @Test
    void whereverTheJournalBreaksOffTheRestMakesTheSameRun() throws IOException {
        part(Invocation.NEW, this::rest);
        byte[] whole = Files.readAllBytes(out.resolve("journal.jsonl"));
        String results = Files.readString(out.resolve("results.json"));
        List<String> rows = sorted(out.resolve("ranks.csv"));
        assertThat(RankRow.read(out.resolve("ranks.csv")))
                .hasSizeGreaterThan(6)
                .allSatisfy(row -> assertThat(row.placement()).isEqualTo(row.fork() == 2 ? "far" : "near"));
        assertThat(new ObjectMapper().readTree(results)).hasSize(2);
        int resumed = 0;
        for (int length = 0; length < whole.length; length++) {
            Files.write(out.resolve("journal.jsonl"), Arrays.copyOf(whole, length));
            boolean atEndOfLine = length > 0 && whole[length - 1] == '\n';
            if (length <= new String(whole, 0, whole.length).indexOf('\n')) {
                assertThatThrownBy(() -> EarlierRun.read(out))
                        .isInstanceOf(UsageException.class)
                        .hasMessageContaining("breaks off before the run began");
            } else {
                assertThat(EarlierRun.read(out).wholeBytes()).isLessThanOrEqualTo(length);
            }
            // Taking the run to its end is dearer: it is tried at each line's end, and within a few lines.
            if (atEndOfLine || (length > 500 && whole[length - 2] == '\n' && resumed % 3 == 1)) {
                part(RESUME, this::rest);
                assertThat(Files.readString(out.resolve("results.json")))
                        .as("cut at %d", length)
                        .isEqualTo(results);
                assertThat(sorted(out.resolve("ranks.csv")))
                        .as("cut at %d", length)
                        .isEqualTo(rows);
                assertThat(EarlierRun.read(out).state().isComplete()).isTrue();
                resumed++;
            }
        }
        assertThat(resumed).isGreaterThan(20);
    }

    private static List<String> sorted(Path file) throws IOException {
        return Files.readAllLines(file).stream().sorted().toList();
    }

    @Test
    void aLineInTheMiddleThatIsDamagedIsNamed() throws IOException {
        part(Invocation.NEW, this::rest);
        Path journal = out.resolve("journal.jsonl");
        List<String> lines = Files.readAllLines(journal);
        lines.set(3, lines.get(3).substring(0, 30));
        Files.write(journal, lines);
        assertThatThrownBy(() -> part(RESUME, this::rest))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(journal + ", line 4: expected well-formed JSON");
        lines.set(3, "{\"event\":\"pilot\"}");
        Files.write(journal, lines);
        assertThatThrownBy(() -> part(RESUME, this::rest)).hasMessageContaining("line 4: expected a field \"cell\"");
        lines.set(3, "[]");
        Files.write(journal, lines);
        assertThatThrownBy(() -> part(RESUME, this::rest)).hasMessageContaining("line 4: expected an object");
    }

    @Test
    void aComparisonIsResumedWithinARound() throws IOException {
        options = builder().versus(new Baseline("bytes", "8")).build();
        part(Invocation.NEW, this::rest);
        List<String> launches = launches();
        assertThat(launches).hasSize(6 + 3 + 1);
        String results = Files.readString(out.resolve("results.json"));
        List<String> journal = Files.readAllLines(out.resolve("journal.jsonl"));
        int first = journal.indexOf(journal.stream()
                .filter(l -> l.contains("\"event\":\"launch\""))
                .findFirst()
                .orElseThrow());
        for (int lines = first; lines < journal.size(); lines++) {
            Files.write(out.resolve("journal.jsonl"), journal.subList(0, lines));
            part(RESUME, this::rest);
            assertThat(launches()).as("after %d lines", lines).isEqualTo(launches);
            assertThat(Files.readString(out.resolve("results.json"))).isEqualTo(results);
        }
        options = builder().versus(new Baseline("bytes", "64")).build();
        assertThatThrownBy(() -> part(RESUME, this::rest)).hasMessageContaining("versus.value was");
    }

    /** Cell and fork of each that the journal has, in its order. */
    private List<String> launches() throws IOException {
        return Files.readAllLines(out.resolve("journal.jsonl")).stream()
                .filter(l -> l.contains("\"event\":\"launch\""))
                .map(l -> l.replaceAll(".*\"cell\":\"([^\"]*)\",\"fork\":(\\d+).*", "$1 $2"))
                .toList();
    }

    @Test
    void aResultThatIsDamagedIsMeasuredAgain() throws IOException {
        part(Invocation.NEW, this::rest);
        String results = Files.readString(out.resolve("results.json"));
        Path file = out.resolve("launches/cell-001-fork-2/result.ser");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThat(Resumption.of(options, "test", RESUME).isComplete(CELLS)).isFalse();
        part(RESUME, (recorder, states, folder, resumption) -> {
            assertThat(states.cell(GOOD.id()).goodForks().size()).isEqualTo(2);
            rest(recorder, states, folder, resumption);
        });
        assertThat(Files.readString(out.resolve("results.json"))).isEqualTo(results);
        assertThat(out.resolve("launches/cell-001-fork-2-attempt-1")).isDirectory();
    }

    @Test
    void whatRanksSaidThatIsDamagedIsNamed() throws IOException {
        part(Invocation.NEW, this::rest);
        Path said = Files.writeString(out.resolve("launches/cell-001-fork-2/ranks.txt"), "host=a\n%zz\n");
        assertThatThrownBy(() -> part(RESUME, this::rest))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(said.toString(), "line 2", "expected key=value", "found", "%zz");
    }

    /** The folder was made by somebody who wants a file of ours overwritten, moved or read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "results.json.tmp",
                "environment.json.tmp",
                "ranks.csv",
                "room.tmp",
                "summary.md",
                "launches/cell-001-fork-3",
                "launches/cell-001-fork-1/result.ser",
                "distributions"
            })
    void aFolderWithALinkIsNotGoneOnWith(String name) throws IOException {
        part(Invocation.NEW, this::rest);
        Path mine = Files.writeString(scratch.resolve("mine"), "precious");
        Path link = out.resolve(name);
        if (Files.exists(link)) {
            Files.move(link, scratch.resolve("moved"));
        }
        Files.createSymbolicLink(link, mine);
        assertThatThrownBy(() -> part(RESUME, this::rest))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(out.toRealPath().resolve(name) + " is a link")
                .hasMessageContaining("Remove it");
        assertThat(mine).hasContent("precious");
        assertThatThrownBy(() -> EarlierRun.read(out)).isInstanceOf(UsageException.class);
    }

    @Test
    void aFolderWithAPipeIsNotGoneOnWith() throws IOException, InterruptedException {
        part(Invocation.NEW, this::rest);
        Path pipe = out.resolve("environment.json");
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> EarlierRun.read(out)).hasMessageContaining("environment.json is a special file");
    }

    @Test
    void whatRanksLeaveInTheirFoldersIsTheirs() throws IOException {
        part(Invocation.NEW, this::rest);
        Path rank = Files.createDirectory(out.resolve("launches/cell-001-fork-1/rank-0"));
        Files.createSymbolicLink(rank.resolve("latest"), Path.of("/etc"));
        part(RESUME, this::rest);
        // But that is no way out.
        for (String folder : List.of("launches/cell-001-fork-1/rank-0/latest", "launches/rank-1")) {
            journalled("\"folder\":\"" + folder + "\"");
            assertThatThrownBy(() -> EarlierRun.read(out))
                    .hasMessageContaining("line 1: expected in \"folder\" a path below launches, found '" + folder);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../other/launches/a",
                "launches/../../other",
                "/etc",
                "launches",
                "",
                "launches/./a",
                "results.json",
                "a\\u0000b"
            })
    void aJournalNamesLaunchesOfItsRunOnly(String folder) throws IOException {
        journalled("\"folder\":\"" + folder + "\"");
        assertThatThrownBy(() -> EarlierRun.read(out))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("journal.jsonl, line 1: expected in \"folder\" a path below launches");
        journalled("\"folder\":\"launches/a\"");
        Files.writeString(
                out.resolve("journal.jsonl"),
                "{\"event\":\"distribution\",\"cell\":\"a\",\"fork\":1,\"status\":\"ok\",\"file\":\"../x\"}\n",
                StandardOpenOption.APPEND);
        assertThatThrownBy(() -> EarlierRun.read(out))
                .hasMessageContaining("line 2: expected in \"file\" a path below");
    }

    private void journalled(String field) throws IOException {
        Files.createDirectories(out);
        Files.writeString(
                out.resolve("journal.jsonl"),
                "{\"event\":\"launch\",\"cell\":\"a\",\"fork\":1,\"status\":\"ok\",\"sha256\":\"0\"," + field + "}\n");
    }

    @Test
    void allLaunchesAreSpentAndThoseBeforeAPlanOnce() throws IOException {
        Path journal = Files.createDirectories(out).resolve("journal.jsonl");
        Files.writeString(journal, """
                {"event":"start","options":{},"provenance":{}}
                {"event":"plan","spentSeconds":10}
                {"event":"launch","cell":"a","fork":1,"folder":"launches/x","status":"failed","seconds":3}
                {"event":"distribution","cell":"b","fork":1,"status":"ok","seconds":4}
                """);
        assertThat(EarlierRun.read(out).state().spentSeconds()).isEqualTo(17);
        Files.writeString(journal, """
                {"event":"plan","spentSeconds":20}
                {"event":"launch","cell":"a","fork":1,"folder":"launches/x","status":"failed","seconds":3}
                """, StandardOpenOption.APPEND);
        assertThat(EarlierRun.read(out).state().spentSeconds()).isEqualTo(23);
    }

    @Test
    void cellsKeepTheirNumbersWhenOthersAreMeasuredWithThem() throws IOException {
        part(Invocation.NEW, this::rest);
        RunFolder folder = ResultsFolder.prepare(out, true);
        folder.number(EarlierRun.read(out).state().cells());
        folder.number(List.of(Cells.cell(Cells.PLAIN, Map.of("size", "1")).id(), OTHER.id(), GOOD.id()));
        assertThat(folder.name(GOOD.id(), 1)).isEqualTo("cell-001-fork-1");
        assertThat(folder.name(OTHER.id(), 2)).isEqualTo("cell-002-fork-2");
        assertThat(folder.name(Cells.cell(Cells.PLAIN, Map.of("size", "1")).id(), 1))
                .isEqualTo("cell-004-fork-1");
    }

    @Test
    void whatFailedStaysFailedUnlessItIsToBeTriedAgain() throws IOException {
        Invocation again = new Invocation(List.of(), true, true, false, false);
        part(Invocation.NEW, this::rest);
        assertThat(Resumption.of(options, "test", RESUME).isComplete(CELLS)).isTrue();
        assertThat(Resumption.of(options, "test", again).isComplete(CELLS)).isFalse();
        part(RESUME, (recorder, states, folder, resumption) -> {
            assertThat(states.cell(FAILS.id()).failure())
                    .hasValueSatisfying(f -> assertThat(f.reason()).contains("boom"));
            RunSummary summary = resumption.summary(CELLS);
            assertThat(summary.failures()).containsOnlyKeys(FAILS);
            assertThat(summary.good()).isEqualTo(2);
            assertThat(summary.exitCode()).isEqualTo(1);
        });
        part(again, (recorder, states, folder, resumption) -> {
            assertThat(states.cell(FAILS.id()).failure()).isEmpty();
            resumption.plan(CELLS, new Budget(0, 0), recorder, QUIET);
            launch(recorder, folder, FAILS, 1, outcome(FAILS, 3));
            recorder.end(0);
        });
        assertThat(new ObjectMapper().readTree(out.resolve("results.json").toFile()))
                .hasSize(3);
    }

    @Test
    void otherOptionsAreRefusedByName() throws IOException {
        part(Invocation.NEW, this::rest);
        options = builder().effort(new RunOptions.Effort(9, 5, 5, 200, 0)).build();
        assertThatThrownBy(() -> part(RESUME, this::rest))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("effort.forks was 3, now 9");
        options = builder().param("bytes", "4").build();
        assertThatThrownBy(() -> part(RESUME, this::rest)).hasMessageContaining("params.bytes was not given");
    }

    @Test
    void distributionsToComeAreThoseOfCellsThatMayBeGood() {
        RunState states = new RunState();
        Schedule.Launch first = new Schedule.Launch(GOOD, 1);
        Schedule.Launch second = new Schedule.Launch(GOOD, 2);
        assertThat(first.mayTimeOperations(states)).isFalse();
        states.accept(RunEvent.Pilot.ok(GOOD.key(), PILOT));
        assertThat(first.mayTimeOperations(states)).isTrue();
        assertThat(first.awaitsDistribution(states)).isFalse();
        RunEvent.Score score = new RunEvent.Score(1.0, "us/op", false, "");
        states.accept(new RunEvent.Launch(GOOD.id(), 1, "x", 1, RunEvent.Outcome.ok, score, null));
        assertThat(first.awaitsDistribution(states)).isTrue();
        states.accept(new RunEvent.Distribution(GOOD.id(), 1, 1, RunEvent.Outcome.ok, null, null));
        assertThat(first.mayTimeOperations(states)).isFalse();
        assertThat(second.mayTimeOperations(states)).isTrue();
        states.accept(new RunEvent.Launch(GOOD.id(), 2, "x", 1, RunEvent.Outcome.failed, null, Failure.of("boom")));
        assertThat(second.mayTimeOperations(states)).isFalse();
    }

    @Test
    void theDebuggersPortMayChange() throws IOException {
        options = debugging(0, 4000);
        part(Invocation.NEW, this::rest);
        options = debugging(0, 4001);
        part(RESUME, this::rest);
        options = debugging(1, 4001);
        assertThatThrownBy(() -> part(RESUME, this::rest)).hasMessageContaining("launch.debug.rank was 0, now 1");
    }

    private RunOptions debugging(int rank, int port) {
        RunOptions usual = builder().build();
        return builder()
                .launch(usual.launch().debugging(new DebugRank(rank, port)))
                .build();
    }

    @Test
    void anotherVersionIsRefusedUnlessForced() throws IOException {
        part(Invocation.NEW, this::rest);
        assertThatThrownBy(() -> Resumption.of(options, "2.0", RESUME))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("lockstep was test, now 2.0")
                .hasMessageContaining("--force");
        assertThat(Resumption.of(options, "2.0", new Invocation(List.of(), true, false, true, false))
                        .warnings())
                .singleElement()
                .asString()
                .contains("lockstep was test, now 2.0");
    }

    @Test
    void anotherJvmIsRefusedUnlessForced() throws IOException {
        part(Invocation.NEW, this::rest);
        options = builder().jvm(Jvm.current(List.of("-Dmine=1"))).build();
        assertThatThrownBy(() -> Resumption.of(options, "test", RESUME))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("jvm.args was", "--force");
        Invocation forced = new Invocation(List.of(), true, false, true, false);
        assertThat(Resumption.of(options, "test", forced).warnings()).hasSize(1);
    }

    @Test
    void afterAnInterruptionNothingIsTakenIn() throws IOException {
        part(Invocation.NEW, (recorder, states, folder, resumption) -> {
            for (Cell cell : CELLS) {
                recorder.pilot(RunEvent.Pilot.ok(cell.key(), PILOT));
            }
            launch(recorder, folder, GOOD, 1, outcome(GOOD, 1));
            String before = Files.readString(out.resolve("results.json"));
            recorder.interrupted();
            assertThatThrownBy(() -> launch(recorder, folder, GOOD, 2, failure()))
                    .isInstanceOf(RunInterruptedException.class);
            assertThat(Files.readString(out.resolve("results.json"))).isEqualTo(before);
        });
        assertThat(Files.readAllLines(out.resolve("journal.jsonl")))
                .last()
                .asString()
                .contains("\"interrupted\":true");
        assertThat(EarlierRun.read(out).state().isComplete()).isFalse();
    }

    @Test
    void aFolderWithoutARunCannotBeResumed() throws IOException {
        assertThatThrownBy(() -> part(RESUME, this::rest))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds no run: there is no journal.jsonl");
    }

    @Test
    void aJournalThatIsBeingWrittenIsLeftAlone() throws IOException {
        part(Invocation.NEW, (recorder, states, folder, resumption) -> {
            assertThatThrownBy(() -> part(RESUME, this::rest))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("is being written by another run");
            assertThatThrownBy(() -> part(Invocation.NEW, this::rest)).hasMessageContaining("holds an earlier run");
        });
    }

    /** What the kernel says of a full disk, and what we add. */
    @Test
    void aFullDiskIsNamedWithWhatToDo() throws IOException {
        Path full = Path.of("/dev/full");
        try (FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> Durable.append(channel, ByteBuffer.wrap(new byte[100])))
                    .isInstanceOfSatisfying(
                            IOException.class,
                            e -> assertThat(StorageException.of(full, 100, e))
                                    .hasMessageContaining("cannot write /dev/full: No space left on device")
                                    .hasMessageContaining("it needs 100 bytes")
                                    .hasMessageContaining("--resume"));
        }
        Files.createDirectories(out);
        assertThatThrownBy(() -> Durable.replace(out.resolve("missing/file"), new byte[1]))
                .isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> Durable.requireRoom(out.resolve("missing"))).isInstanceOf(StorageException.class);
    }
}
