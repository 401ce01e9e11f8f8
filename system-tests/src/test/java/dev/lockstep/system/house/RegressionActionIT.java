package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.Git;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two actions on a pull request to a project that is not ours: Maven builds base and head, and the project's own
 * JMH runs them. The project's floor is above what a machine's noise does, and the planted slowdown is far above that.
 */
@Tag("environments")
@Timeout(280)
class RegressionActionIT {
    private static final Path ACTIONS =
            Path.of("../.github/actions").toAbsolutePath().normalize();
    private static final Path SAMPLE = Path.of("src/test/resources/dev/lockstep/system/house/sample");
    private static final Pattern VERSION = Pattern.compile("@([a-z-]+\\.version)@");
    private static final String TOKEN = "not-for-everyone";
    private static final String SHORT = "--max-forks 3 --warmup 3 --iterations 1 --iteration-time 20ms";

    @TempDir
    Path scratch;

    private FakeGitHub github;
    private Path origin;
    private String base;

    @BeforeEach
    void aProjectOfSomebodyElse() throws IOException, InterruptedException {
        github = new FakeGitHub(TOKEN);
        origin = Files.createDirectory(scratch.resolve("origin"));
        Git.init(origin);
        String parent = Files.readString(Path.of("../pom.xml"));
        try (Stream<Path> files = Files.walk(SAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = origin.resolve(SAMPLE.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, withVersions(Files.readString(file), parent));
            }
        }
        base = Git.commit(origin, "base");
    }

    @AfterEach
    void close() {
        github.close();
    }

    /** Those of this build: they are in the local repository. */
    private static String withVersions(String text, String parent) {
        return VERSION.matcher(text).replaceAll(name -> {
            Matcher version = Pattern.compile("<" + name.group(1) + ">(.+)</").matcher(parent);
            assertThat(version.find()).as(name.group()).isTrue();
            return version.group(1);
        });
    }

    /** Makes head of base by replacing something in the benchmarks. */
    private void headReplaces(String before, String after) throws IOException, InterruptedException {
        Path source = origin.resolve("src/main/java/org/other/Work.java");
        String text = Files.readString(source);
        assertThat(text).contains(before);
        Files.writeString(source, text.replace(before, after));
        Git.commit(origin, "head");
    }

    /** Both jobs of the workflow; what the first of them left. */
    private CompositeAction.Outcome pullRequest(String... benchmarks) throws IOException, InterruptedException {
        Path measuring = Files.createTempDirectory(scratch, "measuring");
        Path temp = Files.createDirectory(measuring.resolve("tmp"));
        CompositeAction.Outcome measured = job("regression", measuring)
                .variable("JAVA_HOME", System.getProperty("java.home"))
                // JMH's lock is in this folder: another benchmark on the machine is not in the way.
                .variable("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temp)
                .variable("MAVEN_OPTS", sameLocalRepository())
                .run(
                        Git.checkout(origin, measuring.resolve("clone")),
                        Map.of(
                                "lockstep-jar",
                                LockstepJar.JAR.toString(),
                                "benchmarks",
                                String.join("\n", benchmarks),
                                "config",
                                "gate.yaml",
                                "forks",
                                "3",
                                "args",
                                SHORT));
        Path commenting = Files.createTempDirectory(scratch, "commenting");
        CompositeAction.Outcome commented =
                job("regression-comment", commenting).run(commenting, Map.of());
        assertThat(commented.exit()).as(commented.log()).isZero();
        assertThat(measured.log()).doesNotContain(TOKEN);
        return measured;
    }

    /** Maven's options, with the local repository of this build as Failsafe knows it. */
    private static String sameLocalRepository() {
        String options = System.getenv().getOrDefault("MAVEN_OPTS", "");
        return options + " -Dmaven.repo.local=" + System.getProperty("localRepository");
    }

    private CompositeAction job(String action, Path runner) throws IOException {
        CompositeAction job =
                new CompositeAction(ACTIONS.resolve(action), runner.resolve("runner"), scratch.resolve("artifacts"));
        github.introduceTo(job);
        job.event("pull_request", "{\"pull_request\":{\"number\":7,\"base\":{\"sha\":\"" + base + "\"}}}");
        return job;
    }

    /** The summary and the one comment have the same things to say. */
    private void assertSaid(CompositeAction.Outcome outcome, int exit, String... words) {
        assertThat(outcome.exit()).as(outcome.log()).isEqualTo(exit);
        assertThat(outcome.context()).containsEntry("steps.measure.outputs.exit-code", String.valueOf(exit));
        assertThat(github.comments()).hasSize(1);
        for (String text : List.of(outcome.summary(), github.comments().get(0))) {
            assertThat(text).containsSubsequence(words);
        }
    }

    @Test
    void aSlowdownIsFoundAndNamed() throws IOException, InterruptedException {
        headReplaces("TOKENS = 500;", "TOKENS = 10_000;");

        CompositeAction.Outcome slower = pullRequest();

        assertSaid(slower, 1, "## Benchmarks: 1 regressed\n", "### 1 regressed\n", "Work.changed", "<details>");
        String folded = slower.summary().substring(slower.summary().indexOf("<details>"));
        assertThat(folded).contains("Work.kept").doesNotContain("Work.changed");
    }

    @Test
    void aCommentInTheSourceRegressesNothing() throws IOException, InterruptedException {
        headReplaces("// Further", "// More");

        assertSaid(pullRequest("Work.kept"), 0, "## Benchmarks: nothing regressed\n", "Work.kept");
    }

    @Test
    void ofAHeadThatDoesNotBuildTheReasonIsSaid() throws IOException, InterruptedException {
        headReplaces("TOKENS = 500;", "TOKENS = five hundred;");

        CompositeAction.Outcome broken = pullRequest();

        String build = "cannot be built by 'mvn -q -B -DskipTests package'";
        assertSaid(broken, 2, "## Benchmarks: not compared\n", "exit code 2", "head, ", build);
        Path results = Path.of(broken.context().get("steps.resolve.outputs.results"));
        assertThat(results.resolve("runs/build-head.log")).content().contains("COMPILATION ERROR", "Work.java");
        assertThat(broken.log()).contains("built base in");
    }

    @Test
    void whatBaseLacksIsNewAndNoRegression() throws IOException, InterruptedException {
        headReplaces("// Further", "@Benchmark public void fresh() { Blackhole.consumeCPU(500); } // Further");

        assertSaid(
                pullRequest("Work.fresh", "Work.kept"),
                0,
                "## Benchmarks: nothing regressed\n",
                "<details><summary>1 new</summary>",
                "Work.fresh");
        assertSaid(pullRequest("Work.fresh"), 3, "## Benchmarks: nothing to compare\n", "Work.fresh");
    }
}
