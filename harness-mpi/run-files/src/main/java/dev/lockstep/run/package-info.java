/**
 * What a run leaves on disk, typed: the harness writes it, the harness and the reports read it.
 *
 * <p>A {@link dev.lockstep.run.RunFolder} holds {@code journal.jsonl}, the {@link dev.lockstep.run.RunEvent}s of an
 * {@link dev.lockstep.run.EventLog}; {@code ranks.csv}, the {@link dev.lockstep.run.RankRow}s; {@code environment.json}, the
 * {@link dev.lockstep.run.Environment}; and JMH's own {@code results.json}, of which a {@link dev.lockstep.run.CellKey} names
 * the entries. {@link dev.lockstep.run.RunState} is what the events add up to. Of Jackson's errors only
 * {@link dev.lockstep.run.InvalidInputException} leaves this package.
 */
package dev.lockstep.run;
