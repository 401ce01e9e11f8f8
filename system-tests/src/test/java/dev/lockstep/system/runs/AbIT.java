package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.run.RunFolder;
import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
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
@Timeout(value = 280, unit = TimeUnit.SECONDS)
class AbIT {
    private static final String[] SHORT = {
        "--forks", "3", "--max-forks", "3", "--warmup", "1", "--iterations", "3", "--iteration-time", "20ms"
    };

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
        Path classes = Compiled.to(
                scratch.resolve(name), List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"), source);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> entry.endsWith(".jar"))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        Path file = scratch.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream made = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                made.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, made);
            }
        }
        return file;
    }

    private static List<String> verdicts(Path comparison) throws IOException {
        List<String> verdicts = new java.util.ArrayList<>();
        for (JsonNode row : new ObjectMapper().readTree(comparison.toFile()).path("rows")) {
            verdicts.add(
                    row.path("benchmark").asText() + " " + row.path("verdict").asText());
        }
        return verdicts;
    }

    private LockstepJar.Outcome ab(String... arguments) throws IOException, InterruptedException {
        return jar.lockstep(Stream.of(new String[] {"ab"}, SHORT, arguments)
                .flatMap(Arrays::stream)
                .toArray(String[]::new));
    }

    @Test
    void twoJarsOfAnyProject() throws IOException, InterruptedException {
        Path base = executable("base", 500);
        Path head = executable("head", 10_000);
        Path out = scratch.resolve("out");
        Path comment = scratch.resolve("comment.md");

        LockstepJar.Outcome slower = ab(
                "--base",
                base.toString(),
                "--head",
                head.toString(),
                "--out",
                out.toString(),
                "-o",
                comment.toString(),
                "-p",
                "size=1",
                "Work");

        assertThat(slower.exit()).as("%s", slower).isEqualTo(1);
        assertThat(verdicts(out.resolve("comparison.json")))
                .contains("org.other.Work.changed regressed")
                .doesNotContain("org.other.Work.kept regressed");
        assertThat(comment).content().startsWith("## Benchmarks: 1 regressed").contains("again");
        assertThat(slower.out()).contains("base: " + base, "head: " + head, "measured once more");
        assertThat(slower.err()).contains("left]", "all of it is in " + out);

        LockstepJar.Outcome notEmpty =
                ab("--base", base.toString(), "--head", head.toString(), "--out", out.toString());
        assertThat(notEmpty.exit()).isEqualTo(2);
        assertThat(notEmpty.err()).contains("is not empty");
    }

    /** JMH leaves the row out and ends with 0. */
    @Test
    void aRowThatFailsInHeadOnlyIsNotGone() throws IOException, InterruptedException {
        Path base = executable("base", 500);
        Path head = jar("head", "org.openjdk.jmh.Main", source(500, "size == 2"));

        LockstepJar.Outcome broken = ab(
                "--base",
                base.toString(),
                "--head",
                head.toString(),
                "--out",
                scratch.resolve("out").toString(),
                "-p",
                "size=1,2",
                "kept");

        assertThat(broken.exit()).as("%s", broken).isEqualTo(1);
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

        LockstepJar.Outcome same = ab(
                "--base",
                base.toString(),
                "--head",
                head.toString(),
                "--out",
                out.toString(),
                "--comm",
                "local",
                "--ranks",
                "2");

        assertThat(same.exit()).as("%s", same).isIn(0, 1);
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
        Files.writeString(script, "#!/bin/sh\nexec '" + java + "' -jar '" + LockstepJar.JAR + "' \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path out = scratch.resolve("out");

        LockstepJar.Outcome same =
                ab("--base", checkout.toString(), "--head", checkout.toString(), "--out", out.toString(), "Barrier");

        assertThat(same.exit()).as("%s", same).isIn(0, 1);
        assertThat(same.out()).contains("BarrierBenchmark.barrier(comm=local, ranks=2)");
        assertThat(batch(out.resolve("head"))).isEqualTo(batch(out.resolve("base")));
    }

    @Test
    void endsCleanlyWhateverItIsDoing() throws IOException, InterruptedException {
        Path repository = Files.createDirectories(scratch.resolve("repository"));
        git(repository, "init", "-q");
        commit(repository, "one");
        Path mark = scratch.resolve("building");

        try (LockstepJar.Child ab = jar.start(
                Lockstep.class.getName(),
                "ab",
                "--repo",
                repository.toString(),
                "--base",
                "HEAD",
                "--head",
                "HEAD",
                "--build",
                "sleep 1000 & echo $! >'" + mark + "'; wait",
                "--out",
                scratch.resolve("out").toString())) {
            LockstepJar.await("the build begins", () -> mark.toFile().length() > 1);
            assertThat(git(repository, "worktree", "list").lines()).hasSize(2);
            long builder = Long.parseLong(Files.readString(mark).strip());

            LockstepJar.signal("TERM", ab.process().pid());

            assertThat(ab.await().exit()).isEqualTo(143);
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

        LockstepJar.Outcome same = ab(
                "--repo",
                repository.toString(),
                "--base",
                hostile,
                "--head",
                "HEAD",
                "--build",
                "cp '" + jarFile + "' it.jar && git log -1 --format=%s",
                "--jar",
                "it.jar",
                "--out",
                out.toString(),
                "kept");

        assertThat(same.exit()).as("%s", same).isZero();
        assertThat(same.out()).containsPattern("base: a;touch\\$\\{IFS\\}pwned \\([0-9a-f]{10}\\)");
        assertThat(out.resolve("build-base.log")).content().contains("one");
        assertThat(out.resolve("build-head.log")).content().contains("two");
        assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
        try (Stream<Path> files = Files.walk(scratch)) {
            assertThat(files.filter(file -> file.getFileName().toString().equals("pwned")))
                    .isEmpty();
        }

        LockstepJar.Outcome unknown = ab("--repo", repository.toString(), "--base", "nowhere", "--head", "HEAD");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("base, nowhere, is neither a jar nor a folder, nor a commit");
        LockstepJar.Outcome unbuilt = ab(
                "--repo",
                repository.toString(),
                "--base",
                "HEAD",
                "--head",
                "HEAD",
                "--build",
                "echo no flour; exit 3");
        assertThat(unbuilt.exit()).isEqualTo(2);
        assertThat(unbuilt.err()).contains("cannot be built by", "no flour");
        assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
    }

    private void commit(Path repository, String message) throws IOException, InterruptedException {
        git(
                repository,
                "-c",
                "user.name=n",
                "-c",
                "user.email=e@example.org",
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                message);
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

    /** Counts are those of base, on both sides; what is slowed does more of them, and is found. */
    @Test
    void calibratesRanks() throws IOException, InterruptedException {
        Path out = scratch.resolve("calibration");
        Path floors = scratch.resolve("floors.yaml");

        LockstepJar.Outcome first = jar.lockstep(
                "calibrate",
                "Barrier",
                "--comm",
                "local",
                "--ranks",
                "2",
                "--runs",
                "1",
                "--forks",
                "3",
                "--warmup",
                "1",
                "--iterations",
                "2",
                "--iteration-time",
                "20ms",
                "--slowdown",
                "100%",
                "--out",
                out.toString(),
                "--write",
                floors.toString());

        assertThat(first.exit()).as("%s", first).isZero();
        assertThat(first.out())
                .contains("in 1 run: 1 score, and 1 secondary metrics", "Scores slower by 100% in truth");
        assertThat(floors).content().contains("floor: \"3%\"");
        int counted = batch(out.resolve("run-1/base"));
        assertThat(batch(out.resolve("run-1/head"))).isEqualTo(counted);
        assertThat(batch(out.resolve("slower-100%-1/head"))).isEqualTo(2 * batch(out.resolve("slower-100%-1/base")));

        LockstepJar.Outcome read = jar.lockstep("calibrate", "--more", "--runs", "0", "--out", out.toString());
        assertThat(read.exit()).as("%s", read).isZero();
        assertThat(read.out()).isEqualTo(first.out());

        LockstepJar.Outcome exists = jar.lockstep(
                "calibrate", "Barrier", "--out", scratch.resolve("x").toString(), "--write", floors.toString());
        assertThat(exists.exit()).isEqualTo(2);
        assertThat(exists.err()).contains("exists; name another file");
    }

    private static int batch(Path runs) throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            List<Integer> counts = folders.map(run -> new RunFolder(run).everything())
                    .map(AbIT::measurementBatch)
                    .distinct()
                    .toList();
            assertThat(counts).hasSize(1);
            return counts.get(0);
        }
    }

    private static int measurementBatch(Path results) {
        try {
            return new ObjectMapper()
                    .readTree(results.toFile())
                    .get(0)
                    .path("measurementBatchSize")
                    .asInt();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void badWordsAreExplained() throws IOException, InterruptedException {
        Path text = Files.writeString(scratch.resolve("text.jar"), "no jar");
        LockstepJar.Outcome noJar = ab("--base", text.toString(), "--head", text.toString());
        assertThat(noJar.exit()).isEqualTo(2);
        assertThat(noJar.err()).contains("text.jar is no jar");

        Path folder = Files.createDirectories(scratch.resolve("folder"));
        LockstepJar.Outcome noBuild = ab("--base", folder.toString(), "--head", folder.toString());
        assertThat(noBuild.exit()).isEqualTo(2);
        assertThat(noBuild.err()).contains("it has none of mvnw, pom.xml", "say --build COMMAND");

        LockstepJar.Outcome few = jar.lockstep("ab", "--base", "a", "--head", "b", "--forks", "2");
        assertThat(few.exit()).isEqualTo(2);
        assertThat(few.err()).contains("--forks must be at least 3, not 2");
    }
}
