package dev.lockstep.harness.record;

import static dev.lockstep.harness.Thrown.assertRefused;
import static dev.lockstep.harness.Thrown.assertThrown;
import static dev.lockstep.harness.record.ScriptedRun.FORCED;
import static dev.lockstep.harness.record.ScriptedRun.PILOT;
import static dev.lockstep.harness.record.ScriptedRun.QUIET;
import static dev.lockstep.harness.record.ScriptedRun.RESUME;
import static dev.lockstep.harness.record.ScriptedRun.UNKNOWN;
import static dev.lockstep.harness.record.ScriptedRun.failed;
import static dev.lockstep.harness.record.ScriptedRun.good;
import static dev.lockstep.harness.record.ScriptedRun.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.plan.Budget;
import dev.lockstep.harness.plan.Cells;
import dev.lockstep.harness.plan.Schedule;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.RunSummary;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.run.Baseline;
import dev.lockstep.run.Failure;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run writes down, it reads again, wherever it was cut off. */
@ExtendWith(ScriptedRun.ShortClassPath.class)
class RecorderTest {
    private static final Cell GOOD = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "8"));
    private static final Cell OTHER = Cells.cell(Cells.SYNCHRONISED, Map.of("bytes", "64"));
    private static final Cell FAILS = Cells.cell(Cells.CONTINUOUS, Map.of());
    private static final List<Cell> CELLS = List.of(GOOD, OTHER, FAILS);

    /** A run from its beginning to its end, of which each test has a copy. */
    @TempDir
    static Path whole;

    @TempDir
    Path scratch;

    private Path out;
    private RunOptions options;

    @BeforeAll
    static void runOnce() throws IOException {
        part(builder(whole).build(), Invocation.NEW, RecorderTest::rest);
    }

    @BeforeEach
    void copy() throws IOException {
        out = scratch.resolve("out");
        options = builder(out).build();
        try (Stream<Path> all = Files.walk(whole)) {
            for (Path path : all.toList()) {
                Files.copy(path, out.resolve(whole.relativize(path)));
            }
        }
    }

    private static LockstepOptionsBuilder builder(Path out) {
        return new LockstepOptionsBuilder().output(out).effort(new RunOptions.Effort(3, 5, 5, 200, 0));
    }

    private static void part(RunOptions options, Invocation invocation, ScriptedRun.Part part) throws IOException {
        ScriptedRun.part(options, invocation, CELLS, List.of(new LeftOut("comm x", "no", "buy it")), QUIET, part);
    }

    private void resume() throws IOException {
        part(options, RESUME, RecorderTest::rest);
    }

    /** Does what an earlier part has not done: every other launch runs far. */
    private static void rest(ScriptedRun run) throws IOException {
        run.measure(
                next -> next.cell().equals(FAILS)
                        ? failed("rank 1 (pid 2 on h): boom ü")
                        : good(result(next.cell(), UNKNOWN, next.fork(), 10 * next.fork())),
                next -> next.fork() % 2 == 0 ? 330.0 : 62.0);
        run.recorder().end(1);
    }

    private Path journal() {
        return out.resolve("journal.jsonl");
    }

    private String results() throws IOException {
        return Files.readString(out.resolve("results.json"));
    }

    private List<String> rows() throws IOException {
        return Files.readAllLines(out.resolve("ranks.csv")).stream().sorted().toList();
    }

    /** At the end of each line, within it, and where all but its end is there. */
    @Test
    void whereverTheJournalBreaksOffTheRestMakesTheSameRun() throws IOException {
        byte[] bytes = Files.readAllBytes(journal());
        String results = results();
        List<String> rows = rows();
        assertThat(RankRow.read(out.resolve("ranks.csv"))).hasSizeGreaterThan(6);
        assertThat(new ObjectMapper().readTree(results)).hasSize(2);
        int lines = 0;
        for (int start = 0; start < bytes.length; lines++) {
            int end = start;
            while (bytes[end] != '\n') {
                end++;
            }
            for (int length : new int[] {(start + end) / 2, end}) {
                Files.write(journal(), Arrays.copyOf(bytes, length));
                if (lines == 0) {
                    assertRefused(() -> EarlierRun.read(out), "breaks off before the run began");
                } else {
                    assertThat(EarlierRun.read(out).wholeBytes()).isEqualTo(start);
                }
            }
            int some = lines % 3 == 2 ? 5 : 1;
            Files.write(journal(), Arrays.copyOf(bytes, Math.min(end + some, bytes.length)));
            resume();
            assertThat(results()).as("cut after %d bytes", end).isEqualTo(results);
            assertThat(rows()).as("cut after %d bytes", end).isEqualTo(rows);
            assertThat(EarlierRun.read(out).state().isComplete()).isTrue();
            start = end + 1;
        }
        assertThat(lines).isGreaterThan(15);
    }

    @Test
    void aLineInTheMiddleThatIsDamagedIsNamed() throws IOException {
        List<String> lines = Files.readAllLines(journal());
        lines.set(3, lines.get(3).substring(0, 30));
        Files.write(journal(), lines);
        assertRefused(this::resume, journal() + ", line 4: expected well-formed JSON");
    }

    @Test
    void aResultThatIsDamagedIsMeasuredAgain() throws IOException {
        String results = results();
        Path file = out.resolve("launches/cell-001-fork-2/result.ser");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThat(Resumption.of(options, "test", RESUME).isComplete(CELLS)).isFalse();
        part(options, RESUME, run -> {
            assertThat(run.state().cell(GOOD.id()).goodForks().size()).isEqualTo(2);
            rest(run);
        });
        assertThat(results()).isEqualTo(results);
        assertThat(out.resolve("launches/cell-001-fork-2-attempt-1")).isDirectory();
    }

    @Test
    void whatRanksSaidThatIsDamagedIsNamed() throws IOException {
        Path said = Files.writeString(out.resolve("launches/cell-001-fork-2/ranks.txt"), "host=a\n%zz\n");
        assertThrown(
                InvalidInputException.class,
                this::resume,
                said.toString(),
                "line 2",
                "expected key=value",
                "found",
                "%zz");
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
    void aFolderWithALinkOrAPipeIsNotGoneOnWith(String name) throws Exception {
        Path mine = Files.writeString(scratch.resolve("mine"), "precious");
        Path way = out.resolve(name);
        if (Files.exists(way)) {
            Files.move(way, scratch.resolve("moved"));
        }
        Files.createSymbolicLink(way, mine);
        assertRefused(this::resume, out.toRealPath().resolve(name) + " is a link", "Remove it");
        assertThat(mine).hasContent("precious");
        Files.delete(way);
        assertThat(new ProcessBuilder("mkfifo", way.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> EarlierRun.read(out)).hasMessageContaining(name + " is a special file");
    }

    @Test
    void whatRanksLeaveInTheirFoldersIsTheirs() throws IOException {
        Path rank = Files.createDirectory(out.resolve("launches/cell-001-fork-1/rank-0"));
        Files.createSymbolicLink(rank.resolve("latest"), Path.of("/etc"));
        resume();
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
                "a\\u0000b",
                "launches/cell-001-fork-1/rank-0/latest",
                "launches/rank-1"
            })
    void aJournalNamesLaunchesOfItsRunOnly(String folder) throws IOException {
        String launch =
                "{\"event\":\"launch\",\"cell\":\"a\",\"fork\":1,\"status\":\"ok\",\"sha256\":\"0\",\"folder\":\"";
        Files.writeString(journal(), launch + folder + "\"}\n");
        assertRefused(
                () -> EarlierRun.read(out), "journal.jsonl, line 1: expected in \"folder\" a path below launches");
        Files.writeString(
                journal(),
                launch + "launches/a\"}\n"
                        + "{\"event\":\"distribution\",\"cell\":\"a\",\"fork\":1,\"status\":\"ok\",\"file\":\"../x\"}\n");
        assertThatThrownBy(() -> EarlierRun.read(out))
                .hasMessageContaining("line 2: expected in \"file\" a path below");
    }

    @Test
    void allLaunchesAreSpentAndThoseBeforeAPlanOnce() throws IOException {
        Files.writeString(journal(), """
                {"event":"start","options":{},"provenance":{}}
                {"event":"plan","spentSeconds":10}
                {"event":"launch","cell":"a","fork":1,"folder":"launches/x","status":"failed","seconds":3}
                {"event":"distribution","cell":"b","fork":1,"status":"ok","seconds":4}
                """);
        assertThat(EarlierRun.read(out).state().spentSeconds()).isEqualTo(17);
        Files.writeString(journal(), """
                {"event":"plan","spentSeconds":20}
                {"event":"launch","cell":"a","fork":1,"folder":"launches/x","status":"failed","seconds":3}
                """, StandardOpenOption.APPEND);
        assertThat(EarlierRun.read(out).state().spentSeconds()).isEqualTo(23);
    }

    @Test
    void cellsKeepTheirNumbersWhenOthersAreMeasuredWithThem() throws IOException {
        String plain = Cells.cell(Cells.PLAIN, Map.of("size", "1")).id();
        RunFolder folder = ResultsFolder.prepare(out, true);
        folder.number(EarlierRun.read(out).state().cells());
        folder.number(List.of(plain, OTHER.id(), GOOD.id()));
        assertThat(folder.name(GOOD.id(), 1)).isEqualTo("cell-001-fork-1");
        assertThat(folder.name(OTHER.id(), 2)).isEqualTo("cell-002-fork-2");
        assertThat(folder.name(plain, 1)).isEqualTo("cell-004-fork-1");
    }

    @Test
    void whatFailedStaysFailedUnlessItIsToBeTriedAgain() throws IOException {
        Invocation again = new Invocation(List.of(), true, true, false, false);
        assertThat(Resumption.of(options, "test", RESUME).isComplete(CELLS)).isTrue();
        assertThat(Resumption.of(options, "test", again).isComplete(CELLS)).isFalse();
        part(options, RESUME, run -> {
            assertThat(run.state().cell(FAILS.id()).failure())
                    .hasValueSatisfying(f -> assertThat(f.reason()).contains("boom"));
            RunSummary summary = run.resumption().summary(CELLS);
            assertThat(summary.failures()).containsOnlyKeys(FAILS);
            assertThat(summary.good()).isEqualTo(2);
            assertThat(summary.exitCode()).isEqualTo(1);
        });
        part(options, again, run -> {
            assertThat(run.state().cell(FAILS.id()).failure()).isEmpty();
            run.plan(new Budget(0, 0));
            run.launch(FAILS, 1, good(result(FAILS, UNKNOWN, 3)), UNKNOWN);
            run.recorder().end(0);
        });
        assertThat(new ObjectMapper().readTree(results())).hasSize(3);
    }

    @Test
    void otherOptionsAreRefusedByNameAndTheDebuggersPortMayChange() throws IOException {
        options = builder(out).effort(new RunOptions.Effort(9, 5, 5, 200, 0)).build();
        assertRefused(this::resume, "effort.forks was 3, now 9");
        options = builder(out).versus(new Baseline("bytes", "64")).build();
        assertThatThrownBy(this::resume).hasMessageContaining("versus.name was not given");
        options = builder(out).param("bytes", "4").build();
        assertThatThrownBy(this::resume).hasMessageContaining("params.bytes was not given");

        out = scratch.resolve("debugged");
        part(debugging(0, 4000), Invocation.NEW, RecorderTest::rest);
        part(debugging(0, 4001), RESUME, RecorderTest::rest);
        options = debugging(1, 4001);
        assertThatThrownBy(this::resume).hasMessageContaining("launch.debug.rank was 0, now 1");
    }

    private RunOptions debugging(int rank, int port) {
        return builder(out)
                .launch(builder(out).build().launch().debugging(new DebugRank(rank, port)))
                .build();
    }

    @Test
    void anotherVersionAndAnotherJvmAreRefusedUnlessForced() throws IOException {
        RunOptions other = builder(out).jvm(Jvm.current(List.of("-Dmine=1"))).build();
        assertRefused(() -> Resumption.of(options, "2.0", RESUME), "lockstep was test, now 2.0", "--force");
        assertRefused(() -> Resumption.of(other, "test", RESUME), "jvm.args was", "--force");
        assertThat(Resumption.of(other, "2.0", FORCED).warnings())
                .satisfiesExactly(
                        version -> assertThat(version).contains("lockstep was test, now 2.0"),
                        jvm -> assertThat(jvm).contains("jvm.args was"));
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
        states.accept(new RunEvent.Distribution(GOOD.id(), 1, 1, RunEvent.Outcome.ok, null, List.of(), null));
        assertThat(first.mayTimeOperations(states)).isFalse();
        assertThat(second.mayTimeOperations(states)).isTrue();
        states.accept(new RunEvent.Launch(GOOD.id(), 2, "x", 1, RunEvent.Outcome.failed, null, Failure.of("boom")));
        assertThat(second.mayTimeOperations(states)).isFalse();
    }

    @Test
    void afterAnInterruptionNothingIsTakenIn() throws IOException {
        out = scratch.resolve("interrupted");
        part(builder(out).build(), Invocation.NEW, run -> {
            run.plan(new Budget(0, 0));
            run.launch(GOOD, 1, good(result(GOOD, UNKNOWN, 1)), UNKNOWN);
            run.recorder().interrupted();
            String before = results();
            assertThat(before).contains("\"primaryMetric\"");
            assertThatThrownBy(() -> run.launch(GOOD, 2, failed("boom"), UNKNOWN))
                    .isInstanceOf(RunInterruptedException.class);
            assertThat(results()).isEqualTo(before);
        });
        assertThat(Files.readAllLines(journal())).last().asString().contains("\"interrupted\":true");
        assertThat(EarlierRun.read(out).state().isComplete()).isFalse();
    }

    @Test
    void onlyAFolderWithARunThatHasEndedIsResumed() throws IOException {
        part(options, RESUME, run -> {
            assertRefused(this::resume, "is being written by another run");
            assertThatThrownBy(() -> part(options, Invocation.NEW, RecorderTest::rest))
                    .hasMessageContaining("holds an earlier run");
        });
        options = builder(scratch.resolve("none")).build();
        assertRefused(this::resume, "holds no run: there is no journal.jsonl");
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
        assertThatThrownBy(() -> Durable.replace(out.resolve("missing/file"), new byte[1]))
                .isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> Durable.requireRoom(out.resolve("missing"))).isInstanceOf(StorageException.class);
    }
}
