/**
 * What other tools print, as JSON of JMH's shape: OSU Micro-Benchmarks, Intel MPI Benchmarks, NetPIPE. A class reads the
 * text of each; {@link dev.lockstep.reports.foreign.ForeignTool} is the way in.
 */
package dev.lockstep.reports.foreign;
