package dev.lockstep.junit;

import static dev.lockstep.junit.FakeLauncher.around;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Verdicts and words; {@link BenchmarkAssertIT} has JMH's own launches. */
class BenchmarkAssertTest {
    private static final String MINE = "Mine.decode";
    private static final String JACKSON = "Jackson.decode";

    /** Launches that differ by little, and by much. */
    private static final double CALM = 0.004;

    private static final double WILD = 0.4;

    private FakeLauncher launcher = new FakeLauncher();

    private BenchmarkAssert costing(FakeLauncher.Cost mine, FakeLauncher.Cost jackson) {
        launcher = new FakeLauncher().add("org.Mine.decode", mine).add("org.Jackson.decode", jackson);
        return mine();
    }

    private BenchmarkAssert mine() {
        return new BenchmarkAssert(launcher, MINE);
    }

    private static AbstractThrowableAssert<?, ?> assertFails(ThrowingCallable assertion) {
        return assertThatThrownBy(assertion).isInstanceOf(AssertionError.class);
    }

    private static void assertRefused(ThrowingCallable assertion, String... words) {
        assertThatThrownBy(assertion)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void launchesAlternate() {
        costing(around(100, CALM), around(130, CALM)).isFasterThan(JACKSON);

        assertThat(launcher.launched())
                .containsExactly(MINE, JACKSON, JACKSON, MINE, MINE, JACKSON, JACKSON, MINE, MINE, JACKSON);
        assertThat(launcher.results()).doesNotExist();
        assertThat(launcher.results().getParent().getParent().getParent().getParent())
                .doesNotExist();
    }

    @Test
    void whatIsAsFastIsNotFaster() {
        BenchmarkAssert mine = costing(around(100, CALM), around(102, CALM));

        assertFails(() -> mine.isFasterThan(JACKSON))
                .hasMessageContainingAll(
                        "expected org.Mine.decode to be faster than org.Jackson.decode\n",
                        "base is org.Mine.decode, head is org.Jackson.decode\n",
                        "no change: 2% slower, ratio 1.020× (95% interval 1.018…1.022), floor 3%",
                        "; base 100 us/op, head 102 us/op; forks 5/5\n",
                        "look first at the code");
        mine().isNotSlowerThan(JACKSON);
    }

    @Test
    void whatIsSlowerIsSaidSo() {
        BenchmarkAssert mine = costing(around(130, CALM), around(100, CALM));

        assertFails(() -> mine.isFasterThan(JACKSON)).hasMessageContaining("improved: 30% faster, ratio 0.769×");
    }

    /** By 12% where launches scatter by 16%: after 5 launches p is 0.11, after 10 0.03 and after 15 0.009. */
    @Test
    void measuresOnWhileItIsNearlyShown() {
        costing(around(100, WILD), around(112, WILD)).isFasterThan(JACKSON);

        assertThat(launcher.launched()).hasSize(30);
    }

    /** By 8%: after 15 launches p is 0.05, three times what a look may have. */
    @Test
    void whatIsInconclusiveIsNotFasterAndNotSlower() {
        BenchmarkAssert mine = costing(around(100, WILD), around(108, WILD));

        assertFails(() -> mine.isFasterThan(JACKSON))
                .hasMessageContainingAll(
                        "inconclusive: 8% slower, ratio 1.080× (95% interval 0.985…1.184)",
                        "forks 15/15\n",
                        "look first at what else the machine does: launches scatter so much",
                        "then take more forks");
        assertThat(launcher.launched()).hasSize(30);
        costing(around(108, WILD), around(100, WILD)).isNotSlowerThan(JACKSON);
    }

    @Test
    void whatIsSlowerIsMeasuredAgainBeforeItFails() {
        BenchmarkAssert mine = costing(around(130, CALM), around(100, CALM));

        assertFails(() -> mine.isNotSlowerThan(JACKSON))
                .hasMessageContainingAll(
                        "expected org.Mine.decode to be no slower than org.Jackson.decode\n",
                        "base is org.Jackson.decode, head is org.Mine.decode\n",
                        "regressed: again 1.300× (1.297…1.303): 30% slower, ratio 1.300×");
        assertThat(launcher.launched()).hasSize(20).startsWith(JACKSON, MINE, MINE);
    }

    @Test
    void whatIsSlowerOnceOnlyPasses() {
        costing((launch, bytes) -> around(launch < 5 ? 130 : 100, CALM).of(launch, bytes), around(100, CALM))
                .isNotSlowerThan(JACKSON);

        assertThat(launcher.launched()).hasSize(20);
    }

    @Test
    void allValuesOfAParameterHaveToPass() {
        launcher.add(
                        "org.Mine.decode",
                        "avgt",
                        Map.of("bytes", "8", "depth", "2"),
                        (launch, bytes) ->
                                around(bytes.equals("64") ? 100 : 80, CALM).of(launch, bytes))
                .add("org.Jackson.decode", "avgt", Map.of("bytes", "8"), around(100, CALM));

        mine().isFasterThan(JACKSON);
        assertFails(() -> mine().withParam("bytes", "16", "64").isFasterThan(JACKSON))
                .hasMessageContaining("\nbytes=64: no change")
                .hasMessageNotContaining("bytes=16");
        assertRefused(
                () -> mine().withParam("depth", "1", "2").isFasterThan(JACKSON), "depth=2", "choose one value of each");
        assertRefused(
                () -> mine().withParam("byte", "8").isFasterThan(JACKSON),
                "no parameter is named byte",
                "[bytes, depth] of org.Mine.decode",
                "[bytes] of org.Jackson.decode");
    }

    @Test
    void whatIsNotComparablePassesNeither() {
        launcher.add("org.Mine.decode", around(100, CALM))
                .add("org.Jackson.decode", "thrpt", Map.of(), around(100, CALM));

        assertFails(() -> mine().isFasterThan(JACKSON))
                .hasMessageContainingAll("not comparable: mode: avgt and thrpt", "look first at modes, threads");
        assertFails(() -> mine().isNotSlowerThan(JACKSON)).hasMessageContaining("mode: thrpt and avgt");
    }

    @Test
    void aBudgetEndsIt() {
        assertFails(() -> costing(around(100, CALM), around(130, CALM))
                        .within(Duration.ZERO)
                        .isFasterThan(JACKSON))
                .hasMessageContainingAll(
                        "1 fork; it takes 3", "look first at the time: only 1/1 forks began within 0 s");
        assertThat(launcher.launched()).containsExactly(MINE, JACKSON);
        assertFails(() -> mine().within(Duration.ZERO).isNotSlowerThan(JACKSON))
                .hasMessageContaining("inconclusive: 1 fork");
    }

    @Test
    void aFailureOfABenchmarkIsPassedOn() {
        AssertionError broke = new AssertionError("it broke");
        BenchmarkAssert mine = costing(around(100, CALM), (launch, bytes) -> {
            throw broke;
        });

        assertFails(() -> mine.isNotSlowerThan(JACKSON)).isSameAs(broke);
        assertThat(launcher.results().getParent()).doesNotExist();
    }

    @Test
    void namesAreOfOneBenchmark() {
        costing(around(100, CALM), around(130, CALM));
        launcher.add("org.other.Mine.decode", around(100, CALM));

        assertRefused(
                this::mine, "several benchmarks are named Mine.decode;", "  org.Mine.decode\n  org.other.Mine.decode");
        assertRefused(
                () -> new BenchmarkAssert(launcher, "ackson.decode"),
                "no benchmark is named ackson.decode; there are:",
                "org.Jackson.decode",
                "org.other.Mine.decode");
        BenchmarkAssert other = new BenchmarkAssert(launcher, "other.Mine.decode");
        assertRefused(() -> other.isFasterThan("org.other.Mine.decode"), "with itself");
        assertRefused(() -> other.forks(2), "at least 3, not 2");
        other.isNotSlowerThan("org.Mine.decode");
    }

    @Test
    void theExampleInTheDocsIsOneThatRuns() throws IOException {
        String page = Files.readString(Path.of("../../docs/regression.md"));
        String example = page.replaceFirst("(?s).*\n## In a test\n.*?```java\n(.*?)```.*", "$1");

        assertThat(example).contains("isFasterThan").hasSizeLessThan(1000);
        assertThat(Files.readString(Path.of("src/test/java/org/example/CodecSpeedIT.java")))
                .containsIgnoringWhitespaces(example);
    }
}
