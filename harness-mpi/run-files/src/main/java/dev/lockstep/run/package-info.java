/**
 * The files that a run leaves on disk, typed: the harness writes them, the harness and the reports read them.
 *
 * <p>A {@link dev.lockstep.run.RunFolder} holds {@code journal.jsonl}, the {@link dev.lockstep.run.RunEvent}s of an
 * {@link dev.lockstep.run.EventLog}; {@code ranks.csv}, the {@link dev.lockstep.run.RankRow}s;
 * {@code environment.json}, the {@link dev.lockstep.run.Environment}; and JMH's own {@code results.json}, whose entries
 * a {@link dev.lockstep.run.CellKey} names. {@link dev.lockstep.run.RunState} is the sum of the events. Of Jackson's
 * errors only {@link dev.lockstep.run.InvalidInputException} leaves this package.
 */
package dev.lockstep.run;
