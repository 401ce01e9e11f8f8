/**
 * A run as it is read back: {@code results.json} (JMH's own JSON), {@code ranks.csv}, {@code environment.json} and
 * {@code journal.jsonl}, and the line-up computed from them.
 *
 * <p>Layout: {@link dev.lockstep.reports.RunData} is a run, read from the files that {@link dev.lockstep.run} knows;
 * {@link dev.lockstep.reports.LineUp} puts the same benchmark in one JVM and in ranks side by side. Everything here
 * reads files only: it knows neither the harness nor JMH's classes, so a result file from anywhere will do.
 *
 * <p>Naming: a <em>cell</em> is one benchmark with one set of parameters, threads per rank, communicator and number of
 * ranks; a <em>row</em> is a cell without communicator and ranks; a <em>column</em> is those two.
 */
package dev.lockstep.reports;
