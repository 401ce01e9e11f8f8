package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.house.FakeGitHub.Comment;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The two actions' own scripts, against a repository whose clone is shallow, a {@code lockstep} that writes down what it was asked,
 * and a server that keeps comments.
 */
@Timeout(120)
class RegressionActionTest {
    private static final String TOKEN = "not-for-everyone";
    private static final String MARK = "<!-- lockstep-regression -->\n";
    private static final String NOTHING = "0".repeat(40);

    @TempDir
    private Path scratch;

    private FakeGitHub github;
    private ActionRepository repository;
    private CompositeAction action;
    private CompositeAction commenting;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        github = new FakeGitHub(TOKEN);
        repository = new ActionRepository(scratch);
        Path artifacts = scratch.resolve("artifacts");
        action = new CompositeAction(
                repository.action("regression"), Files.createDirectories(scratch.resolve("runner")), artifacts);
        commenting = new CompositeAction(
                repository.action("regression-comment"),
                Files.createDirectories(scratch.resolve("another runner")),
                artifacts);
        github.introduceTo(action);
        github.introduceTo(commenting);
        repository.lockstepEnds(0, "## Benchmarks: nothing regressed\n");
    }

    @AfterEach
    void close() {
        github.close();
    }

    /** The workflow of two jobs that README shows; the second has a clone of nothing. */
    private Both run(Map<String, String> inputs) throws IOException, InterruptedException {
        CompositeAction.Outcome measured = action.run(repository.checkout(), inputs);
        Map<String, String> which = inputs.containsKey("name") ? Map.of("name", inputs.get("name")) : Map.of();
        return new Both(measured, commenting.run(Files.createTempDirectory(scratch, "empty"), which));
    }

    private record Both(CompositeAction.Outcome measured, CompositeAction.Outcome commented) {}

    /** In place of the measuring job's. */
    private String commentOn(String report) throws IOException, InterruptedException {
        Path artifact = scratch.resolve("artifacts/lockstep-regression-comment");
        Files.writeString(Files.createDirectories(artifact).resolve("comparison.md"), report);
        assertThat(commenting.run(scratch, Map.of()).exit()).isZero();
        return github.comments().get(github.comments().size() - 1).body();
    }

    @Test
    void aPullRequestIsMeasuredAndCommentedOn() throws Exception {
        pullRequest(7);
        action.variable("JAVA_HOME", "/jdk/of/the job");
        CompositeAction.Outcome outcome = run(Map.of()).measured();

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked())
                .startsWith("ab", "--base", repository.base(), "--head", repository.head(), "--repo", ".", "--out")
                .endsWith("-o", outcome.context().get("steps.resolve.outputs.results") + "/comparison.html");
        assertThat(outcome.summary()).isEqualTo("## Benchmarks: nothing regressed\n");
        assertThat(github.comments()).hasSize(1).first().satisfies(comment -> {
            assertThat(comment.issue()).isEqualTo(7);
            assertThat(comment.body())
                    .isEqualTo(MARK + "## Benchmarks: nothing regressed\n\n"
                            + "[The job](https://github.example/owner/project/actions/runs/42) has all results.\n");
        });
        assertThat(repository.environment())
                .contains("LOCKSTEP_JAVA_HOME=/jdk/of/the job\n")
                .doesNotContain(TOKEN);
    }

    @ParameterizedTest
    @CsvSource({"1, regressed", "3, nothing to compare", "4, undecided"})
    void theVerdictIsTheExitCodeOnceItIsReported(int code, String headline) throws Exception {
        pullRequest(7);
        repository.lockstepEnds(code, "## " + headline + "\n");
        CompositeAction.Outcome outcome = run(Map.of()).measured();

        assertThat(outcome.exit()).isEqualTo(code);
        assertThat(outcome.summary()).contains(headline);
        assertThat(github.comments())
                .hasSize(1)
                .first()
                .satisfies(comment -> assertThat(comment.body()).contains(headline));
    }

    @Test
    void whatCouldNotBeComparedReplacesTheOldVerdict() throws Exception {
        pullRequest(7);
        run(Map.of());
        repository.lockstepEnds(2, "");
        CompositeAction.Outcome outcome = run(Map.of()).measured();

        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(github.comments())
                .hasSize(1)
                .first()
                .satisfies(comment -> assertThat(comment.body())
                        .contains("## Benchmarks: not compared", "exit code 2")
                        .doesNotContain("nothing regressed"));
    }

    @Test
    void theCommentIsUpdatedWhereverItIsAndThoseOfOthersAreLeftAlone() throws Exception {
        pullRequest(7);
        github.add(8, "Bot", "NONE", MARK + "of another pull request");
        github.add(7, "User", "CONTRIBUTOR", MARK + "a stranger's");
        IntStream.range(0, 100).forEach(i -> github.add(7, "User", "MEMBER", "talk " + i));
        github.add(7, "Bot", "NONE", MARK + "old");
        List<Comment> before = github.comments();
        run(Map.of());

        assertThat(github.comments().subList(0, before.size() - 1)).isEqualTo(before.subList(0, before.size() - 1));
        assertThat(github.comments()).hasSameSizeAs(before);
        assertThat(github.comments().get(before.size() - 1).body()).contains("nothing regressed");
        run(Map.of("name", "another use"));
        assertThat(github.comments()).hasSize(before.size() + 1);
        assertThat(github.comments().get(before.size()).body()).startsWith("<!-- lockstep-another-use -->\n");
    }

    @Test
    void aForkGetsTheSummaryAndANotice() throws Exception {
        pullRequest(7);
        github.readOnly();
        Both both = run(Map.of());
        assertThat(both.measured().exit()).isZero();
        assertThat(both.measured().summary()).contains("nothing regressed");
        assertThat(both.commented().exit()).isZero();
        assertThat(both.commented().log())
                .contains("::notice title=Lockstep::No comment on the pull request", "status 403");

        CompositeAction.Outcome without = commenting.run(scratch, Map.of("token", ""));
        assertThat(without.exit()).isZero();
        assertThat(without.log()).contains("for there is no token");
        assertThat(github.comments()).isEmpty();
    }

    @Test
    void aServerThatIsGoneDoesNotHideTheVerdict() throws Exception {
        pullRequest(7);
        github.close();
        repository.lockstepEnds(1, "## 1 regressed\n");
        Both both = run(Map.of());

        assertThat(both.measured().exit()).isEqualTo(1);
        assertThat(both.measured().summary()).contains("1 regressed");
        assertThat(both.commented().exit()).isZero();
        assertThat(both.commented().log())
                .contains("::warning title=Lockstep::No comment")
                .doesNotContain(TOKEN);
    }

    @Test
    void aPushIsComparedWithWhatWasThereBefore() throws Exception {
        push(repository.base());
        CompositeAction.Outcome outcome = run(Map.of()).measured();

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked()).contains(repository.base(), repository.head());
        assertThat(outcome.summary()).contains("nothing regressed");
        assertThat(github.requests()).isEmpty();
    }

    @Test
    void aFirstPushHasNothingToBeComparedWith() throws Exception {
        push(NOTHING);
        Both both = run(Map.of());
        CompositeAction.Outcome outcome = both.measured();

        assertThat(outcome.exit()).isZero();
        assertThat(both.commented().exit()).as("there is no artifact").isZero();
        assertThat(outcome.log()).contains("::notice title=Lockstep::This is the first push of its branch");
        assertThat(repository.asked()).isEmpty();
        push(repository.head());
        assertThat(action.run(repository.checkout(), Map.of()).log()).contains("the same commit");
        assertThat(repository.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--upload-pack=touch pwned", "$(touch pwned)", "main:refs/heads/evil", "`touch pwned`", "nowhere"
            })
    void aBaseThatIsNoRevisionIsRefused(String base) throws Exception {
        push(NOTHING);
        Path clone = repository.checkout();
        CompositeAction.Outcome outcome = action.run(clone, Map.of("base", base));

        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.log())
                .contains("::error title=Lockstep::base: neither this clone nor its origin has '" + base);
        assertThat(clone.resolve("pwned")).doesNotExist();
        assertThat(repository.git(clone, "branch", "--list")).doesNotContain("evil");
    }

    @Test
    void hostileNamesAreNamesAndNothingElse() throws Exception {
        String branch = "$(touch${IFS}pwned);`touch${IFS}pwned`&'\"%0A";
        repository.branch(branch);
        push(NOTHING);
        Path clone = repository.checkout();
        Map<String, String> inputs = Map.of(
                "base", branch,
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
        assertThat(repository.asked())
                .startsWith("ab", "--base", repository.base(), "--head", repository.head())
                .endsWith(
                        "--build",
                        "mvn package && echo \"$HOME\"; `true`",
                        "--jar",
                        "*/target/*.jar",
                        "--config",
                        outcome.context().get("steps.resolve.outputs.config"),
                        "--budget",
                        "20m",
                        "--forks",
                        "7",
                        "--strict",
                        "$(touch pwned)",
                        "*Codec.*",
                        "-p",
                        "bytes=64,*",
                        "--",
                        "-prof",
                        "gc");
        assertThat(outcome.context().get("steps.resolve.outputs.id")).isEqualTo("lockstep-..-..-a-b-");
        assertThat(clone.resolve("pwned")).doesNotExist();
    }

    @Test
    void aLongReportIsCutToWhatACommentMayHave() throws Exception {
        pullRequest(7);
        String row = "| " + "é".repeat(200) + " |\n";
        repository.lockstepEnds(
                0, "## Much\n\n<details><summary>1000 no change</summary>\n\n" + row.repeat(1000) + "\n</details>\n");
        CompositeAction.Outcome outcome = run(Map.of()).measured();

        assertThat(outcome.summary()).hasSizeGreaterThan(200_000);
        assertThat(github.comments().get(0).body())
                .hasSizeLessThan(65_536)
                .contains("\n</details>\n\nThere is more, in the summary of the job.", "[The job]");
    }

    @Test
    void aFlagIsCheckedBeforeAnythingIsMeasured() throws Exception {
        refused(Map.of("strict", "yes"), "strict: expected true or false, found 'yes'");
    }

    private void refused(Map<String, String> inputs, String why) throws Exception {
        pullRequest(7);
        refused(repository.checkout(), inputs, why);
    }

    private void refused(Path clone, Map<String, String> inputs, String why) throws Exception {
        CompositeAction.Outcome outcome = action.run(clone, inputs);
        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.log()).contains("::error title=Lockstep::" + why);
        assertThat(repository.asked()).isEmpty();
    }

    @Test
    void aCloneWithATokenIsNotMeasured() throws Exception {
        pullRequest(7);
        Path clone = repository.checkout();
        // As actions/checkout leaves it.
        repository.git(clone, "config", "http.https://github.example/.extraheader", "AUTHORIZATION: basic " + TOKEN);
        refused(clone, Map.of(), "repo: git's configuration in . has a token");
        action.event("pull_request_target", "{}");
        refused(repository.checkout(), Map.of(), "pull_request_target would run what strangers wrote");
    }

    @Test
    void theConfigurationIsThatOfTheBase() throws Exception {
        pullRequest(7);
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of("config", ActionRepository.FILE));
        assertThat(repository.asked())
                .containsSequence("--config", outcome.context().get("steps.resolve.outputs.config"));
        assertThat(Path.of(outcome.context().get("steps.resolve.outputs.config")))
                .hasContent("base");

        CompositeAction.Outcome fresh = action.run(repository.checkout(), Map.of("config", "new.yaml"));
        assertThat(fresh.exit()).isZero();
        assertThat(fresh.log()).contains("::notice title=Lockstep::config: new.yaml is not in base yet");
        assertThat(repository.asked()).doesNotContain("--config");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere.yaml", "/etc/passwd", "../outside.yaml"})
    void aConfigurationThatIsNotInTheRepositoryIsRefused(String config) throws Exception {
        refused(Map.of("config", config), "config: neither base nor head has " + config);
    }

    @Test
    void theReportMayBeAnybodysText() throws Exception {
        pullRequest(7);
        String body = commentOn("""
                ## Benchmarks: nothing regressed
                @team a@b.example &#64;team &commat;team \\@team https://a.example http:\\//a.example www.a.example #1 &#35;1 GH-1
                [a](b) ![a](b) [a]: b [a][b] <img src=x> <!-- -->
                ```mermaid
                \u202e\u0007\u0001
                <details><summary>1 <img src=x></summary>
                <details><summary>3 no change</summary>
                | a &lt;b&gt; me@&#8203;example | 1.0× |
                """);
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
        pullRequest(7);
        Path artifact = Files.createDirectories(scratch.resolve("artifacts/lockstep-regression-comment"));
        Files.writeString(artifact.resolve("comparison.md"), "x".repeat(1 << 20 | 1));
        assertThat(commenting.run(scratch, Map.of()).log()).contains("for its report has 1048577 bytes");
        Path loaded = scratch.resolve("another runner/lockstep-regression-comment/comparison.md");
        Files.delete(artifact.resolve("comparison.md"));
        Files.delete(loaded);
        Path secret = Files.writeString(scratch.resolve("secret"), "secret");
        Files.createSymbolicLink(loaded, secret);
        assertThat(commenting.run(scratch, Map.of()).log()).contains("for nothing was measured");
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
        assertThat(scripts("regression")).containsExactly("measure", "resolve");
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

    private void pullRequest(int number) throws IOException {
        event(
                "pull_request",
                "{\"number\":" + number + ",\"pull_request\":{\"number\":" + number + ",\"base\":{\"sha\":\""
                        + repository.base() + "\"},\"head\":{\"ref\":\"$(touch pwned)\"}}}");
    }

    private void push(String before) throws IOException {
        event("push", "{\"before\":\"" + before + "\",\"after\":\"" + repository.head() + "\"}");
    }

    private void event(String name, String json) throws IOException {
        action.event(name, json);
        commenting.event(name, json);
    }
}
