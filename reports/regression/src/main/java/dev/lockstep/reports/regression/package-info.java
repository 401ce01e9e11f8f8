/**
 * Compares two runs and says which benchmarks got slower, with an error rate that is known (docs/method.md; figures
 * and every definition in {@code reports/README.md}).
 *
 * <p>Layout: {@link dev.lockstep.reports.regression.Suite} is one of the two; {@link
 * dev.lockstep.reports.regression.Comparison} pairs their rows, tests all of them ({@link
 * dev.lockstep.reports.regression.Inference}: Student's t, with variances that are shrunk towards a {@link
 * dev.lockstep.reports.regression.Prior}, and Benjamini and Hochberg over the suite), and gives a {@link
 * dev.lockstep.reports.regression.Verdict} to each. {@link dev.lockstep.reports.regression.SequentialComparison} does
 * so while the measuring goes on. {@link dev.lockstep.reports.regression.Settings} is what a file may change. Writers of
 * JSON and JUnit's XML are here; text, Markdown and HTML are in the report module.
 *
 * <p>{@link dev.lockstep.reports.regression.Claims} is the other kind of comparison: within one run, from pairs of
 * launches that alternate ({@link dev.lockstep.reports.regression.Paired}). Its rows are of the same {@link
 * dev.lockstep.reports.regression.Row}, with verdicts of its own.
 *
 * <p>Naming: the <em>ratio</em> of a row is what head costs over what base costs, so above 1 is always worse: times
 * are taken as they are, throughputs are turned over. The <em>floor</em> is the change that is too small to matter.
 */
package dev.lockstep.reports.regression;
