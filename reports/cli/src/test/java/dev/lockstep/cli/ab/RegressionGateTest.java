package dev.lockstep.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionGateTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    @TempDir
    Path out;

    private final FakeVariant base = new FakeVariant();
    private final FakeVariant head = new FakeVariant();

    private Comparison run(Effort effort, String... patterns) throws IOException, InterruptedException {
        return new RegressionGate(List.of(patterns), Settings.DEFAULT, effort, Progress.silent()).run(base, head, out);
    }

    private void both(String benchmark, DoubleUnaryOperator score) {
        base.with(benchmark, score);
        head.with(benchmark, score);
    }

    /** Each row's benchmark and verdict. */
    private static List<String> verdicts(Comparison comparison) {
        return comparison.rows().stream()
                .map(row -> row.id().benchmark() + " " + row.verdict())
                .toList();
    }

    private static String why(Comparison comparison) {
        return comparison.rows().get(0).why();
    }

    /** All but the same in every fork. */
    private static DoubleUnaryOperator steady(double score) {
        return fork -> score * (1 + 0.001 * (fork % 3));
    }

    /** Far apart from fork to fork. */
    private static DoubleUnaryOperator wild(double score) {
        return fork -> score * (fork % 2 == 0 ? 1 : 1.6);
    }

    @Test
    void stopsWhenNothingIsNearlySlower() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.slow", steady(10)).with("a.B.fast", steady(10));
        head.with("a.B.same", steady(10)).with("a.B.slow", steady(12)).with("a.B.fast", steady(8));
        both("a.B.wild", wild(10));

        Comparison result = run(new Effort(5, 15, NO_LIMIT));

        assertThat(verdicts(result))
                .containsExactly(
                        "a.B.slow REGRESSED", "a.B.wild INCONCLUSIVE", "a.B.fast IMPROVED", "a.B.same NO_CHANGE");
        assertThat(result.rows()).allMatch(row -> row.base().orElseThrow().forks() == 5);
        assertThat(why(result)).startsWith("again 1.2");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.SLOWER);
        assertThat(result.exitCode(true)).isEqualTo(Comparison.SLOWER);
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("Looked at the data after 5 forks"))
                .anyMatch(note -> note.contains("measured once more"));
    }

    @Test
    void goesOnWithWhatIsNearlySlowerOnly() throws IOException, InterruptedException {
        both("a.B.same", steady(10));
        base.with("a.B.nearly", wild(10));
        head.with("a.B.nearly", wild(13));

        Comparison result = run(new Effort(5, 15, NO_LIMIT));

        assertThat(forks(head, "a.B.same")).isEqualTo(5);
        assertThat(forks(head, "a.B.nearly"))
                .as("called after 15, and measured again")
                .isEqualTo(30);
        assertThat(forks(base, "a.B.nearly")).isEqualTo(30);
        assertThat(head.batches.get(head.batches.size() - 1).values()).containsEntry("size", Set.of("8"));
        assertThat(result.notes())
                .contains(
                        "Looked at the data after 5, 10, 15 forks of each variant; each of at most 3 looks has 1/3 of the rate"
                                + " of false discoveries.");
    }

    private static int forks(FakeVariant variant, String benchmark) {
        return variant.batches.stream()
                .filter(batch -> batch.benchmark().equals(benchmark))
                .mapToInt(LaunchBatch::forks)
                .sum();
    }

    /** The first five forks of head happen to be slow, and no other. */
    @Test
    void takesBackWhatIsNotSlowerWhenMeasuredAgain() throws IOException, InterruptedException {
        base.with("a.B.unlucky", steady(10));
        head.with("a.B.unlucky", fork -> fork < 5 ? 13 : 10);

        Comparison result = run(new Effort(5, 5, NO_LIMIT));

        assertThat(verdicts(result)).containsExactly("a.B.unlucky INCONCLUSIVE");
        assertThat(why(result)).startsWith("slower at first, measured again 0.999");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.CLEAN);
        // All of it is kept, and can be compared by other rules.
        Comparison again = Comparison.of(
                Suite.read(out.resolve("base"), Settings.DEFAULT),
                Suite.read(out.resolve("head"), Settings.DEFAULT),
                Settings.DEFAULT);
        assertThat(verdicts(again)).containsExactly("a.B.unlucky REGRESSED");
    }

    /** Head breaks while it is measured again; what it measured until then was not slower. */
    @Test
    void whatBreaksWhenMeasuredAgainIsNotLetPass() throws IOException, InterruptedException {
        base.with("a.B.unlucky", steady(10));
        head.with("a.B.unlucky", fork -> fork < 5 ? 13 : fork < 6 ? 10 : Double.NaN);

        Comparison result = run(new Effort(5, 5, NO_LIMIT));

        assertThat(verdicts(result)).containsExactly("a.B.unlucky REGRESSED");
        assertThat(why(result)).startsWith("could not be measured again: failed in head: it broke");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.SLOWER);
    }

    @Test
    void whatThereWasNoTimeForIsUndecided() throws IOException, InterruptedException {
        both("a.B.same", steady(10));

        Comparison result = run(new Effort(5, 15, 0));

        assertThat(verdicts(result)).containsExactly("a.B.same INCONCLUSIVE");
        assertThat(why(result)).isEqualTo("the budget was spent before it was measured");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.NOTHING);
        assertThat(head.batches).isEmpty();
    }

    @Test
    void whatFailsDoesNotKeepTheOthersAndInBaseItIsNoFaultOfHead() throws IOException, InterruptedException {
        both("a.B.same", steady(10));
        base.with("a.B.broken", steady(10));
        head.with("a.B.broken", FakeVariant.BROKEN);
        Comparison result = run(new Effort(5, 15, NO_LIMIT));
        assertThat(verdicts(result)).containsExactly("a.B.broken NOT_COMPARABLE", "a.B.same NO_CHANGE");
        assertThat(why(result)).startsWith("failed in head: it broke");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.SLOWER);
        assertThat(head.batches)
                .filteredOn(batch -> batch.benchmark().equals("a.B.broken"))
                .hasSize(1);

        base.with("a.B.broken", FakeVariant.BROKEN);
        head.with("a.B.broken", steady(10));
        out = out.resolve("other");
        Comparison other = run(new Effort(5, 5, NO_LIMIT));
        assertThat(why(other)).startsWith("failed in base: it broke");
        assertThat(other.exitCode(false)).isEqualTo(Comparison.CLEAN);
    }

    @Test
    void countsAreThoseOfTheFirstTurnThatHadTheRow() throws IOException, InterruptedException {
        both("a.B.same", steady(10));

        run(new Effort(3, 3, NO_LIMIT));

        assertThat(base.batches.get(0).counts()).isEmpty();
        Path counts = head.batches.get(0).counts().orElseThrow();
        assertThat(base.batches.get(1).counts()).contains(counts);
        assertThat(counts).content().contains("a.B.same", "\"measurementBatchSize\":50");
    }

    @Test
    void benchmarksOfOneSideAreNewOrGone() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.old", steady(10)).with("a.C.other", steady(10));
        head.with("a.B.same", steady(10)).with("a.B.added", steady(10)).with("a.C.other", steady(20));

        Comparison result = run(new Effort(5, 5, NO_LIMIT), "a[.]B");

        assertThat(verdicts(result)).containsExactly("a.B.old GONE", "a.B.added NEW", "a.B.same NO_CHANGE");
    }

    @Test
    void aProgramThatRefusesOrANameThatNobodyHasEndsIt() {
        base.with("a.B.same", steady(10)).refusing();
        head.with("a.B.same", steady(10));

        assertRefused("base was refused (exit code 2): no such option: --fast", "same");
        assertRefused("no benchmark's name contains Nothing; base has a.B.same", "Nothing");
        assertRefused("'(' is no regular expression", "(");
    }

    private void assertRefused(String message, String pattern) {
        assertThatThrownBy(() -> run(new Effort(5, 5, NO_LIMIT), pattern))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void launchesAlternateThereAndBack() {
        assertThat(Experiment.steps(List.of("base", "head"), 5))
                .containsExactly(
                        new Experiment.Step("base", 1),
                        new Experiment.Step("head", 2),
                        new Experiment.Step("base", 2),
                        new Experiment.Step("head", 2),
                        new Experiment.Step("base", 2),
                        new Experiment.Step("head", 1));
        assertThat(Experiment.steps(List.of("base"), 3)).containsExactly(new Experiment.Step("base", 3));
    }

    @Test
    void eachLookTakesAsManyMore() {
        assertThat(new Effort(5, 15, 0).looks()).containsExactly(5, 10, 15);
        assertThat(new Effort(5, 12, 0).looks()).containsExactly(5, 10, 12);
        assertThat(new Effort(5, 5, 0).looks()).containsExactly(5);
        assertThatThrownBy(() -> new Effort(2, 5, 0)).hasMessageContaining("--forks must be at least 3");
        assertThatThrownBy(() -> new Effort(5, 4, 0)).hasMessageContaining("--max-forks must be at least --forks");
    }
}
