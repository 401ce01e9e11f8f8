package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.system.house.FakeGitHub.Comment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
 * The action's own scripts, against a repository whose clone is shallow, a {@code lockstep} that writes down what it was asked,
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

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        github = new FakeGitHub(TOKEN);
        repository = new ActionRepository(scratch);
        action = new CompositeAction(repository.action(), Files.createDirectories(scratch.resolve("runner")));
        github.introduceTo(action);
        repository.lockstepEnds(0, "## Benchmarks: nothing regressed\n");
    }

    @AfterEach
    void close() {
        github.close();
    }

    @Test
    void aPullRequestIsMeasuredAndCommentedOn() throws Exception {
        pullRequest(7);
        action.variable("JAVA_HOME", "/jdk/of/the job");
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

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
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

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
        action.run(repository.checkout(), Map.of());
        repository.lockstepEnds(2, "");
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

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
        action.run(repository.checkout(), Map.of());

        assertThat(github.comments().subList(0, before.size() - 1)).isEqualTo(before.subList(0, before.size() - 1));
        assertThat(github.comments()).hasSameSizeAs(before);
        assertThat(github.comments().get(before.size() - 1).body()).contains("nothing regressed");
        action.run(repository.checkout(), Map.of("name", "another use"));
        assertThat(github.comments()).hasSize(before.size() + 1);
        assertThat(github.comments().get(before.size()).body()).startsWith("<!-- lockstep-another-use -->\n");
    }

    @Test
    void aForkGetsTheSummaryAndANotice() throws Exception {
        pullRequest(7);
        github.readOnly();
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.summary()).contains("nothing regressed");
        assertThat(outcome.log()).contains("::notice title=Lockstep::No comment on the pull request", "status 403");

        CompositeAction.Outcome without = action.run(repository.checkout(), Map.of("token", ""));
        assertThat(without.exit()).isZero();
        assertThat(without.log()).contains("for there is no token");
        assertThat(github.comments()).isEmpty();
    }

    @Test
    void aServerThatIsGoneDoesNotHideTheVerdict() throws Exception {
        pullRequest(7);
        github.close();
        repository.lockstepEnds(1, "## 1 regressed\n");
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.log())
                .contains("::warning title=Lockstep::No comment")
                .doesNotContain(TOKEN);
        assertThat(outcome.summary()).contains("1 regressed");
    }

    @Test
    void aPushIsComparedWithWhatWasThereBefore() throws Exception {
        push(repository.base());
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

        assertThat(outcome.exit()).as(outcome.log()).isZero();
        assertThat(repository.asked()).contains(repository.base(), repository.head());
        assertThat(outcome.summary()).contains("nothing regressed");
        assertThat(github.requests()).isEmpty();
    }

    @Test
    void aFirstPushHasNothingToBeComparedWith() throws Exception {
        push(NOTHING);
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

        assertThat(outcome.exit()).isZero();
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
                "config", "my gate.yaml",
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
                        "./my gate.yaml",
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
                0, "## Much\n\n<details><summary>x</summary>\n\n" + row.repeat(1000) + "\n</details>\n");
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of());

        assertThat(outcome.summary()).hasSizeGreaterThan(200_000);
        assertThat(github.comments().get(0).body())
                .hasSizeLessThan(65_536)
                .contains("\n</details>\n\nThere is more, in the summary of the job.", "[The job]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"strict", "comment"})
    void aFlagIsCheckedBeforeAnythingIsMeasured(String flag) throws Exception {
        pullRequest(7);
        CompositeAction.Outcome outcome = action.run(repository.checkout(), Map.of(flag, "yes"));

        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.log()).contains("::error title=Lockstep::" + flag + ": expected true or false, found 'yes'");
        assertThat(repository.asked()).isEmpty();
    }

    @Test
    void noCommentIsMadeThatIsNotWanted() throws Exception {
        pullRequest(7);
        action.run(repository.checkout(), Map.of("comment", "false"));
        assertThat(github.requests()).isEmpty();
    }

    @Test
    void nothingIsPastedIntoAScriptAndEveryInputIsUsed() throws IOException {
        JsonNode definition = action.definition();
        String runs = definition.get("runs").toString();
        definition
                .get("runs")
                .get("steps")
                .forEach(step -> assertThat(step.path("run").asText()).doesNotContain("${{"));
        definition
                .get("inputs")
                .fieldNames()
                .forEachRemaining(input -> assertThat(runs).contains("inputs." + input));
        Set<String> scripts = new TreeSet<>();
        try (var files = Files.list(repository.action())) {
            files.filter(Files::isExecutable)
                    .forEach(file -> scripts.add(file.getFileName().toString()));
        }
        assertThat(scripts).containsExactly("measure", "report", "resolve");
    }

    private void pullRequest(int number) throws IOException {
        action.event(
                "pull_request",
                "{\"number\":" + number + ",\"pull_request\":{\"number\":" + number + ",\"base\":{\"sha\":\""
                        + repository.base() + "\"},\"head\":{\"ref\":\"$(touch pwned)\"}}}");
    }

    private void push(String before) throws IOException {
        action.event("push", "{\"before\":\"" + before + "\",\"after\":\"" + repository.head() + "\"}");
    }
}
