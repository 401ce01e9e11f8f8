package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.fixtures.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two actions' own scripts, against a repository whose clone is shallow, a {@code lockstep} that writes down what it was asked,
 * and a server that keeps comments.
 */
@Timeout(120)
class RegressionActionTest {
    private static final String TOKEN = "not-for-everyone";
    private static final String MARK = "<!-- lockstep-regression -->\n";
    private static final String NOTHING = "0".repeat(40);

    private static ActionRepository repository;

    @TempDir
    private Path scratch;

    private FakeGitHub github;
    private CompositeAction action;
    private CompositeAction commenting;

    @BeforeAll
    static void commit(@TempDir Path folder) throws IOException, InterruptedException {
        repository = new ActionRepository(folder);
    }

    @BeforeEach
    void prepare() throws IOException {
        github = new FakeGitHub(TOKEN);
        Path artifacts = scratch.resolve("artifacts");
        action = runner("runner");
        commenting = new CompositeAction(
                repository.action("regression-comment"), scratch.resolve("another runner"), artifacts);
        github.introduceTo(commenting);
        repository.lockstepEnds(0, "## Benchmarks: nothing regressed\n");
        event(
                "pull_request",
                "{\"pull_request\":{\"number\":7,\"base\":{\"sha\":\"" + repository.base()
                        + "\"},\"head\":{\"ref\":\"$(touch pwned)\"}}}");
    }

    @AfterEach
    void close() {
        github.close();
    }

    private CompositeAction runner(String name) throws IOException {
        CompositeAction fresh = new CompositeAction(
                repository.action("regression"), scratch.resolve(name), scratch.resolve("artifacts"));
        github.introduceTo(fresh);
        return fresh;
    }

    /** The job that measures. */
    private CompositeAction.Outcome measure(Map<String, String> inputs) throws IOException, InterruptedException {
        return action.run(repository.checkout(), inputs);
    }

    /** The job that comments, which has a clone of nothing. */
    private CompositeAction.Outcome comment(Map<String, String> inputs) throws IOException, InterruptedException {
        CompositeAction.Outcome outcome = commenting.run(scratch, inputs);
        assertThat(outcome.exit()).as(outcome.log()).isZero();
        return outcome;
    }

    @Test
    void aPullRequestIsMeasuredAndCommentedOn() throws Exception {
        action.variable("JAVA_HOME", "/jdk/of/the job");
        CompositeAction.Outcome outcome = measure(Map.of());
        comment(Map.of());

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked())
                .startsWith("ab", "--base", repository.base(), "--head", repository.head(), "--repo", ".", "--out")
                .endsWith("-o", outcome.context().get("steps.resolve.outputs.results") + "/comparison.html");
        assertThat(outcome.summary()).isEqualTo("## Benchmarks: nothing regressed\n");
        assertThat(github.comments())
                .containsExactly("7 " + MARK + "## Benchmarks: nothing regressed\n\n"
                        + "[The job](https://github.example/owner/project/actions/runs/42) has all results.\n");
        assertThat(repository.environment())
                .contains("LOCKSTEP_JAVA_HOME=/jdk/of/the job\n")
                .doesNotContain(TOKEN);
    }

    @Test
    void lockstepIsBuiltOnceForARevisionAndTakenFromTheCacheThen() throws Exception {
        int builds = 0;
        for (String where : List.of("first", "second", "third")) {
            if (where.equals("third")) {
                repository.lockstepChanges();
            }
            builds += where.equals("second") ? 0 : 1;
            action = runner(where);
            push(repository.base());
            CompositeAction.Outcome outcome = measure(Map.of());

            assertThat(outcome.exit()).as(outcome.log()).isZero();
            assertThat(repository.builds()).as(where).isEqualTo(builds);
            Path jar = scratch.resolve(where + "/lockstep/lockstep.jar");
            assertThat(jar).hasContent("a jar");
            assertThat(repository.environment()).contains("LOCKSTEP_JAR=" + jar + "\n");
        }
    }

    /** What a first use has measured may have changed the jar; other events have the cache of the default branch. */
    @Test
    void aSecondUseInAJobAndOtherEventsLeaveTheCacheAlone() throws Exception {
        push(repository.base());
        measure(Map.of());
        Path cached = cached().get(0);
        Files.writeString(scratch.resolve("runner/lockstep/lockstep.jar"), "changed");
        assertThat(measure(Map.of("name", "again")).exit()).isZero();
        assertThat(cached()).containsExactly(cached);
        assertThat(cached).hasContent("a jar");

        Files.delete(cached);
        action = runner("another");
        action.event("workflow_dispatch", "{}");
        assertThat(measure(Map.of("base", repository.base())).exit()).isZero();
        assertThat(scratch.resolve("another/lockstep/lockstep.jar")).hasContent("a jar");
        assertThat(cached()).isEmpty();
        assertThat(repository.builds()).isEqualTo(2);
    }

    private List<Path> cached() throws IOException {
        try (var files = Files.list(scratch.resolve("artifacts"))) {
            return files.filter(file -> file.getFileName().toString().matches("lockstep-[0-9a-f]{40}-jdk-.*"))
                    .toList();
        }
    }

    @Test
    void aJarOfLockstepThatIsGivenIsTakenAsItIs() throws Exception {
        Path clone = repository.checkout();
        refused(clone, Map.of("lockstep-jar", "nowhere.jar"), "lockstep-jar: there is no file nowhere.jar");
        Path jar = Files.writeString(clone.resolve("given.jar"), "given");
        CompositeAction.Outcome outcome = action.run(clone, Map.of("lockstep-jar", "given.jar"));

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.environment()).contains("LOCKSTEP_JAR=" + jar.toRealPath() + "\n");
        assertThat(repository.builds()).isZero();
    }

    @Test
    void whereLockstepCannotBeBuiltNothingIsMeasuredOrCached() throws Exception {
        repository.lockstepCannotBeBuilt();
        refused(repository.checkout(), Map.of(), "Lockstep itself cannot be built here");
        assertThat(repository.builds()).isEqualTo(1);
        assertThat(scratch.resolve("artifacts")).isEmptyDirectory();
    }

    @Test
    void theVerdictIsTheExitCodeOnceItIsReported() throws Exception {
        repository.lockstepEnds(4, "## undecided\n");
        CompositeAction.Outcome outcome = measure(Map.of());
        comment(Map.of());
        assertThat(outcome.exit()).isEqualTo(4);
        assertThat(outcome.summary()).contains("undecided");
        assertThat(github.comments()).singleElement().asString().contains("undecided");

        repository.lockstepEnds(2, "");
        assertThat(measure(Map.of()).exit()).isEqualTo(2);
        comment(Map.of());
        assertThat(github.comments())
                .singleElement()
                .asString()
                .contains("## Benchmarks: not compared", "exit code 2")
                .doesNotContain("undecided");
    }

    @Test
    void theCommentIsUpdatedWhereverItIsAndThoseOfOthersAreLeftAlone() throws Exception {
        github.add(8, "Bot", "NONE", MARK + "of another pull request");
        github.add(7, "User", "CONTRIBUTOR", MARK + "a stranger's");
        IntStream.range(0, 100).forEach(i -> github.add(7, "User", "MEMBER", "talk " + i));
        List<String> others = github.comments();
        github.add(7, "Bot", "NONE", MARK + "old");
        measure(Map.of());
        comment(Map.of());

        assertThat(github.comments()).startsWith(others.toArray(String[]::new)).hasSize(others.size() + 1);
        assertThat(github.comments().get(others.size())).contains("nothing regressed");
        measure(Map.of("name", "another use"));
        comment(Map.of("name", "another use"));
        assertThat(github.comments()).hasSize(others.size() + 2);
        assertThat(github.comments().get(others.size() + 1)).startsWith("7 <!-- lockstep-another-use -->\n");
    }

    @Test
    void aForkGetsTheSummaryAndANotice() throws Exception {
        github.readOnly();
        CompositeAction.Outcome measured = measure(Map.of());
        assertThat(measured.exit()).isZero();
        assertThat(measured.summary()).contains("nothing regressed");
        assertThat(comment(Map.of()).log())
                .contains("::notice title=Lockstep::No comment on the pull request", "status 403");
        assertThat(comment(Map.of("token", "")).log()).contains("for there is no token");
        assertThat(github.comments()).isEmpty();
        github.close();
        assertThat(comment(Map.of()).log())
                .contains("::warning title=Lockstep::No comment")
                .doesNotContain(TOKEN);
    }

    @Test
    void aPushIsComparedWithWhatWasThereBefore() throws Exception {
        push(NOTHING);
        CompositeAction.Outcome first = measure(Map.of());
        assertThat(first.exit()).isZero();
        assertThat(first.log()).contains("::notice title=Lockstep::This is the first push of its branch");
        // Without an artifact.
        comment(Map.of());
        push(repository.head());
        assertThat(measure(Map.of()).log()).contains("the same commit");
        assertThat(repository.asked()).isEmpty();

        push(repository.base());
        CompositeAction.Outcome outcome = measure(Map.of());
        comment(Map.of());
        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked()).contains(repository.base(), repository.head());
        assertThat(outcome.summary()).contains("nothing regressed");
        assertThat(github.wasAsked()).isFalse();
    }

    @Test
    void aBaseThatIsNoRevisionIsRefused() throws Exception {
        Path clone = repository.checkout();
        for (String base : List.of(
                "--upload-pack=touch pwned", "$(touch pwned)", "main:refs/heads/evil", "`touch pwned`", "nowhere")) {
            refused(clone, Map.of("base", base), "base: neither this clone nor its origin has '" + base);
        }
        assertThat(clone.resolve("pwned")).doesNotExist();
        assertThat(Git.run(clone, "branch", "--list")).doesNotContain("evil");
    }

    @Test
    void hostileNamesAreNamesAndNothingElse() throws Exception {
        push(NOTHING);
        Path clone = repository.checkout();
        Map<String, String> inputs = Map.of(
                "base", ActionRepository.BRANCH,
                "benchmarks", "$(touch pwned)\n*Codec.*\n",
                "build", "mvn package && echo \"$HOME\"; `true`",
                "jar", "*/target/*.jar",
                "config", ActionRepository.FILE,
                "args", "-p bytes=64,* -- -prof gc",
                "strict", "true",
                "forks", "7",
                "budget", "20m",
                "name", "../../a b;\n<!--");
        CompositeAction.Outcome outcome = action.run(clone, inputs);

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked()).startsWith("ab", "--base", repository.base(), "--head", repository.head());
        String config = outcome.context().get("steps.resolve.outputs.config");
        assertThat(String.join("\n", repository.asked())).endsWith("""
                --build
                mvn package && echo "$HOME"; `true`
                --jar
                */target/*.jar
                --config
                CONFIG
                --budget
                20m
                --forks
                7
                --strict
                $(touch pwned)
                *Codec.*
                -p
                bytes=64,*
                --
                -prof
                gc""".replace("CONFIG", config));
        assertThat(outcome.context().get("steps.resolve.outputs.id")).isEqualTo("lockstep-..-..-a-b-");
        assertThat(clone.resolve("pwned")).doesNotExist();
    }

    @Test
    void aLongReportIsCutToWhatACommentMayHave() throws Exception {
        String row = "| " + "é".repeat(200) + " |\n";
        String folded = "<details><summary>1000 no change</summary>\n\n" + row.repeat(1000) + "\n</details>\n";
        repository.lockstepEnds(0, "## Much\n\n" + folded);
        assertThat(measure(Map.of()).summary()).hasSizeGreaterThan(200_000);
        comment(Map.of());
        assertThat(github.comments().get(0))
                .hasSizeLessThan(65_536)
                .contains("\n</details>\n\nThere is more, in the summary of the job.", "[The job]");
    }

    private void refused(Path clone, Map<String, String> inputs, String why) throws Exception {
        CompositeAction.Outcome outcome = action.run(clone, inputs);
        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.log()).contains("::error title=Lockstep::" + why);
        assertThat(repository.asked()).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnythingIsMeasured() throws Exception {
        Path clone = repository.checkout();
        refused(clone, Map.of("strict", "yes"), "strict: expected true or false, found 'yes'");
        for (String config : List.of("nowhere.yaml", "/etc/passwd", "../outside.yaml")) {
            refused(clone, Map.of("config", config), "config: neither base nor head has " + config);
        }
    }

    @Test
    void aCloneWithATokenIsNotMeasured() throws Exception {
        Path clone = repository.checkout();
        // As actions/checkout leaves it.
        Git.run(clone, "config", "http.https://github.example/.extraheader", "AUTHORIZATION: basic " + TOKEN);
        refused(clone, Map.of(), "repo: git's configuration in . has a token");
        for (String event : List.of("pull_request_target", "issue_comment", "workflow_run")) {
            action.event(event, "{}");
            refused(repository.checkout(), Map.of(), event + " would run what strangers wrote");
        }
    }

    @Test
    void theConfigurationIsThatOfTheBase() throws Exception {
        String config =
                measure(Map.of("config", ActionRepository.FILE)).context().get("steps.resolve.outputs.config");
        assertThat(repository.asked()).containsSequence("--config", config);
        assertThat(Path.of(config)).hasContent("base");

        CompositeAction.Outcome fresh = measure(Map.of("config", "new.yaml"));
        assertThat(fresh.exit()).isZero();
        assertThat(fresh.log()).contains("::notice title=Lockstep::config: new.yaml is not in base yet");
        assertThat(repository.asked()).doesNotContain("--config");
    }

    /** In place of the measuring job's. */
    private Path artifact(String report) throws IOException {
        return Files.writeString(scratch.resolve("artifacts/lockstep-regression-comment"), report);
    }

    @Test
    void theReportMayBeAnybodysText() throws Exception {
        artifact("""
                ## Benchmarks: nothing regressed
                @team a@b.example &#64;team &commat;team \\@team https://a.example http:\\//a.example www.a.example #1 &#35;1 GH-1
                [a](b) ![a](b) [a]: b [a][b] <img src=x> <!-- -->
                ```mermaid
                \u202e\u0007\u0001
                <details><summary>1 <img src=x></summary>
                <details><summary>3 no change</summary>
                | a &lt;b&gt; me@&#8203;example | 1.0× |
                """);
        comment(Map.of());
        String body = github.comments().get(0).substring("7 ".length());
        String ours = "\n[The job](https://github.example/owner/project/actions/runs/42) has all results.\n";
        assertThat(body).startsWith(MARK).endsWith("\n</details>\n" + ours);
        assertThat(body.substring(MARK.length(), body.length() - ours.length()))
                .startsWith("## Benchmarks: nothing regressed\n")
                .doesNotContain("@team", "@b", "&#64;", "&commat;", "&#35;", "://", ":\\/", "www.", "#1", "GH-1")
                .doesNotContain("](", "]:", "][", "<img", "<!--", "```", "\u202e", "\u0007", "\u0001")
                .contains(
                        "@\u200bteam",
                        "<details><summary>3 no change</summary>",
                        "a &lt;b&gt; me@\u200b&#8203;example");
    }

    @Test
    void aReportThatIsNoReportIsNotPosted() throws Exception {
        Path artifact = artifact("x".repeat(1 << 20 | 1));
        assertThat(comment(Map.of()).log()).contains("for its report has 1048577 bytes");
        Files.delete(artifact);
        Path loaded = scratch.resolve("another runner/lockstep-regression-comment/comparison.md");
        Files.delete(loaded);
        Files.createSymbolicLink(loaded, Files.writeString(scratch.resolve("secret"), "secret"));
        assertThat(comment(Map.of()).log()).contains("for nothing was measured");
        assertThat(github.comments()).isEmpty();
    }

    /** The job that runs what a pull request brings has no use for a token, and the one that has a token runs nothing else. */
    @Test
    void nothingIsPastedIntoAScriptAndEveryInputIsUsed() throws IOException {
        assertThat(action.definition().toString()).doesNotContain("github.token", "secrets.");
        for (CompositeAction each : List.of(action, commenting)) {
            JsonNode runs = each.definition().get("runs");
            runs.get("steps")
                    .forEach(step -> assertThat(step.path("run").asText()).doesNotContain("${{"));
            each.definition()
                    .get("inputs")
                    .fieldNames()
                    .forEachRemaining(input -> assertThat(runs.toString()).contains("inputs." + input));
        }
        assertThat(scripts("regression")).containsExactly("measure", "program", "resolve");
        assertThat(scripts("regression-comment")).containsExactly("comment");
    }

    private Set<String> scripts(String name) throws IOException {
        try (var files = Files.list(repository.action(name))) {
            return files.filter(Files::isExecutable)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** A tag can be moved to other code by who owns it, or stole it. */
    @Test
    void actionsOfOthersArePinnedAndNoCloneKeepsAToken() throws IOException {
        List<Path> files = new ArrayList<>(List.of(Path.of("../README.md"), Path.of("../docs/regression.md")));
        try (var all = Files.walk(Path.of("../.github"))) {
            all.filter(file -> file.toString().endsWith(".yml")).forEach(files::add);
        }
        int found = 0;
        for (Path file : files) {
            String text = Files.readString(file);
            Matcher used =
                    Pattern.compile("\\buses: ([^.\\s]\\S*)(.*)((?:\n.*){0,2})").matcher(text);
            for (int from = 0; used.find(from); from = used.end(2)) {
                if (used.group(1).startsWith("OWNER/")) {
                    assertThat(used.group(1)).matches("OWNER/lockstep/\\.github/actions/regression(-comment)?@COMMIT");
                    continue;
                }
                found++;
                assertThat(used.group(1) + used.group(2))
                        .as(file.toString())
                        .matches("\\S+@[0-9a-f]{40} # v\\d+(\\.\\d+){2}");
                if (used.group(1).startsWith("actions/checkout@")) {
                    assertThat(used.group(3)).as(file.toString()).contains("persist-credentials: false");
                }
            }
        }
        assertThat(found).isGreaterThan(8);
    }

    private void push(String before) throws IOException {
        event("push", "{\"before\":\"" + before + "\",\"after\":\"" + repository.head() + "\"}");
    }

    private void event(String name, String json) throws IOException {
        action.event(name, json);
        commenting.event(name, json);
    }
}
