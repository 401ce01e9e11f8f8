/**
 * Lets a test guard one claim: {@code assertThatBenchmark("Mine.decode").isFasterThan("Jackson.decode")}. The two JMH
 * benchmarks are launched in turns, and the verdict is that of {@code ab} ({@code reports/README.md}). An {@link
 * java.lang.AssertionError} says what was seen: any test framework will do.
 *
 * <p>Layout: {@link dev.lockstep.junit.BenchmarkAssert} is what a test calls; a trial decides where launches go; what
 * launches is JMH's own runner.
 */
package dev.lockstep.junit;
