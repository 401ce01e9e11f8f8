package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.OwnMounts;
import dev.lockstep.system.fixtures.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go on, in parts, on a disk that is full, with a budget, or from a stranger's folder. How others end, {@code LaunchFaultsIT} shows. */
@Tag("faults")
@Timeout(240)
class DurabilityIT {
    private static final String BRIEF =
            " --distribution-forks 0 --ops 100 --iteration-time 10ms --warmup 1 --iterations 1 --placement all ";

    @TempDir
    Path scratch;

    private LockstepJar.Outcome lockstep(int exit, String typed) throws IOException, InterruptedException {
        return new LockstepJar(scratch).exits(exit, typed);
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

    /** He sends a run that is not finished, and a JVM with it, which measures well and does something else besides. */
    @Test
    void aStrangersFolderRunsNothingOfHis() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        lockstep(0, "run AllReduce -p bytes=64 --forks 2" + BRIEF + "--out " + out);
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

        LockstepJar.Outcome outcome = lockstep(2, "run --resume --out " + out);
        assertThat(scratch.resolve("done")).doesNotExist();
        assertThat(outcome.err())
                .contains(
                        "was begun with --jvm: what that makes this machine run is not taken from a folder",
                        "say it again: lockstep run --resume --out " + out + " --jvm " + his);
        assertThat(Files.readAllLines(journal)).isEqualTo(before);

        lockstep(0, "run --resume --jvm " + java + " --out " + out);
        assertThat(scratch.resolve("done")).doesNotExist();
        assertWhole(out, 1, 2);
    }

    @Test
    void shardsMergedAreTheWholeRun() throws IOException, InterruptedException {
        String line = "run AllReduce Barrier -p bytes=64,1024 --forks 1" + BRIEF;
        Path whole = scratch.resolve("whole");
        lockstep(0, line + "--out " + whole);
        for (int shard = 1; shard <= 2; shard++) {
            lockstep(0, line + "--shard " + shard + "/2 --out " + scratch.resolve("part" + shard));
        }
        Path merged = scratch.resolve("merged");
        LockstepJar.Outcome outcome =
                lockstep(0, "merge " + scratch.resolve("part1") + " " + scratch.resolve("part2") + " -o " + merged);
        assertThat(outcome.err()).contains("merged 2 runs: 3 cells").doesNotContain("warning");
        assertThat(cells(merged))
                .containsExactlyInAnyOrderElementsOf(cells(whole))
                .hasSize(3);
        assertThat(launches(merged)).containsExactlyInAnyOrderElementsOf(launches(whole));
        assertThat(measured(merged)).isEqualTo(measured(whole));
        assertThat(merged.resolve("environment-part-2.json")).exists();
        assertThat(ReportText.of(merged)).doesNotContain("incomplete");

        outcome = lockstep(0, "run --resume --out " + merged);
        assertThat(outcome.err()).contains("is complete");
        outcome = lockstep(2, "merge " + whole + " " + scratch.resolve("part2") + " -o " + scratch.resolve("twice"));
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
        String first = "run AllReduce -p bytes=4,64,1024 --forks 3" + BRIEF + "--out " + out;
        String program = String.join(" ", jar.command(Lockstep.class.getName())) + " ";
        String script = String.join(
                "\n",
                "mount -t tmpfs -o size=300k tmpfs " + disk + " || exit 99",
                program + first + "; echo first $?",
                "cp " + out + "/journal.jsonl " + before,
                "mount -o remount,size=50m " + disk + " || exit 99",
                program + "run --resume --out " + out + "; echo rest $?",
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
    void aRunKeepsToItsBudget() throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        LockstepJar.Outcome outcome =
                lockstep(0, "run AllReduce -p bytes=64,1024 --forks 50 --budget 30s" + BRIEF + "--out " + out);
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
        assertThat(launches(out)).hasSize(planned - cut);
    }
}
