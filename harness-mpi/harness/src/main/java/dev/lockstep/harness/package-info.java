/**
 * The means by which a benchmark runs in ranks: {@link dev.lockstep.harness.Rank},
 * {@link dev.lockstep.harness.Synchronised}, {@link dev.lockstep.harness.OpTimes} and
 * {@link dev.lockstep.harness.SelfCheck}.
 *
 * <p>The packages below hold the machinery: {@code rank} runs inside the ranks' JVMs, {@code relay} joins them to JMH's
 * own link, {@code launch} starts them, {@code run} says what is asked for, and {@code plan}, {@code execute} and
 * {@code record} do it.
 */
package dev.lockstep.harness;
