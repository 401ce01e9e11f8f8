package dev.lockstep.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import dev.lockstep.reports.regression.Verdict;
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

    private RegressionGate.Outcome run(Effort effort, String... patterns) throws IOException, InterruptedException {
        return new RegressionGate(List.of(patterns), Settings.DEFAULT, effort, Progress.silent()).run(base, head, out);
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
    void stopsWhenAllIsDecided() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.slow", steady(10)).with("a.B.fast", steady(10));
        head.with("a.B.same", steady(10)).with("a.B.slow", steady(12)).with("a.B.fast", steady(8));

        RegressionGate.Outcome outcome = run(new Effort(5, 20, NO_LIMIT));

        assertThat(outcome.result().rows())
                .extracting(
                        row -> row.id().benchmark(),
                        row -> row.verdict(),
                        row -> row.base().orElseThrow().forks())
                .containsExactly(
                        tuple("a.B.slow", Verdict.REGRESSED, 5),
                        tuple("a.B.fast", Verdict.IMPROVED, 5),
                        tuple("a.B.same", Verdict.NO_CHANGE, 5));
        assertThat(outcome.result().rows().get(0).why()).startsWith("again 1.2");
        assertThat(outcome.first().rows().get(0).why()).isEmpty();
        assertThat(outcome.result().exitCode(false)).isEqualTo(Comparison.SLOWER);
        assertThat(outcome.result().notes())
                .anyMatch(note -> note.startsWith("Looked at the data after 5 forks"))
                .anyMatch(note -> note.contains("measured once more"));
    }

    @Test
    void goesOnWithWhatIsUndecidedOnly() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.wild", wild(10));
        head.with("a.B.same", steady(10)).with("a.B.wild", wild(10));

        Comparison result = run(new Effort(5, 20, NO_LIMIT)).result();

        assertThat(forks(head, "a.B.same")).isEqualTo(5);
        assertThat(forks(head, "a.B.wild")).isEqualTo(20);
        assertThat(forks(base, "a.B.wild")).isEqualTo(20);
        assertThat(head.batches.get(head.batches.size() - 1).values()).containsEntry("size", Set.of("8"));
        assertThat(result.notes())
                .contains(
                        "Looked at the data after 5, 10, 20 forks of each variant; each of at most 3 looks has 1/3 of the rate"
                                + " of false discoveries.");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.CLEAN);
        assertThat(result.exitCode(true)).isEqualTo(Comparison.UNDECIDED);
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
        head.with("a.B.unlucky", fork -> fork < 5 ? 13 : 10.02);

        RegressionGate.Outcome outcome = run(new Effort(5, 5, NO_LIMIT));

        assertThat(outcome.first().rows()).extracting(row -> row.verdict()).containsExactly(Verdict.REGRESSED);
        assertThat(outcome.result().rows()).extracting(row -> row.verdict()).containsExactly(Verdict.INCONCLUSIVE);
        assertThat(outcome.result().rows().get(0).why()).startsWith("slower at first, measured again 1.0");
        assertThat(outcome.result().exitCode(false)).isEqualTo(Comparison.CLEAN);
        // All of it is kept, and can be compared by other rules.
        Comparison again = Comparison.of(
                Suite.read(out.resolve("base"), Settings.DEFAULT),
                Suite.read(out.resolve("head"), Settings.DEFAULT),
                Settings.DEFAULT);
        assertThat(again.rows()).extracting(row -> row.verdict()).containsExactly(Verdict.REGRESSED);
    }

    @Test
    void whatThereWasNoTimeForIsUndecided() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10));
        head.with("a.B.same", steady(10));

        Comparison result = run(new Effort(5, 20, 0)).result();

        assertThat(result.rows())
                .extracting(row -> row.id().benchmark(), row -> row.verdict(), row -> row.why())
                .containsExactly(
                        tuple("a.B.same", Verdict.INCONCLUSIVE, "the budget was spent before it was measured"));
        assertThat(result.exitCode(false)).isEqualTo(Comparison.NOTHING);
        assertThat(head.batches).isEmpty();
    }

    @Test
    void whatFailsIsNotComparableAndDoesNotKeepTheOthers() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.broken", steady(10));
        head.with("a.B.same", steady(10)).with("a.B.broken", FakeVariant.BROKEN);

        Comparison result = run(new Effort(5, 20, NO_LIMIT)).result();

        assertThat(result.rows())
                .extracting(row -> row.id().benchmark(), row -> row.verdict())
                .containsExactly(tuple("a.B.broken", Verdict.NOT_COMPARABLE), tuple("a.B.same", Verdict.NO_CHANGE));
        assertThat(result.rows().get(0).why()).startsWith("failed in head: it broke");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.SLOWER);
        assertThat(head.batches)
                .filteredOn(batch -> batch.benchmark().equals("a.B.broken"))
                .hasSize(1);
    }

    @Test
    void whatFailsInBaseIsNoFaultOfHead() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10)).with("a.B.broken", FakeVariant.BROKEN);
        head.with("a.B.same", steady(10)).with("a.B.broken", steady(10));

        Comparison result = run(new Effort(5, 5, NO_LIMIT)).result();

        assertThat(result.rows().get(0).why()).startsWith("failed in base: it broke");
        assertThat(result.exitCode(false)).isEqualTo(Comparison.CLEAN);
    }

    @Test
    void countsAreThoseOfTheFirstTurnThatHadTheRow() throws IOException, InterruptedException {
        base.with("a.B.same", steady(10));
        head.with("a.B.same", steady(10));

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

        Comparison result = run(new Effort(5, 5, NO_LIMIT), "a[.]B").result();

        assertThat(result.rows())
                .extracting(row -> row.id().benchmark(), row -> row.verdict())
                .containsExactly(
                        tuple("a.B.old", Verdict.GONE),
                        tuple("a.B.added", Verdict.NEW),
                        tuple("a.B.same", Verdict.NO_CHANGE));
    }

    @Test
    void aProgramThatRefusesEndsIt() {
        base.with("a.B.same", steady(10)).refusing();
        head.with("a.B.same", steady(10));

        assertThatThrownBy(() -> run(new Effort(5, 5, NO_LIMIT)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("base was refused (exit code 2): no such option: --fast");
    }

    @Test
    void aNameThatNobodyHasIsRefused() {
        base.with("a.B.same", steady(10));
        head.with("a.B.same", steady(10));

        assertThatThrownBy(() -> run(new Effort(5, 5, NO_LIMIT), "Nothing"))
                .isInstanceOf(UsageException.class)
                .hasMessage("no benchmark's name contains Nothing; base has a.B.same");
        assertThatThrownBy(() -> run(new Effort(5, 5, NO_LIMIT), "("))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no regular expression");
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
    void eachLookTakesTwiceAsMany() {
        assertThat(new Effort(5, 20, 0).looks()).containsExactly(5, 10, 20);
        assertThat(new Effort(5, 12, 0).looks()).containsExactly(5, 10, 12);
        assertThat(new Effort(5, 5, 0).looks()).containsExactly(5);
        assertThatThrownBy(() -> new Effort(2, 5, 0)).hasMessageContaining("--forks must be at least 3");
        assertThatThrownBy(() -> new Effort(5, 4, 0)).hasMessageContaining("--max-forks must be at least --forks");
    }
}
