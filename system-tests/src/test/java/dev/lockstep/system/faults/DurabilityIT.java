package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OwnMounts;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that end early, in every way, and go on; runs in parts; runs that have to wait. */
@Tag("faults")
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class DurabilityIT {
    private static final String BRIEF =
            " --distribution-forks 0 --ops 100 --iteration-time 10ms --warmup 1 --iterations 1 ";
    private static final long SURVIVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

    @TempDir
    Path scratch;

    private final String token = "-Dlockstep.test=" + UUID.randomUUID();

    private LockstepJar.Outcome lockstep(String line) throws IOException, InterruptedException {
        return new LockstepJar(scratch).lockstep(words(line));
    }

    private LockstepJar.Child start(String line) throws IOException {
        return new LockstepJar(scratch).start(Lockstep.class.getName(), words(line));
    }

    private static String[] words(String line) {
        return line.strip().split(" +");
    }

    /** One launch is finished, and the ranks of the next one run. */
    private void awaitSecondLaunch(LockstepJar.Child child) throws InterruptedException {
        LockstepJar.await("a launch is finished and the next one runs", () -> {
            assertThat(child.process().isAlive()).isTrue();
            return said(child).contains("[1/")
                    && LockstepJar.processesWith(token).stream().anyMatch(p -> p.contains("RankMain"));
        });
    }

    private static String said(LockstepJar.Child child) {
        try {
            return child.said();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> launches(Path out) throws IOException {
        return JournalLines.of(out, "launch").stream()
                .map(l -> l.path("cell").asText() + " fork " + l.path("fork").asInt())
                .toList();
    }

    private static void assertWhole(Path out, int cells, int forks) throws IOException {
        JsonNode results = LockstepJar.results(out);
        assertThat(results)
                .hasSize(cells)
                .allSatisfy(
                        entry -> assertThat(entry.at("/primaryMetric/rawData")).hasSize(forks));
        List<String> rows = Files.readAllLines(out.resolve("ranks.csv"));
        assertThat(rows).doesNotHaveDuplicates();
        assertThat(launches(out)).hasSize(cells * forks).doesNotHaveDuplicates();
        assertThat(ReportText.of(out)).doesNotContain("incomplete");
    }

    @Test
    void aRunWhoseJvmIsKilledGoesOnWhereItWas() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        String line = "run AllReduce --comm openmpi -p bytes=64,1024 --forks 2" + BRIEF.replace("forks 0", "forks 1")
                + "--jvm-args " + token;
        try (LockstepJar.Child child = start(line + " --out " + out)) {
            awaitSecondLaunch(child);
            child.process().destroyForcibly().waitFor();
            long killed = System.nanoTime();
            LockstepJar.await(
                    "no process is left", () -> LockstepJar.processesWith(token).isEmpty());
            assertThat(System.nanoTime() - killed).isLessThan(SURVIVAL_NANOS);
        }
        List<String> before = launches(out);
        assertThat(before).hasSizeBetween(1, 3);
        LockstepJar.Outcome report = lockstep("report " + out);
        assertThat(report.exit()).as(report.toString()).isZero();
        assertThat(report.out()).contains("INCOMPLETE: The run is incomplete: ", " of 2 cells are not finished");
        assertThat(ReportText.of(out)).contains("The run is incomplete", "--resume");

        LockstepJar.Outcome other = lockstep("run --resume --forks 3 --out " + out + " --jvm-args " + token);
        assertThat(other.exit()).as(other.toString()).isEqualTo(2);
        assertThat(other.err()).contains("effort.forks was 2, now 3");
        assertThat(launches(out)).isEqualTo(before);

        LockstepJar.Outcome rest = lockstep("run --resume --out " + out + " --jvm-args " + token);
        assertThat(rest.exit()).as(rest.toString()).isZero();
        assertThat(rest.err())
                .contains("resumed: " + before.size() + " launches")
                .doesNotContain("warning");
        assertThat(launches(out)).startsWith(before.toArray(String[]::new));
        assertWhole(out, 2, 2);
        // An iteration of two ranks in four launches.
        assertThat(measured(out)).isEqualTo(2 * 4);
        assertThat(JournalLines.of(out, "distribution")).hasSize(2);
        assertThat(LockstepJar.json(out.resolve("environment.json")).get("parts"))
                .hasSize(2);

        LockstepJar.Outcome again = lockstep("run --resume --out " + out + " --jvm-args " + token);
        assertThat(again.exit()).as(again.toString()).isZero();
        assertThat(again.err()).contains("is complete: there is nothing to resume");
        assertWhole(out, 2, 2);
    }

    /** He sends a run that is not finished, and a JVM with it, which measures well and does something else besides. */
    @Test
    void aStrangersFolderRunsNothingOfHis() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome first = lockstep("run AllReduce -p bytes=64 --forks 2" + BRIEF + "--out " + out);
        assertThat(first.exit()).as(first.toString()).isZero();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path his = Files.createDirectories(out.resolve("jdk/bin")).resolve("java");
        Files.writeString(his, "#!/bin/sh\n: >" + scratch.resolve("done") + "\nexec " + java + " \"$@\"\n");
        Files.setPosixFilePermissions(his, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(java.resolve("../../release").normalize(), out.resolve("jdk/release"));
        Path journal = out.resolve("journal.jsonl");
        List<String> lines = Files.readAllLines(journal);
        assertThat(lines.get(lines.size() - 2)).contains("\"event\":\"launch\"");
        String run = "\"arguments\":[\"run\",";
        lines.set(0, lines.get(0).replace(run, run + "\"--force\",\"--jvm=" + his + "\","));
        Files.write(journal, lines.subList(0, lines.size() - 2));
        List<String> before = Files.readAllLines(journal);

        LockstepJar.Outcome outcome = lockstep("run --resume --out " + out);
        assertThat(scratch.resolve("done")).doesNotExist();
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
        assertThat(outcome.err())
                .contains(
                        "was begun with --jvm: what that makes this machine run is not taken from a folder",
                        "say it again: lockstep run --resume --out " + out + " --jvm " + his);
        assertThat(Files.readAllLines(journal)).isEqualTo(before);

        outcome = lockstep("run --resume --jvm " + java + " --out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(scratch.resolve("done")).doesNotExist();
        assertWhole(out, 1, 2);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129"})
    void asARunIsToldToEndItSaysHowToGoOn(String signal, int exit) throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome;
        try (LockstepJar.Child child =
                start("run AllReduce -p bytes=64,1024 --forks 2" + BRIEF + "--jvm-args " + token + " --out " + out)) {
            awaitSecondLaunch(child);
            LockstepJar.signal(signal, child.process().pid());
            outcome = child.await();
        }
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(exit);
        assertThat(outcome.err()).contains("To go on: lockstep run --resume --out " + out);
        LockstepJar.await(
                "no process is left", () -> LockstepJar.processesWith(token).isEmpty());
        assertThat(JournalLines.of(out, "launch"))
                .isNotEmpty()
                .allSatisfy(l -> assertThat(l.path("status").asText()).isEqualTo("ok"));
        assertThat(JournalLines.of(out, "end"))
                .singleElement()
                .satisfies(
                        end -> assertThat(end.path("interrupted").asBoolean()).isTrue());
        assertThat(LockstepJar.results(out)).isNotEmpty();
        assertThat(out.resolve("run.lock")).as("any host may go on").doesNotExist();
        assertThat(Files.readString(out.resolve("summary.md"))).contains("The run is incomplete");
        assertThat(ReportText.of(out)).contains("was interrupted", "The run is incomplete");
    }

    @Test
    void shardsMergedAreTheWholeRun() throws IOException, InterruptedException {
        String line = "run AllReduce Barrier -p bytes=64,1024 --forks 1" + BRIEF;
        Path whole = scratch.resolve("whole");
        LockstepJar.Outcome outcome = lockstep(line + "--out " + whole);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        for (int shard = 1; shard <= 2; shard++) {
            outcome = lockstep(line + "--shard " + shard + "/2 --out " + scratch.resolve("part" + shard));
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
        }
        Path merged = scratch.resolve("merged");
        outcome = lockstep("merge " + scratch.resolve("part1") + " " + scratch.resolve("part2") + " -o " + merged);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.err()).contains("merged 2 runs: 3 cells").doesNotContain("warning");
        assertThat(cells(merged))
                .containsExactlyInAnyOrderElementsOf(cells(whole))
                .hasSize(3);
        assertThat(launches(merged)).containsExactlyInAnyOrderElementsOf(launches(whole));
        assertThat(measured(merged)).isEqualTo(measured(whole));
        assertThat(merged.resolve("environment-part-2.json")).exists();
        assertThat(ReportText.of(merged)).doesNotContain("incomplete");

        outcome = lockstep("run --resume --out " + merged);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.err()).contains("is complete");
        outcome = lockstep("merge " + whole + " " + scratch.resolve("part2") + " -o " + scratch.resolve("twice"));
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
        assertThat(outcome.err()).contains("a cell may be in one of them only");
        assertThat(scratch.resolve("twice")).doesNotExist();
    }

    /** How many rows there are of iterations that count. */
    private static long measured(Path out) throws IOException {
        return Files.readAllLines(out.resolve("ranks.csv")).stream()
                .filter(row -> row.contains(",measurement,"))
                .count();
    }

    private static List<String> cells(Path out) throws IOException {
        List<String> cells = new ArrayList<>();
        LockstepJar.results(out)
                .forEach(e -> cells.add(e.get("benchmark").asText() + e.get("params") + e.get("forks")));
        return cells;
    }

    /** A file system of a few hundred KiB, which only this test sees. */
    @Test
    void aRunThatFillsItsDiskStopsAndGoesOnWhenThereIsRoom() throws IOException, InterruptedException {
        Path disk = Files.createDirectory(scratch.resolve("disk"));
        Path out = disk.resolve("out");
        Path before = scratch.resolve("before.jsonl");
        Path after = scratch.resolve("after");
        LockstepJar jar = new LockstepJar(scratch);
        List<String> first = jar.command(
                Lockstep.class.getName(), words("run AllReduce -p bytes=4,64,1024 --forks 3" + BRIEF + "--out " + out));
        List<String> rest = jar.command(Lockstep.class.getName(), words("run --resume --out " + out));
        String script = String.join(
                "\n",
                "mount -t tmpfs -o size=300k tmpfs " + disk + " || exit 99",
                String.join(" ", first) + "; echo first $?",
                "cp " + out + "/journal.jsonl " + before,
                "mount -o remount,size=50m " + disk + " || exit 99",
                String.join(" ", rest) + "; echo rest $?",
                "cp -r " + out + " " + after);
        List<String> command = new ArrayList<>(OwnMounts.command());
        command.addAll(List.of("/bin/sh", "-c", script));
        LockstepJar.Outcome outcome;
        try (LockstepJar.Child child = jar.start(command)) {
            outcome = child.await();
        }
        assertThat(outcome.out()).as(outcome.toString()).contains("first 2\n", "rest 0\n");
        assertThat(outcome.err())
                .contains(
                        "lockstep: cannot write " + out,
                        "No space left on device",
                        "make room, then go on with --resume")
                .doesNotContain("FAILED", "\tat ");
        List<String> finished = Files.readAllLines(before).stream()
                .filter(l -> l.contains("\"event\":\"launch\""))
                .toList();
        assertThat(finished).hasSizeBetween(1, 8).allMatch(l -> l.contains("\"status\":\"ok\""));
        assertWhole(after, 3, 3);
        assertThat(Files.readAllLines(after.resolve("journal.jsonl"))).containsAll(finished);
    }

    @Test
    void aRunWaitsForAnotherIfToldTo() throws IOException, InterruptedException {
        Path lockFile = new LockstepJar(scratch).temp().resolve("jmh.lock");
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome;
        try (LockstepJar.Child child = waitFor(lockFile, "run Barrier --wait --forks 1" + BRIEF + "--out " + out)) {
            outcome = child.await();
        }
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(LockstepJar.results(out)).hasSize(1);
    }

    /** Starts a run while another has the lock, and lets it go when the run says that it waits. */
    private LockstepJar.Child waitFor(Path lockFile, String line) throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            LockstepJar.Child child = start(line);
            LockstepJar.await("it waits", () -> said(child).contains("waiting for another benchmark"));
            assertThat(said(child)).doesNotContain("pilot");
            return child;
        }
    }

    @Test
    void aRunKeepsToItsBudget() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome =
                lockstep("run AllReduce -p bytes=64,1024 --forks 50 --budget 30s" + BRIEF + "--out " + out);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        JsonNode plan = JournalLines.of(out, "plan").get(0);
        int forks = plan.get("forks").asInt();
        // A launch is taken to last more than a second, and there are two cells.
        assertThat(forks).isBetween(1, 14);
        assertThat(outcome.err()).contains("budget: " + forks + " of 50 forks of each cell");
        assertThat(Files.readString(out.resolve("summary.md")))
                .contains("The budget of 30 s had room for " + forks + " of 50 forks of each cell.");
        int planned = Stream.of(0, 1)
                .mapToInt(i -> plan.get("cells").get(i).get("forks").asInt())
                .sum();
        int cut = JournalLines.of(out, "cut").stream()
                .mapToInt(c -> c.get("planned").asInt() - c.get("forks").asInt())
                .sum();
        assertThat(launches(out)).isNotEmpty().hasSize(planned - cut);
    }
}
