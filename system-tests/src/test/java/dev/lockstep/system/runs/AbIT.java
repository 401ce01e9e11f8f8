package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two versions measured in turns: of anybody's JMH project, as jars and as revisions, and in ranks. */
@Tag("runs")
@Timeout(280)
class AbIT {
    private static final String SHORT = "ab --forks 3 --max-forks 3 --warmup 3 --iterations 1 --iteration-time 20ms";

    @TempDir
    Path scratch;

    private LockstepJar jar;

    @BeforeEach
    void jmhOfOurOwn() throws IOException {
        jar = new LockstepJar(scratch);
        // JMH's lock is in this folder: another benchmark on the machine is not in the way.
        // What is measured matters less than that a hundred JVMs start fast.
        jar.variable("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + jar.temp());
    }

    /** A plain JMH project: nothing of Lockstep in it. */
    private static String source(int tokens) {
        return source(tokens, "false");
    }

    private static String source(int tokens, String fails) {
        return """
                package org.other;
                import java.util.concurrent.TimeUnit;
                import org.openjdk.jmh.annotations.*;
                import org.openjdk.jmh.infra.Blackhole;
                @State(Scope.Thread) @BenchmarkMode(Mode.AverageTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
                public class Work {
                    @Param("1") int size;
                    @Setup public void fail() { if (FAILS) throw new IllegalStateException("no size " + size); }
                    @Benchmark public void changed() { Blackhole.consumeCPU(TOKENS * size); }
                    @Benchmark public void kept() { Blackhole.consumeCPU(500 * size); }
                }
                """.replace("TOKENS", String.valueOf(tokens)).replace("FAILS", fails);
    }

    private Path executable(String name, int tokens) throws IOException {
        return jar(name, "org.openjdk.jmh.Main", source(tokens));
    }

    private Path jar(String name, String main, String source) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        String libraries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, libraries);
        return Compiled.jar(scratch.resolve(name), manifest, source);
    }

    private static List<String> verdicts(Path comparison) throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (JsonNode row : LockstepJar.json(comparison).path("rows")) {
            verdicts.add(
                    row.path("benchmark").asText() + " " + row.path("verdict").asText());
        }
        return verdicts;
    }

    /** Words that hold blanks stand apart. */
    private LockstepJar.Outcome ab(String typed, String... more) throws IOException, InterruptedException {
        return start(typed, more).await();
    }

    private LockstepJar.Child start(String typed, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of((SHORT + typed).split(" ")));
        words.addAll(List.of(more));
        return jar.start(Lockstep.class.getName(), words.toArray(String[]::new));
    }

    /** Of what is the same, a machine may make one slower than the other. */
    private static void assertCompared(LockstepJar.Outcome outcome) {
        assertThat(outcome.exit()).as("%s", outcome).isIn(0, 1);
    }

    @Test
    void twoJarsOfAnyProject() throws IOException, InterruptedException {
        Path base = executable("base", 500);
        Path head = executable("head", 10_000);
        Path out = scratch.resolve("out");
        Path comment = scratch.resolve("comment.md");

        String both = " --base " + base + " --head " + head + " --out " + out;
        LockstepJar.Outcome slower =
                ab(both + " -o " + comment + " -p size=1 Work").exits(1);

        assertThat(verdicts(out.resolve("comparison.json"))).contains("org.other.Work.changed regressed");
        assertThat(comment).content().matches("(?s)## Benchmarks: \\d regressed.*again.*");
        assertThat(slower.out()).contains("base: " + base, "head: " + head, "measured once more");
        assertThat(slower.err()).contains("left]", "all of it is in " + out);

        assertThat(ab(both).exits(2).err()).contains("is not empty");
    }

    /** JMH leaves the row out and ends with 0. */
    @Test
    void aRowThatFailsInHeadOnlyIsNotGone() throws IOException, InterruptedException {
        Path base = executable("base", 500);
        Path head = jar("head", "org.openjdk.jmh.Main", source(500, "size == 2"));

        LockstepJar.Outcome broken = ab(" --base " + base + " --head " + head + " --out " + scratch.resolve("out")
                        + " -p size=1,2 kept")
                .exits(1);

        assertThat(broken.out()).containsPattern("not comparable +Work.kept\\(size=2\\).*failed in head: .*no size 2");
        assertThat(broken.out()).doesNotContainPattern("(?m)^gone|^not comparable +Work.kept\\(size=1");
    }

    private static final String MEETING = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class Meeting {
                @Benchmark public void meet(Rank rank) { rank.comm().barrier(); }
            }
            """;

    @Test
    void twoJarsInRanks() throws IOException, InterruptedException {
        Path base = jar("base", "org.other.NotJmh", MEETING);
        Path head = jar("head", "org.openjdk.jmh.Main", MEETING);
        Path out = scratch.resolve("out");

        assertCompared(ab(" --base " + base + " --head " + head + " --out " + out + " --comm local --ranks 2"));

        assertThat(verdicts(out.resolve("comparison.json")))
                .hasSize(2)
                .allMatch(row -> row.startsWith("org.other.Meeting.meet "));
        assertThat(batch(out.resolve("head"))).isEqualTo(batch(out.resolve("base")));
    }

    /** A checkout of Lockstep itself measures with its own harness; this one hands over to the jar that is tested. */
    @Test
    void checkoutsOfLockstepItself() throws IOException, InterruptedException {
        Path checkout = Files.createDirectories(scratch.resolve("checkout"));
        Files.createDirectories(checkout.resolve("harness-mpi/harness"));
        Files.createFile(checkout.resolve("harness-mpi/harness/pom.xml"));
        Path script = checkout.resolve("lockstep");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String handsOver = "exec '" + java + "' -jar '" + LockstepJar.JAR + "' \"$@\"\n";
        Files.writeString(script, "#!/bin/sh\n[ -z \"${LOCKSTEP_JAR:-}\" ] || exit 9\n" + handsOver);
        jar.variable("LOCKSTEP_JAR", "/of/what/measures.jar");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path out = scratch.resolve("out");

        LockstepJar.Outcome same = ab(" --base " + checkout + " --head " + checkout + " --out " + out + " Barrier");

        assertCompared(same);
        assertThat(same.out())
                .contains(
                        "BarrierBenchmark.barrier(algorithm=library, comm=local, late=none, ranks=2, sync=dissemination)");
        assertThat(batch(out.resolve("head"))).isEqualTo(batch(out.resolve("base")));
    }

    @Test
    void endsCleanlyWhateverItIsDoing() throws IOException, InterruptedException {
        Path repository = Files.createDirectories(scratch.resolve("repository"));
        git(repository, "init", "-q");
        commit(repository, "one");
        Path mark = scratch.resolve("building");

        String typed =
                " --repo " + repository + " --base HEAD --head HEAD --out " + scratch.resolve("out") + " --build";
        try (LockstepJar.Child ab = start(typed, "sleep 1000 & echo $! >'" + mark + "'; wait")) {
            LockstepJar.await("the build begins", () -> mark.toFile().length() > 1);
            assertThat(git(repository, "worktree", "list").lines()).hasSize(2);
            long builder = Long.parseLong(Files.readString(mark).strip());

            LockstepJar.signal("TERM", ab.process().pid());

            ab.await().exits(143);
            assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
            LockstepJar.await(
                    "the build ends",
                    () -> ProcessHandle.of(builder).map(p -> !p.isAlive()).orElse(true));
        }
    }

    @Test
    void twoRevisionsWhateverTheyAreCalled() throws IOException, InterruptedException {
        Path jarFile = executable("any", 500);
        Path repository = Files.createDirectories(scratch.resolve("repository"));
        git(repository, "init", "-q");
        commit(repository, "one");
        String hostile = "a;touch${IFS}pwned";
        git(repository, "branch", hostile);
        commit(repository, "two");
        Path out = scratch.resolve("out");

        String repo = " --repo " + repository;
        LockstepJar.Outcome same = ab(
                repo + " --base " + hostile + " --head HEAD --jar it.jar --out " + out + " kept --build",
                "cp '" + jarFile + "' it.jar && git log -1 --format=%s");

        assertCompared(same);
        assertThat(same.out()).containsPattern("base: a;touch\\$\\{IFS\\}pwned \\([0-9a-f]{10}\\)");
        assertThat(out.resolve("build-base.log")).content().contains("one");
        assertThat(out.resolve("build-head.log")).content().contains("two");
        assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
        try (Stream<Path> files = Files.walk(scratch)) {
            assertThat(files.filter(file -> file.getFileName().toString().equals("pwned")))
                    .isEmpty();
        }

        assertThat(ab(repo + " --base nowhere --head HEAD").exits(2).err())
                .contains("base, nowhere, is neither a jar nor a folder, nor a commit");
        assertThat(ab(repo + " --base HEAD --head HEAD --build", "echo no flour; exit 3")
                        .exits(2)
                        .err())
                .contains("cannot be built by", "no flour");
        assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
    }

    private void commit(Path repository, String message) throws IOException, InterruptedException {
        String who = "-c user.name=n -c user.email=e@example.org";
        git(repository, (who + " commit -q --allow-empty -m " + message).split(" "));
    }

    private static String git(Path repository, String... arguments) throws IOException, InterruptedException {
        Process git = new ProcessBuilder(
                        Stream.concat(Stream.of("git", "-C", repository.toString()), Arrays.stream(arguments))
                                .toList())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes());
        assertThat(git.waitFor()).as(said).isZero();
        return said;
    }

    /** Twice the work of what is counted, so that a comparison has something to notice. */
    @Test
    void aHandicapDoesMoreThanItCounts() throws IOException, InterruptedException {
        Path out = scratch.resolve("slowed");

        jar.exits(
                0,
                "run Barrier --comm local --ranks 2 --forks 1 --distribution-forks 0 --warmup 1 --iterations 1 --ops 50"
                        + " --handicap 100% --out " + out);

        assertThat(LockstepJar.results(out).get(0).path("measurementBatchSize").asInt())
                .isEqualTo(100);
    }

    private static int batch(Path runs) throws IOException {
        Set<Integer> counts = new TreeSet<>();
        try (Stream<Path> folders = Files.list(runs)) {
            for (Path run : folders.toList()) {
                counts.add(LockstepJar.results(run)
                        .get(0)
                        .path("measurementBatchSize")
                        .asInt());
            }
        }
        assertThat(counts).hasSize(1);
        return counts.iterator().next();
    }

    @Test
    void badWordsAreExplained() throws IOException, InterruptedException {
        Path text = Files.writeString(scratch.resolve("text.jar"), "no jar");
        assertThat(ab(" --base " + text + " --head " + text).exits(2).err()).contains("text.jar is no jar");
        Path folder = Files.createDirectories(scratch.resolve("folder"));
        assertThat(ab(" --base " + folder + " --head " + folder).exits(2).err())
                .contains("it has none of mvnw, pom.xml", "say --build COMMAND");
        assertThat(jar.exits(2, "ab --base a --head b --forks 2").err()).contains("--forks must be at least 3, not 2");
    }
}
